import json
from pathlib import Path

import pandas as pd

from mlebench.data import place, place_named
from mlebench.grading import Expected, align, numbers, require_columns

from .grade import SCORED, UNSCORED
from .grade import check as check_v1
from .prepare import prepare as prepare_v1


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_v1(raw, public, private)
    place(raw / "test.json", public / "unlabelled.json")  # Kaggle's test set, of which nobody has the answers
    lines = [line for name in ("train", "test", "unlabelled") for line in (public / f"{name}.json").open()]
    matrices = [f"{json.loads(line)['id']}.npy" for line in lines]
    place_named(raw / "bpps", [name for name in matrices if (raw / "bpps" / name).exists()], public / "bpps")


def check(submission: pd.DataFrame, expected: Expected) -> pd.DataFrame:
    """In the order of the test set v1 pairs the right rows."""
    require_columns(submission, ["id_seqpos", *SCORED, *UNSCORED])
    submission = align(submission, expected, on="id_seqpos")
    numbers(submission, [*SCORED, *UNSCORED])  # where nothing is scored too
    return check_v1(submission, expected)
