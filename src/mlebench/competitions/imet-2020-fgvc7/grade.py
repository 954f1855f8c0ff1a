from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.grading import Expected, align, listed, require_columns, require_rows, suspect_free_guesses, texts, warn
from mlebench.metrics.classification import micro_f1


def check(submission: pd.DataFrame, expected: Expected) -> list[set[str]]:
    require_columns(submission, ["id", "attribute_ids"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="id")
    predicted = [set(cell.split()) for cell in texts(submission, "attribute_ids")]
    strange = sorted(word[:80] for word in set().union(*predicted) if not word.isdecimal())
    if strange:
        warn(f"Column 'attribute_ids' has words that are no attribute ids ({listed(strange)}); they were ignored.")
    return predicted


def score(predicted: list[set[str]], answers: pd.DataFrame) -> float:
    truth = [set(cell.split()) for cell in texts(answers, "attribute_ids")]
    columns = {attribute: k for k, attribute in enumerate(sorted(set().union(*truth)))}
    # v1 knows only the attributes that occur in the answers: all others are neither right nor wrong.
    known = [columns.keys() & attributes for attributes in predicted]
    result = micro_f1(_indicators(truth, columns), _indicators(known, columns))
    true, guessed, given = (sum(map(len, rows)) for rows in (truth, known, predicted))
    suspect_free_guesses(result, "attribute_ids", true=true, guessed=guessed, ignored=given - guessed)
    return result


def _indicators(rows: Sequence[set[str]], columns: Mapping[str, int]) -> npt.NDArray[np.bool_]:
    table = np.zeros((len(rows), len(columns)), dtype=bool)
    for row, attributes in enumerate(rows):
        table[row, [columns[attribute] for attribute in attributes]] = True
    return table
