from pathlib import Path
from typing import Any

import numpy.typing as npt
import pandas as pd

from mlebench.data import coco, sort_tar
from mlebench.grading import Expected, class_numbers, require_columns

from .grade import check as check_v1
from .prepare import write_archives, write_tables


def prepare(raw: Path, public: Path, private: Path) -> None:
    document = coco.read_json(raw / "train2019.json")
    train, test = coco.split_categories(document, test_size=0.12)
    # v1 shuffles them, from the order of the categories, by a seed that everybody knows.
    test.sort(key=lambda picture: int(picture.image["id"]))
    write_tables(raw, public, private, document, train, test)
    validation = [image["file_name"] for image in coco.read_json(raw / "val2019.json")["images"]]
    archives = {
        public / "train_val2019.tar": {name: name for name in [*coco.file_names(train), *validation]},
        public / "test2019.tar": {name: f"test2019/{Path(name).name}" for name in coco.file_names(test)},
    }
    write_archives(raw, archives)
    sort_tar(public / "test2019.tar")  # Kaggle's archive is in the order of the categories


def check(submission: pd.DataFrame, expected: Expected) -> npt.NDArray[Any]:
    """Category ids may be written as decimals."""
    require_columns(submission, ["id", "predicted"])
    if submission["predicted"].dtype.kind == "f":
        submission = submission.assign(predicted=class_numbers(submission, "predicted").astype(int))
    return check_v1(submission, expected)
