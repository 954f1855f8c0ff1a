"""In which row a text stands, for many at once."""

from __future__ import annotations

import secrets
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from mlebench.data.tables.bulk_texts import text_bounds, text_buffer

Rows = npt.NDArray[np.intp]
Column: TypeAlias = "pd.Series[Any] | pd.Index[Any]"
_Words = npt.NDArray[np.uint64]

_LONGEST = 256  # bytes of a text; ids are shorter
_WORD = 8
_PLACES_PER_ROW = 4  # of a table
_AT_ONCE = 1 << 14  # rows; what is made of them stays in the processor's cache
_FIRST_BYTES = np.array([(1 << 8 * size) - 1 for size in range(_WORD + 1)], dtype=np.uint64)  # of a little-endian word
# Odd, for each word and the size. They differ from process to process, so that nobody can make texts that collide.
_MULTIPLIERS = np.frombuffer(secrets.token_bytes(2 * (_LONGEST + _WORD)), np.uint64).reshape(-1, 2) | np.uint64(1)
_FIRST_MULTIPLIER = np.uint64(secrets.randbits(64) | 1)


def rows_of_texts(given: Column, among: Column) -> Rows | None:
    """For each given text the row of `among` that has it, or -1; texts are told apart by hashes of 128 bits.

    None where a text stands twice in `among`, is blank or very long.

    >>> rows_of_texts(pd.Series(["b", "x"], dtype="str"), pd.Series(["a", "b"], dtype="str")).tolist()
    [1, -1]
    """
    if not len(given) or not len(among) or given.hasnans or among.hasnans:
        return None
    wanted, known = _hashes(given), _hashes(among)
    return None if wanted is None or known is None else _found(wanted, known)


def _found(wanted: _Words, known: _Words) -> Rows | None:
    """By a table in which each hash has a place, and in further rounds those whose place another one took."""
    result = np.full(wanted.shape[1], -1)
    rest, hashes = np.arange(wanted.shape[1]), wanted[0]
    small: Any = np.int32 if known.shape[1] < 2**31 else np.int64  # half the memory
    known_rest, known_hashes = np.arange(known.shape[1], dtype=small), known[0]
    while len(known_rest):
        bits = (_PLACES_PER_ROW * len(known_rest)).bit_length()
        place, wanted_place = ((part >> np.uint64(64 - bits)).view(np.int64) for part in (known_hashes, hashes))
        table = np.zeros(1 << bits, dtype=small)
        table[place] = known_rest
        found, winner = table[wanted_place], table[place]
        is_same = hashes == known[0][found]
        result[rest[is_same]] = found[is_same]
        rest, hashes = rest[~is_same], hashes[~is_same]
        lost = np.flatnonzero(winner != known_rest)
        if (known_hashes[lost] == known[0][winner[lost]]).any():
            return None
        known_rest, known_hashes = known_rest[lost], known_hashes[lost]
    result[wanted[1] != known[1][result]] = -1
    return result


def _hashes(column: Column) -> _Words | None:
    """Two hashes for each text; None where one is very long."""
    array = pa.array(column, pa.large_string())
    if pc.max(pc.binary_length(array)).as_py() > _LONGEST:
        return None
    chunks = array.chunks if isinstance(array, pa.ChunkedArray) else [array]
    pieces = (chunk[first : first + _AT_ONCE] for chunk in chunks for first in range(0, len(chunk), _AT_ONCE))
    return np.concatenate([_hashes_of(texts) for texts in pieces], axis=1)


def _hashes_of(texts: pa.LargeStringArray) -> _Words:
    bounds = text_bounds(texts)
    starts, sizes = bounds[:-1] - bounds[0], np.diff(bounds)
    width = max(1, -(-int(sizes.max()) // _WORD))
    content = b"".join((text_buffer(texts), bytes(_WORD * width)))  # to look beyond the last text
    windows = np.ndarray(len(content) - _WORD * width + 1, f"V{_WORD * width}", content, strides=(1,))
    words: _Words = windows[starts].view("<u8").reshape(-1, width)
    for place in range(int(sizes.min()) // _WORD, width):
        words[:, place] &= _FIRST_BYTES[np.clip(sizes - _WORD * place, 0, _WORD)]
    # A product says nothing of upper bits in its lower ones; the first one keeps the others from cancelling out.
    words *= _FIRST_MULTIPLIER
    words ^= words >> np.uint64(32)
    hashes: _Words = words @ _MULTIPLIERS[:width] + sizes.astype(np.uint64)[:, np.newaxis] * _MULTIPLIERS[-1]
    return hashes.T
