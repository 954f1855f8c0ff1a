"""Floats as text, for millions of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from mlebench.data.tables.bulk_texts import array_of_texts, joined

_TEXT = pa.large_string()
_POWERS = np.array([float(f"1e{exponent}") for exponent in range(23)])  # these are exact
# By bytes: between which sizes Arrow and Python write the same digits without an exponent, but for a final `.0`.
_USUAL = {4: (1.1e-4, 1e6), 8: (1e-4, 1e10)}


def shortest_texts(values: npt.NDArray[Any], missing: str = "") -> pa.LargeStringArray:
    """The shortest text that gives the same float back, as pandas writes a column of 64 or 32 bits.

    >>> shortest_texts(np.array([0.1, 2, 1e-9], dtype=np.float32)).to_pylist()
    ['0.1', '2.0', '1e-09']
    """
    size, (low, high) = np.abs(values), _USUAL[values.dtype.itemsize]
    usual = ((size >= low) & (size < high)) | (size == 0)
    text = pc.cast(pa.array(values), _TEXT)
    whole = usual & (values == np.trunc(values))
    if whole.any():
        bounds = np.concatenate([[0], 2 * np.cumsum(whole)])
        text = joined(text, array_of_texts(b".0" * np.count_nonzero(whole), bounds))
    rare = [missing if value != value else str(value) for value in values[~usual]]
    return _replaced(text, usual, rare)


def general_texts(values: npt.NDArray[Any], digits: int, missing: str = "") -> pa.LargeStringArray:
    """The text of each number as `"%.<digits>g"` prints it; up to 12 digits.

    >>> general_texts(np.array([0.1 + 0.2, 1e20, np.nan]), digits=3).to_pylist()
    ['0.3', '1e+20', '']
    """
    values = values.astype(np.float64, copy=False)
    size, form = np.abs(values), f"%.{digits}g"
    usual = (size >= 1e-4) & (size < min(1e9, _POWERS[digits - 1]))
    scale = _POWERS[digits - 1 - np.floor(np.log10(np.where(usual, size, 1.0))).astype(np.int64)]
    usual |= size == 0
    scaled = np.where(usual, values, 1.0) * scale
    rounded = np.rint(scaled) / scale
    # The product is off by at most a few units in the last place of a double: only near a half can it
    # round to the wrong side.
    near_half = np.flatnonzero(np.abs(np.abs(scaled - np.trunc(scaled)) - 0.5) <= 1e-3)
    rounded[near_half] = [float(form % value) for value in values[near_half].tolist()]
    # The nearest double of a short decimal number has that number as its shortest text, and for these
    # sizes Arrow writes it without an exponent or a final `.0`.
    rare = [missing if value != value else form % value for value in values[~usual].tolist()]
    return _replaced(pc.cast(pa.array(rounded), _TEXT), usual, rare)


def _replaced(texts: pa.LargeStringArray, usual: npt.NDArray[np.bool_], rare: list[str]) -> pa.LargeStringArray:
    return pc.replace_with_mask(texts, pa.array(~usual), pa.array(rare, _TEXT)) if rare else texts
