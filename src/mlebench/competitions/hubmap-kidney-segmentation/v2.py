from pathlib import Path

import pandas as pd

from mlebench.data import read_csv, split_groups
from mlebench.grading import Expected, align, quietly, require_whole_runs
from mlebench.metrics.masks import Masks

from .grade import SIZES
from .grade import check as check_v1
from .prepare import INFORMATION, write_parts


def prepare(raw: Path, public: Path, private: Path) -> None:
    """A fifth of the donors, with all their slides, is the test set, without its polygons."""
    labelled, slides = read_csv(raw / "train.csv"), read_csv(raw / INFORMATION)
    donors = dict(zip(slides["image_file"].str.replace(".tiff", ""), slides["patient_number"], strict=True))
    train, test = split_groups(labelled, labelled["id"].map(donors), test_size=0.2)
    write_parts(raw, public, private, labelled, train, test)
    for slide in test["id"]:
        (public / "test" / f"{slide}.json").unlink()


def check(submission: pd.DataFrame, expected: Expected) -> Masks:
    checked = quietly(check_v1, submission, expected)
    sizes = expected.rows[SIZES].prod(axis=1).to_list()
    require_whole_runs(align(submission, expected, on="id"), "predicted", sizes, on="id")
    return checked
