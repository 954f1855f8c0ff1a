from pathlib import Path

import pandas as pd

from mlebench.data import read_csv, split_groups
from mlebench.grading import Expected, Words, require_columns, single_spaced

from .grade import check as check_v1
from .prepare import LISTED_TWICE, write_parts


def prepare(raw: Path, public: Path, private: Path) -> None:
    table = read_csv(raw / "train.csv")
    table = table[table["image"] != LISTED_TWICE]
    stays = table["hotel_id"].astype(str) + " " + table["timestamp"].str[:10]  # a hotel and a day
    write_parts(raw, public, private, *split_groups(table, stays, test_size=0.1))


def check(submission: pd.DataFrame, expected: Expected) -> Words:
    require_columns(submission, ["image", "hotel_id"])
    return check_v1(single_spaced(submission, "hotel_id"), expected)
