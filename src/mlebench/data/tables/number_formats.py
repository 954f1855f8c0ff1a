"""Floats as text, for millions of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import orjson
import pyarrow as pa

from mlebench.data.tables.bulk_texts import spans

_POWERS = np.array([float(f"1e{exponent}") for exponent in range(23)])  # these are exact
# By bytes: between which sizes both Python and JSON have numbers without an exponent.
_USUAL = {4: (1.1e-4, 1e6), 8: (1e-4, 1e10)}


def shortest_texts(values: npt.NDArray[Any], missing: str = "") -> pa.LargeStringArray:
    """The shortest text that gives the same float back, as pandas writes a column of 64 or 32 bits.

    >>> shortest_texts(np.array([0.1, 2, 1e-9], dtype=np.float32)).to_pylist()
    ['0.1', '2.0', '1e-09']
    """
    size, (low, high) = np.abs(values), _USUAL[values.dtype.itemsize]
    usual = ((size >= low) & (size < high)) | (size == 0)
    rare = [missing if value != value else str(value) for value in values[~usual]]
    return _json_texts(values, usual, rare)


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
    # The nearest double of a short decimal number has that number as its shortest text.
    rare = [missing if value != value else form % value for value in values[~usual].tolist()]
    return _json_texts(rounded, usual, rare, of_whole=len(".0"))


def _json_texts(
    values: npt.NDArray[Any], usual: npt.NDArray[np.bool_], rare: list[str], of_whole: int = 0
) -> pa.LargeStringArray:
    """Usual numbers as JSON has them, which are the shortest texts, and the rare ones as they are given.

    Whole numbers come without so many characters at the end.
    """
    if not len(values):
        return pa.array([], pa.large_string())
    content = orjson.dumps(np.ascontiguousarray(values), option=orjson.OPT_SERIALIZE_NUMPY)
    commas = np.flatnonzero(np.frombuffer(content, np.uint8) == ord(","))
    starts, stops = np.append(1, commas + 1), np.append(commas, len(content) - 1)
    if of_whole:
        stops -= of_whole * (values == np.trunc(values))
    if rare:
        bounds = len(content) + np.cumsum([0, *map(len, rare)])
        starts[~usual], stops[~usual] = bounds[:-1], bounds[1:]
        content += "".join(rare).encode()
    return spans(content, starts, stops)
