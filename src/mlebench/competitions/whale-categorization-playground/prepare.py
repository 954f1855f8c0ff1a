from pathlib import Path

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.data import place_named, read_csv, split_rows, write_csv

SAMPLE = "new_whale w_1287fbc w_98baff9 w_7554f44 w_1eafe46"


def prepare(raw: Path, public: Path, private: Path) -> None:
    table = read_csv(raw / "train.csv")
    is_test = chosen_for_test(table)
    train, test = table[~is_test], table[is_test]
    test = test.assign(Id=test["Id"].where(test["Id"].isin(train["Id"]), "new_whale"))

    write_csv(train, public / "train.csv")
    write_csv(test, private / "test.csv")
    write_csv(test[["Image"]].assign(Id=SAMPLE), public / "sample_submission.csv")
    for name, part in (("train", train), ("test", test)):
        place_named(raw / "train", part["Image"], public / name)


def chosen_for_test(table: pd.DataFrame) -> npt.NDArray[np.bool_]:
    """A whale with several images has one on each side at least; a tenth of all others is for the test."""
    is_test, undecided = np.zeros(len(table), dtype=bool), np.ones(len(table), dtype=bool)
    rng = np.random.default_rng(0)
    images = table.groupby("Id").indices
    for whale in table["Id"].unique():
        rows = images[whale]
        if len(rows) == 1:
            is_test[rows], undecided[rows] = rng.random() >= 0.9, False
        else:
            decided = np.asarray(rows)[np.random.RandomState(0).permutation(len(rows))[:2]]
            is_test[decided[1]], undecided[decided] = True, False
    _, rest = split_rows(np.flatnonzero(undecided).tolist(), test_size=0.1)
    is_test[rest] = True
    return is_test
