from pathlib import Path

import numpy as np
import pandas as pd

from mlebench.data import split_groups
from mlebench.grading import Expected, Floats, quietly, refuse

from .grade import check as check_v1
from .prepare import write_parts


def prepare(raw: Path, public: Path, private: Path) -> None:
    write_parts(raw, public, private, split_games)


def split_games(labels: pd.DataFrame) -> tuple[list[str], list[str]]:
    """The plays of both sides; those of a game stay together."""
    plays = labels[["game_play"]].drop_duplicates()
    train, test = split_groups(plays, plays["game_play"].str.partition("_")[0], test_size=0.1)
    return train["game_play"].to_list(), test["game_play"].to_list()


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    predicted = quietly(check_v1, submission, expected)
    if not np.isin(predicted, (0, 1)).all():
        refuse("Every 'contact' must be 0 or 1.")
    return predicted
