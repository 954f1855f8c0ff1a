from pathlib import Path

from mlebench.data import coco, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_with(raw, public, private, anonymous=False)


def prepare_with(raw: Path, public: Path, private: Path, *, anonymous: bool) -> None:
    """`anonymous`: test pictures tell nothing but what they show, as in version 2."""
    source = raw / "train"
    document = coco.read_json(source / "metadata.json")
    hidden = ["categories", "institutions"]
    answers = coco.publish_numbered(document, source, public, test_size=0.2, hidden=hidden, anonymous=anonymous)
    write_csv(answers, private / "answers.csv")
    write_csv(answers.assign(Predicted=0), public / "sample_submission.csv")
