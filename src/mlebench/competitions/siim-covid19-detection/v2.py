from pathlib import Path

import pandas as pd

from mlebench.data import read_csv, split_groups
from mlebench.data.formats.dicom import dicom_tags
from mlebench.grading import Expected, quietly, refuse
from mlebench.metrics.detection import Boxes, mean_voc_precision

from .grade import BOX, boxes
from .grade import check as check_v1
from .prepare import write_parts

PATIENT = "0010,0020"
HEADER = 1 << 16  # bytes, far more than the tags before the pixels have


def prepare(raw: Path, public: Path, private: Path) -> None:
    studies = read_csv(raw / "train_study_level.csv")
    patients = [patient(raw / "train" / name.removesuffix("_study")) for name in studies["id"]]
    write_parts(raw, public, private, *split_groups(studies, patients, test_size=0.1))


def patient(study: Path) -> str:
    """Whose study this is; a study without a patient stands for itself."""
    with next(study.rglob("*.dcm")).open("rb") as file:
        return dicom_tags(file.read(HEADER)).get(PATIENT) or study.name


def check(submission: pd.DataFrame, expected: Expected) -> pd.DataFrame:
    found = quietly(check_v1, submission, expected)
    if not found["confidence"].between(0, 1).all():
        refuse("Every confidence must be within 0 to 1.")
    return found


def score(found: pd.DataFrame, answers: pd.DataFrame) -> float:
    """As on Kaggle: boxes that were missed are not ranked."""
    truth = boxes(answers)
    true, given = (Boxes(part["row"], part["class"], part[BOX]) for part in (truth, found))
    return mean_voc_precision(true, given, found["confidence"], threshold=0.5)
