import pandas as pd

from mlebench.grading import Expected, refuse
from mlebench.metrics.segmentation import Runs

from .grade import check as check_v1
from .grade import pixels


def check(submission: pd.DataFrame, expected: Expected) -> list[Runs]:
    checked = check_v1(submission, expected)
    for text, size in zip(submission["Predicted"].astype(str), pixels(expected.rows), strict=True):
        numbers = [int(word) for word in text.split()]
        if len(numbers) % 2 or (numbers and numbers[-2] + numbers[-1] - 1 > size):
            refuse("'Predicted' must hold pairs of start and length, within the picture.")
    return checked
