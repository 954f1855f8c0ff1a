from pathlib import Path

import numpy as np

from mlebench.data import place_named, read_csv, split_rows, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    train, test = split_rows(read_csv(raw / "train.csv"), test_size=0.1)
    guesses = np.random.default_rng(0).uniform(1, 100, len(test)).round(2)

    write_csv(train, public / "train.csv")
    write_csv(test, private / "test.csv")
    write_csv(test.drop(columns="Pawpularity"), public / "test.csv")
    write_csv(test[["Id"]].assign(Pawpularity=guesses), public / "sample_submission.csv")
    for name, part in (("train", train), ("test", test)):
        place_named(raw / "train", part["Id"] + ".jpg", public / name)
