from pathlib import Path

from mlebench.data import coco, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_with(raw, public, private, anonymous=False)


def prepare_with(raw: Path, public: Path, private: Path, *, anonymous: bool) -> None:
    """`anonymous`: test pictures tell nothing but what they show, as in version 2."""
    source = raw / "nybg2020/train"
    document = coco.read_json(source / "metadata.json", encoding="latin-1")  # it is not valid UTF-8
    answers = coco.publish_numbered(
        document,
        source,
        public / "nybg2020",
        test_size=0.2,
        hidden=["categories", "regions"],
        anonymous=anonymous,
    )
    write_csv(answers, private / "answers.csv")
    write_csv(answers.assign(Predicted=0), public / "sample_submission.csv")
