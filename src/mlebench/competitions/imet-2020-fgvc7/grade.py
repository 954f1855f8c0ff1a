from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.grading import align, listed, require_columns, require_rows, texts, warn
from mlebench.metrics.classification import micro_f1


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["id", "attribute_ids"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="id")
    truth = [set(cell.split()) for cell in texts(answers, "attribute_ids")]
    columns = {attribute: k for k, attribute in enumerate(sorted(set().union(*truth)))}
    cells = texts(submission, "attribute_ids")
    strange = sorted({word[:80] for cell in cells for word in cell.split() if not word.isdecimal()})
    if strange:
        warn(f"Column 'attribute_ids' has words that are no attribute ids ({listed(strange)}); they were ignored.")
    # v1 knows only the attributes that occur in the answers: all others are neither right nor wrong.
    predicted = [columns.keys() & cell.split() for cell in cells]
    return micro_f1(_indicators(truth, columns), _indicators(predicted, columns))


def _indicators(rows: Sequence[set[str]], columns: Mapping[str, int]) -> npt.NDArray[np.bool_]:
    table = np.zeros((len(rows), len(columns)), dtype=bool)
    for row, attributes in enumerate(rows):
        table[row, [columns[attribute] for attribute in attributes]] = True
    return table
