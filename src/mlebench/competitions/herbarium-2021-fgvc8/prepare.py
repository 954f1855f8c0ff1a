from pathlib import Path

from mlebench.data import coco, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    source = raw / "train"
    document = coco.read_json(source / "metadata.json")
    answers = coco.publish_numbered(document, source, public, test_size=0.2, hidden=["categories", "institutions"])
    write_csv(answers, private / "answers.csv")
    write_csv(answers.assign(Predicted=0), public / "sample_submission.csv")
