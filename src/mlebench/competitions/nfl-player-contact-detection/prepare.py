from collections.abc import Callable
from pathlib import Path

import pandas as pd

from mlebench.data import place_named, read_csv, rows_where, split_rows, write_csv

TABLES = ["baseline_helmets", "player_tracking", "video_metadata"]
VIEWS = ["All29", "Endzone", "Sideline"]


def prepare(raw: Path, public: Path, private: Path) -> None:
    write_parts(raw, public, private, split)


def split(labels: pd.DataFrame) -> tuple[list[str], list[str]]:
    """The plays of both sides."""
    return split_rows(list(labels["game_play"].drop_duplicates()), test_size=0.1)


def write_parts(
    raw: Path, public: Path, private: Path, split_plays: Callable[[pd.DataFrame], tuple[list[str], list[str]]]
) -> None:
    labels = read_csv(raw / "train_labels.csv")
    train, test = split_plays(labels)
    parts = {"train": train, "test": test}

    write_csv(labels, public / "train_labels.csv", where=labels["game_play"].isin(train).to_numpy())
    held_out = rows_where(labels, labels["game_play"].isin(test).to_numpy())
    del labels
    write_csv(held_out, private / "test.csv")
    write_csv(held_out[["contact_id"]].assign(contact=0), public / "sample_submission.csv")
    for table in TABLES:
        rows = read_csv(raw / f"train_{table}.csv")
        for name, plays in parts.items():
            write_csv(rows, public / f"{name}_{table}.csv", where=rows["game_play"].isin(plays).to_numpy())
        del rows  # before the next one is read
    for name, plays in parts.items():
        place_named(raw / "train", [f"{play}_{view}.mp4" for play in plays for view in VIEWS], public / name)
