import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.grading import (
    Expected,
    numbers,
    order_as_v1,
    refuse,
    require_columns,
    require_rows,
    sorted_as_v1,
    suspect,
    warn,
)
from mlebench.metrics.ranking import spearman

ANSWERS_AS_WRITTEN = True  # v1 sorts both sides and compares no ids


def check(submission: pd.DataFrame, expected: Expected) -> pd.DataFrame:
    targets = expected.columns[1:]
    require_columns(submission, ["qa_id", *targets], exact=True)
    require_rows(submission, expected)
    submission = sorted_as_v1(submission, "qa_id")
    if submission["qa_id"].tolist() != sorted_as_v1(expected.rows, "qa_id")["qa_id"].tolist():
        suspect("'qa_id' differs from the test set's; it was never compared, and rows were paired after sorting.")
    return pd.DataFrame({name: ranked(submission, name) for name in targets}, copy=False)


def score(predicted: pd.DataFrame, answers: pd.DataFrame) -> float:
    order = order_as_v1(answers["qa_id"])
    return float(np.mean([spearman(answers[name].to_numpy()[order], predicted[name]) for name in predicted]))


def ranked(submission: pd.DataFrame, name: str) -> npt.NDArray[np.float64]:
    """Values that order the rows as v1 does: a column with any text in it is ordered as text."""
    column = submission[name]
    if isinstance(column.dtype, pd.StringDtype) and column.notna().all():
        warn(f"Column '{name}' holds text and was ranked in alphabetical order.")
        values = pd.factorize(column, sort=True)[0].astype(np.float64)
    else:
        values = numbers(submission, name, allow_infinite=True)
        if values.min() < 0 or values.max() > 1:
            warn("There are values outside 0…1; only their order counts.")
    if (values == values[0]).all():
        refuse(f"Column '{name}' is constant, so it has no rank correlation.")
    return values
