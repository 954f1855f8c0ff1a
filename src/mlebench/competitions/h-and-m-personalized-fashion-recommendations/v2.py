from pathlib import Path

import numpy as np
import pandas as pd

from mlebench.data import read_csv, read_texts, write_csv
from mlebench.grading import Expected, listed, positions, refuse, require_columns, warn

from .prepare import write_parts


def prepare(raw: Path, public: Path, private: Path) -> None:
    sales = read_csv(raw / "transactions_train.csv", dtype={"article_id": str})
    write_parts(raw, public, private, sales, days_before_last=6)
    # The twelve that sold best before the test days; Kaggle's sample knew those days.
    known = read_csv(public / "transactions_train.csv", usecols=["t_dat", "article_id"], dtype={"article_id": str})
    week = known[known["t_dat"] > str((pd.Timestamp(known["t_dat"].max()) - pd.Timedelta(days=7)).date())]
    popular = week["article_id"].value_counts().sort_index().nlargest(12, keep="first")
    sample = read_texts(raw / "sample_submission.csv")
    (public / "sample_submission.csv").unlink()  # which may be the raw file itself
    write_csv(sample.assign(prediction=" ".join(popular.index)), public / "sample_submission.csv")


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
