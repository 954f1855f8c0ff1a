from pathlib import Path

import pandas as pd

from mlebench.data import read_csv
from mlebench.grading import Expected, refuse
from mlebench.metrics.segmentation import Runs

from .grade import check as check_v1
from .prepare import prepare as prepare_v1


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_v1(raw, public, private)
    for slide in read_csv(private / "test.csv")["id"]:
        (public / "test" / f"{slide}.json").unlink()


def check(submission: pd.DataFrame, expected: Expected) -> list[Runs]:
    if "predicted" in submission.columns:
        odd = submission["predicted"].fillna("").map(lambda text: len(str(text).split()) % 2 == 1)
        if odd.any():
            refuse(f"'predicted' must hold pairs of start and length; row {int(odd.argmax()) + 1} has an odd count.")
    return check_v1(submission, expected)
