"""Numbers that stand inside texts, such as lists of boxes: without a Python object for each."""

from __future__ import annotations

from contextlib import suppress
from itertools import chain

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from mlebench.data.tables.bulk_texts import ended, spans, text_bounds, text_buffer
from mlebench.grading.columns import Floats, Integers

_SPACE = ord(" ")
_OTHER_SPACES = bytes(byte for byte in range(_SPACE) if chr(byte).isspace())
_OF_NUMBERS = b"0123456789.-e"


def split_texts(texts: pd.Series[str], *, single_spaces: bool = False) -> tuple[Integers, pa.LargeStringArray]:
    """How many words each text has, and all words: as `text.split()`, or `text.split(" ")`, gives them.

    >>> counts, words = split_texts(pd.Series(["b  a", ""]))
    >>> counts.tolist(), words.to_pylist()
    ([2, 0], ['b', 'a'])
    """
    cells = ended(texts, " ")
    content, bounds = text_buffer(cells), text_bounds(cells)
    ends = np.append(0, np.flatnonzero(np.frombuffer(content, np.uint8) == _SPACE) + 1)
    if not single_spaces and ((np.diff(ends) == 1).any() or _has_other_spaces(bytes(content))):
        words = [text.split() for text in texts.to_list()]
        return np.array(list(map(len, words)), dtype=np.int64), pa.array(chain(*words), pa.large_string())
    return np.diff(np.searchsorted(ends, bounds - bounds[0])), spans(content, ends[:-1], ends[1:] - 1)


def _has_other_spaces(content: bytes) -> bool:
    return not content.isascii() or any(byte in content for byte in _OTHER_SPACES)


def every(words: pa.LargeStringArray, step: int, first: int) -> pa.LargeStringArray:
    """Each word that is so many after the one before, from the first on: a column of a list of groups."""
    return words.take(pa.array(np.arange(first, len(words), step)))


def as_floats(words: pa.LargeStringArray) -> Floats:
    """The words as Python's `float` reads them; where one is no number, its ValueError.

    >>> as_floats(pa.array(["1e3", "-.5", "inf"], pa.large_string())).tolist()
    [1000.0, -0.5, inf]
    """
    if not bytes(text_buffer(words)).translate(None, _OF_NUMBERS):  # of other words Arrow reads some otherwise
        with suppress(pa.ArrowInvalid):
            return np.asarray(pc.cast(words, pa.float64()))
    return np.array([float(word) for word in words.to_pylist()], dtype=np.float64)
