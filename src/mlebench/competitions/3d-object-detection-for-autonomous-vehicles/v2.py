import json
from pathlib import Path

import numpy as np
import pandas as pd

from mlebench.grading import Expected, quietly, refuse

from .grade import COLUMN, THRESHOLDS, best_overlap, boxes, faults, first_finders
from .grade import check as check_v1
from .prepare import prepare as prepare_v1


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_v1(raw, public, private)
    tables = public / "train_data"
    train_logs = [log["token"] for log in json.loads((tables / "log.json").read_text())]
    [record] = json.loads((tables / "map.json").read_text())
    (tables / "map.json").write_text(json.dumps([{**record, "log_tokens": train_logs}]))


def check(submission: pd.DataFrame, expected: Expected) -> pd.DataFrame:
    if COLUMN in submission.columns and isinstance(submission[COLUMN].dtype, pd.StringDtype):
        submission = submission.assign(**{COLUMN: submission[COLUMN].str.strip()})
    found = quietly(check_v1, submission, expected)
    for fault, wrong in faults(found).items():
        if wrong.any():
            refuse(f"'{COLUMN}' has {int(wrong.sum())} boxes {fault}.")
    return found


def score(found: pd.DataFrame, answers: pd.DataFrame) -> float:
    """Kaggle's: TP / (TP + FP + FN) of each sample, whatever the classes, at each threshold."""
    truth = boxes(answers)
    groups = truth[["sample", "class"]].drop_duplicates().reset_index(drop=True).reset_index(names="group")
    truth = truth.merge(groups).sort_values("group", kind="stable")
    given, samples = np.bincount(found["sample"], minlength=len(answers)), len(answers)
    found = found.merge(groups)
    found = found.iloc[np.lexsort((-found["confidence"], found["group"]))]
    nearest, iou = best_overlap(found, truth, np.bincount(truth["group"], minlength=len(groups)))
    boxes_of = given + np.bincount(truth["sample"], minlength=samples)
    hits = [first_finders(nearest, iou > threshold) for threshold in THRESHOLDS]
    right = np.array([np.bincount(found["sample"], weights=hit, minlength=samples) for hit in hits])
    return float((right / (boxes_of - right)).mean())
