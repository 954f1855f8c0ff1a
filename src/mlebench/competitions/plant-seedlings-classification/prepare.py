from pathlib import Path

import pandas as pd

from mlebench.data import place_named, split_rows, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    write_parts(raw, public, private, pictures_of(raw))


def pictures_of(raw: Path) -> pd.DataFrame:
    pictures = sorted(path.relative_to(raw / "train") for path in (raw / "train").glob("*/*.png"))
    return pd.DataFrame({"file": [path.name for path in pictures], "species": [path.parent.name for path in pictures]})


def write_parts(raw: Path, public: Path, private: Path, table: pd.DataFrame) -> None:
    train, test = split_rows(table, test_size=0.14)
    write_csv(test, private / "answers.csv")
    write_csv(test.assign(species="Sugar beet"), public / "sample_submission.csv")
    place_named(raw / "train", train["species"] + "/" + train["file"], public / "train")
    place_named(raw / "train", test["species"] + "/" + test["file"], public / "test", test["file"])
