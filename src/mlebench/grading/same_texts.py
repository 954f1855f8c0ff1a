"""Texts that stand in another order: which is which, by hashing many at once."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa

Rows = npt.NDArray[np.intp]
_Words = npt.NDArray[np.uint64]

_LONGEST = 256  # bytes of a text; ids are shorter
_WORD = 8
_AT_ONCE = 1 << 14  # rows; what is made of them stays in the processor's cache
_FIRST_BYTES = np.array([(1 << 8 * size) - 1 for size in range(_WORD + 1)], dtype=np.uint64)  # of a little-endian word
# Odd, for each word and the size. They differ from process to process, so that nobody can make texts that collide.
_MULTIPLIERS = np.frombuffer(secrets.token_bytes(3 * (_LONGEST + _WORD)), np.uint64).reshape(-1, 3) | np.uint64(1)


def same_texts(wanted: pd.Series[Any], given: pd.Series[Any]) -> Rows | None:
    """For each wanted text the row of `given` that has it, where both have the same texts, each once.

    None where they do not, and where a text is blank or very long. Texts are told apart by hashes of 128 bits.

    >>> same_texts(pd.Series(["a", "b"], dtype="str"), pd.Series(["b", "a"], dtype="str")).tolist()
    [1, 0]
    """
    if len(wanted) != len(given) or not len(wanted) or wanted.hasnans or given.hasnans:
        return None
    hashes, given_hashes = _hashes(wanted), _hashes(given)
    if hashes is None or given_hashes is None:
        return None
    rows, given_rows = np.argsort(hashes[0]), np.argsort(given_hashes[0])
    hashes = hashes.take(rows, axis=1)
    is_repeated = hashes[0, 1:] == hashes[0, :-1]
    if is_repeated.any() or not np.array_equal(hashes, given_hashes.take(given_rows, axis=1)):
        return None
    order = np.empty_like(rows)
    order[rows] = given_rows
    return order


def _hashes(column: pd.Series[Any]) -> _Words | None:
    """Two hashes for each text; None where one is very long."""
    array = pa.array(column, pa.large_string())
    texts = array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array
    bounds = np.frombuffer(texts.buffers()[1], np.int64)[texts.offset : texts.offset + len(texts) + 1]
    starts, sizes = bounds[:-1], np.diff(bounds)
    longest, shortest = int(sizes.max()), int(sizes.min())
    if longest > _LONGEST:
        return None
    width = max(1, -(-longest // _WORD))
    content = np.frombuffer(texts.buffers()[2] or b"", np.uint8)
    content = np.concatenate([content, np.zeros(_WORD * width, np.uint8)])  # to look beyond the last text
    windows = np.ndarray(len(content) - _WORD * width + 1, f"V{_WORD * width}", content, strides=(1,))
    hashes = np.empty((2, len(texts)), dtype=np.uint64)
    for first in range(0, len(texts), _AT_ONCE):
        rows = slice(first, first + _AT_ONCE)
        words: _Words = windows[starts[rows]].view("<u8").reshape(-1, width)
        for place in range(shortest // _WORD, width):
            words[:, place] &= _FIRST_BYTES[np.clip(sizes[rows] - _WORD * place, 0, _WORD)]
        words *= _MULTIPLIERS[:width, 0]
        words ^= words >> np.uint64(32)  # the upper half of a product is the better one
        hashes[:, rows] = (words @ _MULTIPLIERS[:width, 1:]).T
    hashes += sizes.astype(np.uint64) * _MULTIPLIERS[-1:, 1:].T
    return hashes
