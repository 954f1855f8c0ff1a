from collections.abc import Callable
from pathlib import Path

import pandas as pd

from mlebench.data import place_named, read_csv, split_rows, write_csv

from .grade import CORNERS

NO_FINDING = 14


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_with(raw, public, private, first_boxes)


def first_boxes(findings: pd.DataFrame) -> pd.DataFrame:
    """One row for each scan and class: what the first radiologist in the table saw."""
    return findings.groupby(["image_id", "class_id"]).first().reset_index()


def prepare_with(raw: Path, public: Path, private: Path, true_boxes: Callable[[pd.DataFrame], pd.DataFrame]) -> None:
    findings = read_csv(raw / "train.csv")
    train_ids, test_ids = split_rows(list(findings["image_id"].drop_duplicates()), test_size=0.1)
    is_test = findings["image_id"].isin(test_ids)
    answers = true_boxes(findings[is_test]).fillna(0)
    answers.loc[answers["class_id"] == NO_FINDING, ["x_max", "y_max"]] = 1.0

    write_csv(findings[~is_test], public / "train.csv")
    write_csv(answers, private / "answers.csv")
    write_csv(gold_submission(answers), private / "gold_submission.csv")
    sample = pd.DataFrame({"image_id": test_ids, "PredictionString": f"{NO_FINDING} 1 0 0 1 1"})
    write_csv(sample, public / "sample_submission.csv")
    for name, ids in (("train", train_ids), ("test", test_ids)):
        place_named(raw / "train", [f"{scan}.dicom" for scan in ids], public / name)


def gold_submission(answers: pd.DataFrame) -> pd.DataFrame:
    texts = answers["class_id"].astype(str) + " 1.0"
    for corner in CORNERS:
        texts += " " + answers[corner].astype(str)
    boxes = texts.groupby(answers["image_id"]).agg(" ".join)
    return boxes.rename("PredictionString").reset_index()
