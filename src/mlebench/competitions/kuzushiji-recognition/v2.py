from pathlib import Path

from mlebench.data import read_csv, split_groups

from .prepare import write_parts


def prepare(raw: Path, public: Path, private: Path) -> None:
    table = read_csv(raw / "train.csv")
    books = table["image_id"].str.split("[-_]", regex=True).str[0]
    write_parts(raw, public, private, *split_groups(table, books, test_size=0.1))
