from pathlib import Path

from mlebench.data import place, read_csv, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    # Kaggle published the labels of its own test set.
    place(raw / "train.csv", public / "train.csv")
    place(raw / "test_with_solutions.csv", private / "test.csv")

    test = read_csv(raw / "test_with_solutions.csv")[["Insult", "Date", "Comment"]]
    write_csv(test, private / "gold_submission.csv")
    write_csv(test.drop(columns="Insult"), public / "test.csv")
    write_csv(test.assign(Insult=0), public / "sample_submission_null.csv")
