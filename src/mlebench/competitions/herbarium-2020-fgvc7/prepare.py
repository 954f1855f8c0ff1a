from pathlib import Path

from mlebench.data import coco, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    source = raw / "nybg2020/train"
    document = coco.read_json(source / "metadata.json", encoding="latin-1")  # it is not valid UTF-8
    answers = coco.publish_numbered(
        document, source, public / "nybg2020", test_size=0.2, hidden=["categories", "regions"]
    )
    write_csv(answers, private / "answers.csv")
    write_csv(answers.assign(Predicted=0), public / "sample_submission.csv")
