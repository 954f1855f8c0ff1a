from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from mlebench.data import read_csv
from mlebench.data.tables.bulk_texts import joined, text_buffer
from mlebench.grading import Expected, align, listed, refuse, require_columns, require_rows, text_column
from mlebench.metrics.ranking import pooled_kendall_tau, pooled_kendall_tau_of_places

ID_LENGTH = 8
NO_DIGIT = 16
DIGITS = np.full(256, NO_DIGIT, dtype=np.uint8)
DIGITS[list(b"0123456789abcdef")] = range(16)


class Cells(NamedTuple):
    """Cells of all notebooks as numbers, which say the notebook and the cell, and how many each notebook has."""

    numbers: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]


class Orders(NamedTuple):
    """What was handed in, and the same as numbers where its cells have ids as they should."""

    texts: "pd.Series[str]"
    cells: Cells | None


def expect(public: Path) -> pd.DataFrame:
    """The cells of each notebook, sorted: only their order is asked for."""
    sample = read_csv(public / "sample_submission.csv", usecols=["id", "cell_order"])
    return sample.assign(cell_order=[" ".join(sorted(cells.split())) for cells in sample["cell_order"]])


def check(submission: pd.DataFrame, expected: Expected) -> Orders:
    require_rows(submission, expected)
    require_columns(submission, ["id", "cell_order"])
    given = text_column(align(submission, expected, on="id"), "cell_order", allow_numbers=True)
    wanted = expected.rows["cell_order"]
    cells, guess = numbered(wanted), numbered(given)
    if cells is None or guess is None or not same_cells(cells, guess):
        for notebook, asked, told in zip(expected.ids, wanted, given, strict=True):
            require_cells(notebook, asked.split(), told.split())
    return Orders(given, guess)


def score(given: Orders, answers: pd.DataFrame) -> float:
    truth, guess = numbered(answers["cell_order"]), given.cells
    if truth is None or guess is None:
        lists = ([text.split() for text in texts] for texts in (answers["cell_order"], given.texts))
        return pooled_kendall_tau(*lists)
    places = np.empty_like(guess.numbers)
    # Cells stand by notebook, which only a stable sort makes use of.
    places[np.argsort(guess.numbers, kind="stable")] = np.argsort(truth.numbers, kind="stable")
    return pooled_kendall_tau_of_places(places, truth.lengths)


def same_cells(one: Cells, other: Cells) -> bool:
    wanted, given = (np.sort(cells.numbers, kind="stable") for cells in (one, other))
    return np.array_equal(one.lengths, other.lengths) and np.array_equal(wanted, given)


def numbered(orders: "pd.Series[str]") -> Cells | None:
    """None where not all cells are eight hexadecimal digits."""
    return _numbered(orders) or _numbered([" ".join(cells.split()) for cells in orders.to_list()])


def _numbered(orders: "pd.Series[str] | list[str]") -> Cells | None:
    """The same where there are single blanks between cells."""
    ended = joined(pa.array(orders, pa.large_string()), " ")
    ended = ended.combine_chunks() if isinstance(ended, pa.ChunkedArray) else ended
    sizes = pc.binary_length(ended).to_numpy()
    if (sizes % (ID_LENGTH + 1)).any():
        return None
    table = np.frombuffer(text_buffer(ended), np.uint8).reshape(-1, ID_LENGTH + 1)
    digits = DIGITS[table[:, :ID_LENGTH]]
    if digits.max(initial=0) >= NO_DIGIT or (table[:, ID_LENGTH] != ord(" ")).any():
        return None
    lengths = sizes // (ID_LENGTH + 1)
    cells = (digits[:, 0::2] << 4 | digits[:, 1::2]).view(">u4")[:, 0]
    return Cells((np.repeat(np.arange(len(sizes)), lengths) << 32) + cells, lengths)


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
