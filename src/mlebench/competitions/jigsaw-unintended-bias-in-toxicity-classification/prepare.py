from pathlib import Path

from mlebench.data import place, read_csv, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    test = read_csv(raw / "test_private_expanded.csv", usecols=["id", "comment_text"])

    place(raw / "train.csv", public / "train.csv")
    place(raw / "test_private_expanded.csv", private / "test.csv")
    write_csv(test[["id", "comment_text"]], public / "test.csv")
    write_csv(test[["id"]].assign(prediction=0.0), public / "sample_submission.csv")
