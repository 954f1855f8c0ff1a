"""Names for the arrays that go around."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy import sparse

Floats: TypeAlias = npt.NDArray[np.floating]
Mask: TypeAlias = npt.NDArray[np.bool_]
Places: TypeAlias = npt.NDArray[np.intp]  # positions of rows or of classes
Values: TypeAlias = npt.NDArray[Any]  # cells of a table, of whatever type its column has
Matrix: TypeAlias = Floats | sparse.csr_matrix
# One for the training rows, one for the test rows.
Pair: TypeAlias = tuple[Floats, Floats]
MatrixPair: TypeAlias = tuple[Matrix, Matrix]


def shares(rows: Floats) -> Floats:
    """Rows that add up to 1."""
    found: Floats = rows / rows.sum(axis=1, keepdims=True)
    return found


def nearest(steps: Floats, values: Floats) -> Places:
    """The place of the step that is nearest to each value."""
    found: Places = np.abs(values[:, None] - steps[None, :]).argmin(axis=1)
    return found
