from pathlib import Path

from mlebench.data import ZipMember, read_csv, split_rows, write_csv

from .grade import AUTHORS

SAMPLE = dict(zip(AUTHORS, [0.403493538995863, 0.287808366106543, 0.308698094897594], strict=True))


def prepare(raw: Path, public: Path, private: Path) -> None:
    train, test = split_rows(read_csv(ZipMember(raw / "train.zip", "train.csv")), test_size=0.1)
    one_hot = {author: (test["author"] == author).astype(int) for author in AUTHORS}

    write_csv(train, public / "train.csv")
    write_csv(test[["id", "text"]], public / "test.csv")
    write_csv(test[["id"]].assign(**one_hot), private / "test.csv")
    write_csv(test[["id"]].assign(**SAMPLE), public / "sample_submission.csv")
