from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from mlebench.data import place, place_tree, read_csv, rows_where, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    # Read as integers, article ids lose their leading zero: v1 keeps that.
    write_parts(raw, public, private, read_csv(raw / "transactions_train.csv"), days_before_last=7)


def write_parts(raw: Path, public: Path, private: Path, sales: pd.DataFrame, *, days_before_last: int) -> None:
    last_day = pd.Timestamp(sales["t_dat"].max())
    first_test_day = str((last_day - pd.Timedelta(days=days_before_last)).date())
    is_test = (sales["t_dat"] >= first_test_day).to_numpy()  # ISO dates compare as text

    write_csv(purchases(rows_where(sales, is_test)), private / "answers.csv")
    write_csv(sales, public / "transactions_train.csv", where=~is_test)
    for name in ("sample_submission.csv", "articles.csv", "customers.csv"):
        place(raw / name, public / name)
    place_tree(raw / "images", public / "images")


def purchases(sales: pd.DataFrame) -> pd.DataFrame:
    """For each customer the articles in order of purchase, between blanks."""
    customer, names = pd.factorize(sales["customer_id"], sort=True)
    articles = pc.cast(sales["article_id"].to_numpy()[np.argsort(customer, kind="stable")], pa.string())
    ends = np.cumsum(np.bincount(customer, minlength=len(names)))
    lists = pa.ListArray.from_arrays(pa.array(np.concatenate([[0], ends]), pa.int32()), articles)
    return pd.DataFrame({"customer_id": names, "prediction": pc.binary_join(lists, " ").to_pandas()})
