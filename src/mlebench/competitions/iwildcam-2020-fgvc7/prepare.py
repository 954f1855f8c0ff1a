import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from mlebench.data import coco, place, place_named, split_rows, write_csv

TRAIN = "iwildcam2020_train_annotations.json"
TEST = "iwildcam2020_test_information.json"
DETECTIONS = "iwildcam2020_megadetector_results.json"
TEST_SHARE = 0.22
NUMERIC = {"integer", "floating", "mixed-integer-float"}


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_with(raw, public, private, counted_twice=True)


def prepare_with(raw: Path, public: Path, private: Path, *, counted_twice: bool) -> None:
    """`counted_twice`: the test images in the share that they have of all, as in v1."""
    document, kaggle_test = coco.read_json(raw / TRAIN), coco.read_json(raw / TEST)
    images, annotations = _table(document["images"]), _table(document["annotations"])
    is_test = images["location"].isin(_test_locations(images["location"], counted_twice))
    annotation_is_test = annotations["image_id"].isin(images.loc[is_test, "id"])

    train_document = {
        "annotations": _records(annotations[~annotation_is_test]),
        "images": _records(images[~is_test]),
        "categories": _records(_table(document["categories"])),
        "info": document["info"],
    }
    test_document = {
        "images": _records(images[is_test]),
        "categories": _records(_table(kaggle_test["categories"])),
        "info": kaggle_test["info"],
    }
    (public / TRAIN).write_text(json.dumps(train_document), encoding="ascii")
    (public / TEST).write_text(json.dumps(test_document), encoding="ascii")
    place(raw / DETECTIONS, public / DETECTIONS)

    answers = annotations.loc[annotation_is_test, ["image_id", "category_id"]]
    answers = answers.set_axis(["Id", "Category"], axis=1)
    write_csv(answers, private / "answers.csv")
    guesses = np.random.RandomState(0).randint(0, 676, size=len(answers))
    write_csv(answers.assign(Category=guesses), public / "sample_submission.csv")

    for name, part in (("train", images[~is_test]), ("test", images[is_test])):
        place_named(raw / "train", part["id"] + ".jpg", public / name)


def _test_locations(locations: "pd.Series[Any]", counted_twice: bool) -> list[Any]:
    """Move cameras between the two sides until the share is right."""
    sizes = locations.value_counts(sort=False, dropna=False)
    train, test = split_rows(list(locations.drop_duplicates()), TEST_SHARE)
    in_test = sizes[test].sum()

    def share() -> float:
        return float(in_test / (len(locations) + in_test * counted_twice))

    while share() < TEST_SHARE:
        test.append(train.pop())
        in_test += sizes[test[-1]]
    while share() > TEST_SHARE:
        train.append(test.pop())
        in_test -= sizes[train[-1]]
    return test


def _table(entries: list[coco.Entry]) -> pd.DataFrame:
    """Texts and nulls as they are; numbers as pandas holds them: all of a column become floats beside a gap."""
    table = pd.DataFrame(entries, dtype=object)
    for name in table.columns:
        if pd.api.types.infer_dtype(table[name], skipna=True) in NUMERIC:
            table[name] = pd.to_numeric(table[name])
    return table


def _records(table: pd.DataFrame) -> list[Any]:
    return table.to_dict("records")
