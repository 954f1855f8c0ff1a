from pathlib import Path

import pandas as pd

from mlebench.data import split_groups

from .prepare import objects_of, write_parts


def prepare(raw: Path, public: Path, private: Path) -> None:
    objects = objects_of(raw / "train.json.7z")
    # Objects of one angle are of one kind; without an angle each stands for itself.
    angles = [entry["id"] if entry["inc_angle"] == "na" else entry["inc_angle"] for entry in objects]
    rows = pd.DataFrame({"place": range(len(objects)), "angle": pd.Series(angles, dtype=object)})
    train, test = split_groups(rows, by="angle", test_size=0.2)
    write_parts(public, private, *([objects[place] for place in part["place"]] for part in (train, test)))
    (private / "sample_submission.csv").rename(public / "sample_submission.csv")
