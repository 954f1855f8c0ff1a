"""The words of a column of texts as numbers, without a Python object for each word."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from mlebench.grading.columns import Integers, distinct


class Words(NamedTuple):
    """All words of all texts, in order."""

    row: Integers  # which text each stands in
    code: Integers  # which of the names it is
    names: list[str]  # every word once

    def sets(self, names: Sequence[str]) -> Integers:
        """The set of words of each row as sorted numbers, which stand for a row and a place in `names`.

        Words that are not among `names` are left out.
        """
        place = pd.Index(names, dtype=object).get_indexer(pd.Index(self.names, dtype=object))[self.code]
        known = place >= 0
        return distinct(self.row[known] * len(names) + place[known])


def words(texts: Sequence[str], *, single_spaces: bool = False) -> Words:
    """The words as `text.split()` gives them; with `single_spaces` as `text.split(" ")` does, but none of an empty text.

    >>> words(["b  a", "", "b"]).row.tolist()
    [0, 0, 2]
    """
    cells = pa.array(texts, type=pa.large_string())
    split = pc.split_pattern(cells, " ")
    encoded = pc.dictionary_encode(split.flatten())
    code, names = encoded.indices.to_numpy().astype(np.int64), encoded.dictionary.to_pylist()
    if not single_spaces and any(name and name.split() != [name] for name in names):
        return _between_spaces_of_any_kind(texts)
    sizes = pc.list_value_length(split).to_numpy()
    row = np.repeat(np.arange(len(sizes)), sizes)
    if single_spaces:
        is_word = (pc.binary_length(cells).to_numpy() > 0)[row]
    elif "" in names:
        empty = names.index("")
        is_word = code != empty
        names.pop(empty)
        code -= code > empty
    else:
        return Words(row, code, names)
    return Words(row[is_word], code[is_word], names)


def _between_spaces_of_any_kind(texts: Sequence[str]) -> Words:
    split = [text.split() for text in texts]
    code, names = pd.factorize(np.array(list(chain.from_iterable(split)), dtype=object))
    return Words(np.repeat(np.arange(len(split)), [len(found) for found in split]), code, names.tolist())
