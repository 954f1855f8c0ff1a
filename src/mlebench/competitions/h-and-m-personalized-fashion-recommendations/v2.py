from pathlib import Path

import numpy as np
import pandas as pd

from mlebench.data import read_csv, read_texts
from mlebench.grading import Expected, listed, positions, refuse, require_columns, warn

from .prepare import write_parts


def prepare(raw: Path, public: Path, private: Path) -> None:
    sales = read_csv(raw / "transactions_train.csv", dtype={"article_id": str})
    write_parts(raw, public, private, sales, days_before_last=6)


def read_answers(path: Path) -> pd.DataFrame:
    return read_texts(path)


def check(submission: pd.DataFrame, expected: Expected) -> pd.DataFrame:
    """Customers that are known, each once. Where each has a single article, all are read as numbers of ten digits."""
    require_columns(submission, ["customer_id", "prediction"], exact=True)
    customers = submission["customer_id"]
    if not customers.is_unique:
        refuse(f"'customer_id' must be unique; repeated: {listed(customers[customers.duplicated()].to_list())}.")
    known = np.bincount(positions(customers, among=expected.ids) + 1, minlength=len(expected) + 1)
    if known[0]:
        refuse(f"{known[0]} 'customer_id' are not in the sample submission.")
    if not known[1:].all():
        warn(f"{int((known[1:] == 0).sum())} 'customer_id' are missing: refused if one of them bought anything.")
    guesses = submission["prediction"]
    if guesses.dtype.kind in "iuf":
        guesses = guesses.map("{:010.0f}".format, na_action="ignore").astype(object)
    return submission.assign(prediction=guesses)
