"""H&M: 31.8 million purchases of 1.37 million customers; those of the last eight days are graded, 12 guesses each."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa

from benchmarks.case import Case
from benchmarks.synthetic import hex_ids, pick, write_files, write_table
from mlebench.data import read_csv

SALES, CUSTOMERS, ARTICLES = 31_788_324, 1_371_980, 105_542
DAYS, LAST_SALES = 734, 290_000  # the purchases of the last eight days are not scaled


def build(raw: Path, scale: float) -> None:
    rng = np.random.default_rng(0)
    articles = [f"0{number}" for number in np.sort(rng.choice(np.arange(108_775_001, 959_461_001), ARTICLES)).tolist()]
    customers = pa.array(hex_ids(rng, CUSTOMERS, 64))
    earlier = int((SALES - LAST_SALES) * scale)
    day = np.sort(np.concatenate([rng.integers(0, DAYS - 8, earlier), rng.integers(DAYS - 8, DAYS, LAST_SALES)]))
    days = np.datetime_as_string(np.datetime64("2020-09-22") - np.arange(DAYS)[::-1].astype("timedelta64[D]"))
    # A tenth of the customers makes most purchases, so that about 75,000 of them buy in the last days.
    buyers = (CUSTOMERS / 3 * rng.random(len(day)) ** 2).astype(np.int64)
    sales = {
        "t_dat": pa.array(days).take(pa.array(day)),
        "customer_id": customers.take(pa.array(buyers)),
        "article_id": pick(rng, articles, len(day)),
        "price": pick(rng, [repr(float(price) / 118_000) for price in range(100, 6000)], len(day)),
        "sales_channel_id": rng.integers(1, 3, len(day)),
    }
    write_table(raw / "transactions_train.csv", sales)
    write_table(
        raw / "sample_submission.csv", {"customer_id": customers, "prediction": [" ".join(articles[:12])] * CUSTOMERS}
    )
    for name in ("articles.csv", "customers.csv"):
        (raw / name).write_text("id\n1\n")
    for group in range(20):
        (raw / "images" / f"{group:03}").mkdir(parents=True)
    pictures = articles[: int(ARTICLES * scale)]
    write_files(raw / "images" / f"{number % 20:03}" / f"{name}.jpg" for number, name in enumerate(pictures))


def guess(prepared: Path, target: Path) -> None:
    """Twelve guesses for each of 1.37 million customers."""
    rng = np.random.default_rng(0)
    articles = rng.integers(108_775_001, 959_461_001, (1000, 12))
    customers = read_csv(prepared / "public" / "sample_submission.csv")["customer_id"]
    lists = [" ".join(map(str, row)) for row in articles.tolist()]
    write_table(target, {"customer_id": pa.array(customers), "prediction": pick(rng, lists, len(customers))})


CASE = Case(
    "h-and-m-personalized-fashion-recommendations",
    size="31.8 million purchases, guesses for 1.37 million customers",
    build=build,
    scale=0.06,
    tables=("transactions_train.csv",),
    submission=guess,
    grade_scale=1,
    grade_note=(
        "the rest finds the buyers among 1.37 million customers, and splits and ranks their guesses; memory: the "
        "guesses as words beside the tables"
    ),
)
