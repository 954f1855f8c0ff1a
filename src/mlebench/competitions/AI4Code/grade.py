from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.data import read_csv
from mlebench.grading import Expected, align, listed, refuse, require_columns, require_rows, texts
from mlebench.metrics.ranking import pooled_kendall_tau, pooled_kendall_tau_of_places

ID_LENGTH = 8
DIGITS = np.full(256, 16, dtype=np.int64)
DIGITS[list(b"0123456789abcdef")] = range(16)


class Cells(NamedTuple):
    """Cells of all notebooks as numbers, which say the notebook and the cell, and how many each notebook has."""

    numbers: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]


def expect(public: Path) -> pd.DataFrame:
    """The cells of each notebook, sorted: only their order is asked for."""
    sample = read_csv(public / "sample_submission.csv", usecols=["id", "cell_order"])
    return sample.assign(cell_order=[" ".join(sorted(cells.split())) for cells in sample["cell_order"]])


def check(submission: pd.DataFrame, expected: Expected) -> list[str]:
    require_rows(submission, expected)
    require_columns(submission, ["id", "cell_order"])
    given = texts(align(submission, expected, on="id"), "cell_order", allow_numbers=True)
    wanted = expected.rows["cell_order"].to_list()
    cells, guess = numbered(wanted), numbered(given)
    if cells is None or guess is None or not same_cells(cells, guess):
        for notebook, asked, told in zip(expected.ids, wanted, given, strict=True):
            require_cells(notebook, asked.split(), told.split())
    return given


def score(given: list[str], answers: pd.DataFrame) -> float:
    wanted = answers["cell_order"].to_list()
    truth, guess = numbered(wanted), numbered(given)
    if truth is None or guess is None:
        return pooled_kendall_tau([text.split() for text in wanted], [text.split() for text in given])
    places = np.empty_like(guess.numbers)
    places[np.argsort(guess.numbers)] = np.argsort(truth.numbers)
    return pooled_kendall_tau_of_places(places, truth.lengths)


def same_cells(one: Cells, other: Cells) -> bool:
    return np.array_equal(one.lengths, other.lengths) and np.array_equal(np.sort(one.numbers), np.sort(other.numbers))


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


def require_cells(notebook: str, wanted: list[str], given: list[str]) -> None:
    """Say what is wrong with one notebook; which cells it has is public, only their order is not."""
    if len(given) == len(wanted) and set(given) == set(wanted):
        return
    if unknown := sorted(set(given) - set(wanted)):
        refuse(f"'cell_order' of notebook {notebook} has unknown cells: {listed(unknown)}.")
    if len(given) > len(set(given)):
        refuse(f"'cell_order' of notebook {notebook} has a cell more than once.")
    missing = sorted(set(wanted) - set(given))
    refuse(f"'cell_order' of notebook {notebook} lacks cells: {listed(missing)}.")
