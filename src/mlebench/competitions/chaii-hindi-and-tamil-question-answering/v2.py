from pathlib import Path

from mlebench.data import read_csv, split_groups

from .prepare import write_parts


def prepare(raw: Path, public: Path, private: Path) -> None:
    write_parts(public, private, *split_groups(read_csv(raw / "train.csv"), by="context", test_size=0.1))
