import numpy as np
import pandas as pd

from mlebench.grading import (
    Expected,
    align,
    as_floats,
    distinct,
    every,
    listed,
    refuse,
    require_columns,
    require_rows,
    split_texts,
    suspect,
    text_column,
    warn,
)
from mlebench.metrics.classification import average_precision
from mlebench.metrics.detection import greedy_matches

COLUMN = "PredictionString"
NUMBERS = ["confidence", "x_min", "y_min", "x_max", "y_max"]
BOX = NUMBERS[1:]
REFUSED = "refused if such a class is scored"


def check(submission: pd.DataFrame, expected: Expected) -> pd.DataFrame:
    require_columns(submission, ["id", COLUMN])
    require_rows(submission, expected)
    found = boxes(align(submission, expected, on="id"))
    infinite = ~np.isfinite(found["confidence"])
    if infinite.any():
        warn(f"Confidences of class {listed(sorted(set(found.loc[infinite, 'class'])))} are not finite: {REFUSED}.")
    finite = found.loc[~infinite, "confidence"]
    if (finite < 0).any():
        suspect("There are negative confidences: boxes that were missed rank before them, as if they had been found.")
    if (finite > 1).any():
        warn("There are confidences above 1; only their order counts.")
    return found


def score(found: pd.DataFrame, answers: pd.DataFrame) -> float:
    truth = boxes(answers)
    found = found[found["class"].isin(truth["class"].unique())].sort_values(
        "confidence", ascending=False, kind="stable"
    )
    if not np.isfinite(found["confidence"]).all():
        refuse("Confidences must be finite numbers.")
    rows = len(answers)
    true_of, found_of = dict(iter(truth.groupby("class"))), dict(iter(found.groupby("class")))
    return float(
        np.mean([class_precision(part, found_of.get(name, found[:0]), rows) for name, part in true_of.items()])
    )


def boxes(table: pd.DataFrame) -> pd.DataFrame:
    """One line for each box of a table: the row it stands in, its class, confidence and corners."""
    width = 1 + len(NUMBERS)
    counts, items = split_texts(text_column(table, COLUMN, allow_blank=False))
    if (counts % width).any():
        row = int((counts % width != 0).argmax())
        name = table["id"].iloc[row]
        refuse(f"'{COLUMN}' of {listed([name])} has {counts[row]} items, not whole groups of {width}.")
    result = pd.DataFrame({"row": np.repeat(np.arange(len(table)), counts // width)})
    result["class"] = pd.Series(every(items, width, 0).to_pandas(), dtype="str")
    for place, name in enumerate(NUMBERS, start=1):
        try:
            result[name] = as_floats(every(items, width, place))
        except ValueError as error:
            refuse(f"'{COLUMN}' must be groups of class, confidence, xmin, ymin, xmax, ymax: {str(error)[:100]}.")
    return result


def class_precision(truth: pd.DataFrame, found: pd.DataFrame, rows: int) -> float:
    """v1's average precision of a class: missed boxes, and rows without any box, take part with confidence 0."""
    hits = greedy_matches(found[BOX], found["row"], truth[BOX], truth["row"], threshold=0.5)
    missed = len(truth) - int(hits.sum())
    empty = rows - len(distinct(np.concatenate([truth["row"], found["row"]])))
    positive = np.concatenate([hits, np.ones(missed), np.zeros(empty)])
    return average_precision(positive, np.concatenate([found["confidence"], np.zeros(missed + empty)]))
