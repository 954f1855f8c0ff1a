from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.grading import align, listed, refuse, require_columns, require_rows, texts
from mlebench.metrics.ranking import pooled_kendall_tau, pooled_kendall_tau_of_places

ID_LENGTH = 8
DIGITS = np.full(256, 16, dtype=np.int64)
DIGITS[list(b"0123456789abcdef")] = range(16)


class Cells(NamedTuple):
    """Cells of all notebooks as numbers, which say the notebook and the cell, and how many each notebook has."""

    numbers: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_rows(submission, answers)
    require_columns(submission, ["id", "cell_order"])
    submission = align(submission, answers, on="id")
    wanted, given = list(answers["cell_order"]), texts(submission, "cell_order", allow_numbers=True)
    truth, guess = numbered(wanted), numbered(given)
    if truth is not None and guess is not None and np.array_equal(truth.lengths, guess.lengths):
        true_order, order = np.argsort(truth.numbers), np.argsort(guess.numbers)
        if np.array_equal(truth.numbers[true_order], guess.numbers[order]):
            places = np.empty_like(order)
            places[order] = true_order
            return pooled_kendall_tau_of_places(places, truth.lengths)
    return grade_words(answers["id"].to_list(), [text.split() for text in wanted], [text.split() for text in given])


def numbered(orders: list[str]) -> Cells | None:
    """None where not all cells are eight hexadecimal digits with single blanks between them."""
    sizes = np.array([len(cells) + 1 for cells in orders])
    content = np.frombuffer("".join(f"{cells} " for cells in orders).encode(), np.uint8)
    if (sizes % (ID_LENGTH + 1)).any() or len(content) != sizes.sum():
        return None
    table = content.reshape(-1, ID_LENGTH + 1)
    digits = DIGITS[table[:, :ID_LENGTH]]
    if (digits > 15).any() or (table[:, ID_LENGTH] != ord(" ")).any():
        return None
    lengths = sizes // (ID_LENGTH + 1)
    cells = digits @ (16 ** np.arange(ID_LENGTH)[::-1])
    return Cells((np.repeat(np.arange(len(orders)), lengths) << 32) + cells, lengths)


def grade_words(notebooks: list[str], truth: list[list[str]], predicted: list[list[str]]) -> float:
    """Whatever the cells are called; says what is wrong with the first wrong notebook."""
    for notebook, wanted, given in zip(notebooks, truth, predicted, strict=True):
        if len(given) != len(wanted) or set(given) != set(wanted):
            refuse_cells(notebook, wanted, given)
    return pooled_kendall_tau(truth, predicted)


def refuse_cells(notebook: str, wanted: list[str], given: list[str]) -> None:
    """Say what is wrong with one notebook; which cells it has is public, only their order is not."""
    if unknown := sorted(set(given) - set(wanted)):
        refuse(f"'cell_order' of notebook {notebook} has unknown cells: {listed(unknown)}.")
    if len(given) > len(set(given)):
        refuse(f"'cell_order' of notebook {notebook} has a cell more than once.")
    missing = sorted(set(wanted) - set(given))
    refuse(f"'cell_order' of notebook {notebook} lacks cells: {listed(missing)}.")
