from pathlib import Path

import numpy as np
import pandas as pd

from mlebench.data import place_named, read_csv, write_csv
from mlebench.grading import Expected, align, numbers, require_columns
from mlebench.metrics.regression import mean_log_mae

from .grade import TARGET, TINY, Couplings
from .prepare import prepare as prepare_v1


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_v1(raw, public, private)
    trained = read_csv(public / "train.csv", usecols=["molecule_name"])["molecule_name"]
    tested = read_csv(public / "test.csv", usecols=["molecule_name"])["molecule_name"].drop_duplicates()
    atoms = read_csv(raw / "structures.csv")
    write_csv(atoms[atoms["molecule_name"].isin([*trained.unique(), *tested])], public / "structures.csv")
    place_named(raw / "structures", tested + ".xyz", public / "structures")


def check(submission: pd.DataFrame, expected: Expected) -> Couplings:
    require_columns(submission, ["id", TARGET])
    return Couplings(np.arange(len(expected)), numbers(align(submission, expected, on="id"), TARGET))


def score(checked: Couplings, answers: pd.DataFrame) -> float:
    """The mean error of a type is at least 1e-9, as on Kaggle."""
    truth, kind = answers[TARGET].to_numpy()[checked.row], answers["type"].to_numpy()[checked.row]
    errors = pd.Series(np.abs(truth - checked.predicted))
    floored = errors.groupby(kind).transform("mean").clip(lower=TINY)
    return mean_log_mae(np.zeros(len(floored)), floored, groups=pd.factorize(kind)[0])


def perfect(answers: pd.DataFrame) -> pd.DataFrame:
    return answers[["id", TARGET]]
