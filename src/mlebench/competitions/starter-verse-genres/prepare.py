from pathlib import Path

from mlebench.data import read_csv, shuffled_ids, split_groups, write_csv

SEED = 16
TEST_SHARE = 0.35


def prepare(raw: Path, public: Path, private: Path) -> None:
    # Whole chapters: verses of one chapter share names and phrases, which would give the genre away.
    parts = split_groups(read_csv(raw / "verses.csv"), "chapter", TEST_SHARE, seed=SEED)
    train, test = shuffled_ids(*parts, seed=SEED)

    write_csv(train[["id", "text", "genre"]], public / "train.csv")
    write_csv(test[["id", "text"]], public / "test.csv")
    write_csv(test[["id", "genre"]], private / "test.csv")
    write_csv(test[["id"]].assign(genre="prophets"), public / "sample_submission.csv")
