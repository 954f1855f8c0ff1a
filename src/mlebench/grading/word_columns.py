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
from mlebench.grading.messages import suspect
from mlebench.metrics.classification import f1_of_sets

MOST_FREE = 0.05  # of an F1 score, by guesses that cost nothing


class Words(NamedTuple):
    """All words of all texts, in order."""

    row: Integers  # which text each stands in
    code: Integers  # which of the names it is
    names: list[str]  # every word once

    def sets(self, names: Sequence[str]) -> Integers:
        """The set of words of each row as sorted numbers, which stand for a row and a place in `names`.

        Words that are not among `names` are left out.
        """
        known_at = {name: place for place, name in enumerate(names)}
        place = np.array([known_at.get(name, -1) for name in self.names], dtype=np.int64)[self.code]
        known = place >= 0
        return distinct(self.row[known] * len(names) + place[known])


def words(texts: Sequence[str] | pd.Series[str], *, single_spaces: bool = False) -> Words:
    """The words as `text.split()` gives them; with `single_spaces` as `text.split(" ")`, but none of an empty text.

    >>> words(["b  a", "", "b"]).row.tolist()
    [0, 0, 2]
    """
    array = pa.array(texts, pa.large_string())
    cells = array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array
    split = pc.split_pattern(cells, " ")
    encoded = pc.dictionary_encode(split.flatten())
    code, names = encoded.indices.to_numpy().astype(np.int64), encoded.dictionary.to_pylist()
    if not single_spaces and any(name and name.split() != [name] for name in names):
        return _between_spaces_of_any_kind(cells.to_pylist())
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


def f1_of_known(truth: Words, predicted: Words, column: str) -> float:
    """Micro-averaged F1 of the sets of words of each row, as v1 has it: words that occur in no answer are ignored.

    They are suspected if they outnumber the wrong ones that count. So it is with guesses that were added because they
    cost nothing; honest ones that miss are mostly of classes that other answers have.
    """
    wanted, guessed = truth.sets(truth.names), predicted.sets(truth.names)
    f1, total = f1_of_sets(wanted, guessed), len(wanted) + len(guessed)
    ignored, wrong = len(predicted.sets(predicted.names)) - len(guessed), len(guessed) - f1 * total / 2
    if ignored > wrong and f1 * ignored / (total + ignored) > MOST_FREE:
        suspect(
            f"{ignored} values of '{column}' occur in no answer and were ignored instead of counted as wrong, which "
            "makes the score too good."
        )
    return f1


def micro_f1(truth: Words, predicted: Words) -> float:
    """Micro-averaged F1 of the sets of words of each row; words that occur in no answer are wrong ones."""
    names = _all_names(truth, predicted)
    return f1_of_sets(truth.sets(names), predicted.sets(names))


def mean_f1(truth: Words, predicted: Words, *, rows: int) -> float:
    """The mean, over rows, of the F1 of a row's set of words; 1 where there is none on either side."""
    names = _all_names(truth, predicted)
    wanted, guessed = truth.sets(names), predicted.sets(names)
    right = np.intersect1d(wanted, guessed, assume_unique=True)
    both, hits = (
        np.bincount(part // max(len(names), 1), minlength=rows) for part in (np.append(wanted, guessed), right)
    )
    return float(np.divide(2 * hits, both, out=np.ones(rows), where=both > 0).mean())


def _all_names(truth: Words, predicted: Words) -> list[str]:
    return list(dict.fromkeys([*truth.names, *predicted.names]))


def _between_spaces_of_any_kind(texts: Sequence[str]) -> Words:
    split = [text.split() for text in texts]
    code, names = pd.factorize(np.array(list(chain.from_iterable(split)), dtype=object))
    return Words(np.repeat(np.arange(len(split)), [len(found) for found in split]), code, names.tolist())
