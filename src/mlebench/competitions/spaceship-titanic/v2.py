from pathlib import Path

from mlebench.data import read_csv, split_groups

from .prepare import write_parts


def prepare(raw: Path, public: Path, private: Path) -> None:
    passengers = read_csv(raw / "train.csv")
    passengers["group"] = passengers["PassengerId"].str.partition("_")[0]
    train, test = split_groups(passengers, by="group", test_size=1 / 3)
    write_parts(public, private, train.drop(columns="group"), test.drop(columns="group"))
