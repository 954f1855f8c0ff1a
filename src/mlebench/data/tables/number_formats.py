"""Floats as text in printf's formats, for millions of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from mlebench.data.progress import in_threads

_PIECE = 1 << 19
_POWERS = np.array([float(f"1e{exponent}") for exponent in range(23)])  # these are exact


def general_format(values: npt.ArrayLike, digits: int = 10) -> pd.Series[Any]:
    """The text of each number as `"%.<digits>g"` prints it; up to 12 digits.

    >>> general_format([0.1 + 0.2, 1e20], digits=3).tolist()
    ['0.3', '1e+20']
    """
    numbers = np.asarray(values, dtype=np.float64)
    return _in_pieces(lambda piece: _formatted(piece, digits), numbers)


def float32_texts(values: npt.NDArray[np.float32]) -> pd.Series[Any]:
    """The shortest text that gives the same 32-bit float back, as pandas writes a column of them.

    >>> float32_texts(np.array([0.1, 2], dtype=np.float32)).tolist()
    ['0.1', '2.0']
    """
    return _in_pieces(_shortest, values)


def _in_pieces(texts_of: Callable[[Any], pa.LargeStringArray], values: npt.NDArray[Any]) -> pd.Series[Any]:
    pieces = [values[start : start + _PIECE] for start in range(0, len(values), _PIECE)]
    return pd.Series(pa.chunked_array(list(in_threads(texts_of, pieces)), pa.large_string()), dtype="str")


def _shortest(values: npt.NDArray[np.float32]) -> pa.LargeStringArray:
    size = np.abs(values)
    # Between these NumPy and Arrow write the same digits without an exponent, but for a final `.0`.
    usual = ((size > 1.1e-4) & (size < 1e6)) | (size == 0)
    text = pc.cast(pa.array(values), pa.large_string())
    empty = pa.scalar("", pa.large_string())
    whole = pc.binary_join_element_wise(text, pa.scalar(".0", pa.large_string()), empty)
    text = pc.if_else(pa.array(values == np.trunc(values)), whole, text)
    rare = pa.array(values[~usual].astype(str).tolist(), pa.large_string())
    return pc.replace_with_mask(text, pa.array(~usual), rare)


def _formatted(values: npt.NDArray[np.float64], digits: int) -> pa.LargeStringArray:
    size, form = np.abs(values), f"%.{digits}g"
    usual = (size >= 1e-4) & (size < min(1e9, _POWERS[digits - 1]))
    scale = _POWERS[digits - 1 - np.floor(np.log10(np.where(usual, size, 1.0))).astype(np.int64)]
    usual |= size == 0
    scaled = np.where(usual, values, 1.0) * scale
    # The product is off by at most a few units in the last place of a double: only near a half can it
    # round to the wrong side.
    rounded = np.rint(scaled) / scale
    near_half = np.flatnonzero(usual & (np.abs(np.abs(scaled - np.trunc(scaled)) - 0.5) <= 1e-3))
    rounded[near_half] = [float(form % value) for value in values[near_half].tolist()]
    # The nearest double of a short decimal number has that number as its shortest text, and for these
    # sizes Arrow writes it without an exponent or a final `.0`.
    text = pc.cast(pa.array(rounded), pa.large_string())
    if usual.all():
        return text
    rare = [form % value for value in values[~usual].tolist()]
    return pc.replace_with_mask(text, pa.array(~usual), pa.array(rare, pa.large_string()))
