from pathlib import Path

import pandas as pd

from mlebench.data import place_named, place_tree, read_csv, split_groups, write_csv

from .grade import VOTES

RECORDINGS = {"eegs": "eeg_id", "spectrograms": "spectrogram_id"}


def prepare(raw: Path, public: Path, private: Path) -> None:
    write_parts(raw, public, private, *split_groups(read_csv(raw / "train.csv"), by="spectrogram_id", test_size=0.1))


def write_parts(raw: Path, public: Path, private: Path, train: pd.DataFrame, test: pd.DataFrame) -> None:
    write_csv(train, public / "train.csv")
    write_csv(test, private / "test.csv")
    write_csv(test[["spectrogram_id", "eeg_id", "patient_id"]], public / "test.csv")
    shares = test[VOTES].div(test[VOTES].sum(axis=1), axis=0)
    write_csv(test[["eeg_id"]].join(shares), private / "gold_submission.csv")
    write_csv(test[["eeg_id"]].assign(**dict.fromkeys(VOTES, 1 / 6)), public / "sample_submission.csv")
    place_tree(raw / "example_figures", public / "example_figures")
    for name, part in (("train", train), ("test", test)):
        for kind, column in RECORDINGS.items():
            files = [f"{number}.parquet" for number in part[column].unique()]
            place_named(raw / f"train_{kind}", files, public / f"{name}_{kind}")
