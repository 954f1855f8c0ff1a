from pathlib import Path

import pandas as pd

from mlebench.data import place, place_tree, read_csv, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    # Read as integers, article ids lose their leading zero: v1 keeps that.
    sales = read_csv(raw / "transactions_train.csv")
    last_day = pd.Timestamp(sales["t_dat"].max())
    first_test_day = str((last_day - pd.Timedelta(days=7)).date())
    is_test = sales["t_dat"] >= first_test_day  # ISO dates compare as text

    bought = sales[is_test]
    lists = bought["article_id"].astype(str).groupby(bought["customer_id"], sort=True).agg(" ".join)
    write_csv(lists.rename("prediction").reset_index(), private / "answers.csv")
    write_csv(sales[~is_test], public / "transactions_train.csv")
    for name in ("sample_submission.csv", "articles.csv", "customers.csv"):
        place(raw / name, public / name)
    place_tree(raw / "images", public / "images")
