from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.data import ZipMember, place_members, read_csv, split_rows, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    leaves = read_csv(ZipMember(raw / "train.csv.zip", "train.csv"))
    kaggle_sample = read_csv(ZipMember(raw / "sample_submission.csv.zip", "sample_submission.csv"), nrows=0)
    species = sorted(kaggle_sample.columns.drop("id"))
    train, test = split_rows(leaves, test_size=0.1)

    write_csv(train, public / "train.csv")
    write_csv(test.drop(columns="species"), public / "test.csv")
    is_species = (test[["species"]].to_numpy() == np.array(species, dtype=object)).astype(int)
    write_csv(_by_species(test["id"], species, is_species), private / "test.csv")
    write_csv(_by_species(test["id"], species, 1 / len(species)), public / "sample_submission.csv")

    images = {f"images/{leaf}.jpg": public / "images" / f"{leaf}.jpg" for leaf in leaves["id"]}
    place_members(raw / "images.zip", images)


def _by_species(ids: "pd.Series[int]", species: list[str], values: npt.NDArray[Any] | float) -> pd.DataFrame:
    table = pd.DataFrame(values, index=ids.index, columns=species)
    table.insert(0, "id", ids)
    return table
