from pathlib import Path

from mlebench.data import read_csv, split_groups

from .prepare import write_parts

TEXT_COLUMNS = ["PredictionString"]


def prepare(raw: Path, public: Path, private: Path) -> None:
    table = read_csv(raw / "train.csv", keep_default_na=False)  # "None" is an answer
    write_parts(public, private, *split_groups(table, by="context", test_size=0.1))
