from pathlib import Path

import pandas as pd

from mlebench.data import general_format, read_csv, split_sorted_groups, write_csv

FLOATS = ["time_step", "u_in", "pressure"]


def prepare(raw: Path, public: Path, private: Path) -> None:
    train, test = split_sorted_groups(read_csv(raw / "train.csv"), "breath_id", test_size=0.1)
    write_csv(as_written(train), public / "train.csv")
    test = as_written(test)
    write_csv(test, private / "test.csv")
    write_csv(test.drop(columns="pressure"), public / "test.csv")
    write_csv(test[["id"]].assign(pressure=0), public / "sample_submission.csv")


def as_written(rows: pd.DataFrame) -> pd.DataFrame:
    """Counted from 1, numbers to ten significant digits."""
    rows = rows.assign(id=range(1, len(rows) + 1)).reset_index(drop=True)
    return rows.assign(**{name: general_format(rows[name]) for name in FLOATS})
