from itertools import count
from pathlib import Path, PurePosixPath

import pandas as pd

from mlebench.data import member_names, place_members, repack, split_rows, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    pictures = sorted(name for name in member_names(raw / "train.zip") if PurePosixPath(name).match("train/*.jpg"))
    write_parts(raw, public, private, *split_rows(pictures, test_size=0.1))


def write_parts(raw: Path, public: Path, private: Path, train: list[str], test: list[str]) -> None:
    archive = raw / "train.zip"
    numbers = {"cat": count(), "dog": count()}
    train_names = {name: f"{animal(name)}.{next(numbers[animal(name)])}.jpg" for name in train}
    test_names = {name: f"{i}.jpg" for i, name in enumerate(test, 1)}

    for part, names in (("train", train_names), ("test", test_names)):
        place_members(archive, {old: public / part / new for old, new in names.items()})
        repack(archive, names, public / f"{part}.zip")
    ids = pd.DataFrame({"id": range(1, len(test) + 1)})
    write_csv(ids.assign(label=[int(animal(name) == "dog") for name in test]), private / "answers.csv")
    write_csv(ids.assign(label=0.5), public / "sample_submission.csv")


def animal(name: str) -> str:
    return "cat" if "cat" in PurePosixPath(name).name else "dog"
