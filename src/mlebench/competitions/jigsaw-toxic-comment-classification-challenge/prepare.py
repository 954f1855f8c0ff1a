from pathlib import Path

from mlebench.data import ZipMember, read_csv, write_csv

from .grade import LABELS


def prepare(raw: Path, public: Path, private: Path) -> None:
    def table(name: str) -> ZipMember:
        return ZipMember(raw / f"{name}.csv.zip", f"{name}.csv")

    # Kaggle published the labels of its own test set; -1 marks the rows that are not scored.
    write_csv(read_csv(table("train")), public / "train.csv")
    write_csv(read_csv(table("test")), public / "test.csv")
    write_csv(read_csv(table("test_labels")), private / "test.csv")
    sample = read_csv(table("sample_submission"))[["id"]]
    write_csv(sample.assign(**dict.fromkeys(LABELS, 0.5)), public / "sample_submission.csv")
