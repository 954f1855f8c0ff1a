from pathlib import Path

import pandas as pd

from mlebench.data import place, read_csv, shuffled_ids, split_rows, write_csv

SEED = 18
TEST_BATCHES = 300


def prepare(raw: Path, public: Path, private: Path) -> None:
    batches = read_csv(raw / "batches.csv", keep_default_na=False)
    stream = read_csv(raw / "stream.csv")
    train, test = shuffled_ids(
        *split_rows(batches, TEST_BATCHES, seed=SEED, stratify=batches["kind"]), seed=SEED, column="batch_id"
    )

    place(raw / "reference.csv", public / "reference.csv")
    write_csv(train[["batch_id", "drifted"]], public / "train.csv")
    write_csv(test[["batch_id"]], public / "test.csv")
    write_csv(test[["batch_id", "drifted"]], private / "test.csv")
    write_csv(test[["batch_id", "kind"]], private / "kinds.csv")
    write_csv(test[["batch_id"]].assign(drifted=0.5), public / "sample_submission.csv")
    for name, part in (("train_rows.csv", train), ("test_rows.csv", test)):
        write_csv(_rows_of(part, stream), public / name)


def _rows_of(batches: pd.DataFrame, stream: pd.DataFrame) -> pd.DataFrame:
    """The rows of these batches under their new ids, in the order in which they came within each batch."""
    rows = batches[["batch_id", "batch"]].merge(stream, on="batch", how="left")
    return rows.drop(columns="batch")
