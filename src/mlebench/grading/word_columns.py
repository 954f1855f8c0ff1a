"""The words of a column of texts as numbers, without a Python object for each word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from mlebench.data.tables.bulk_texts import array_of_texts, ended, text_bounds, text_buffer
from mlebench.grading.columns import Floats, Integers, distinct
from mlebench.grading.messages import suspect, warn
from mlebench.grading.text_columns import text_column
from mlebench.metrics.classification import common, f1_of_sets

MOST_FREE = 0.05  # of an F1 score, by guesses that cost nothing


class Words(NamedTuple):
    """All words of all texts, in order."""

    row: Integers  # which text each stands in
    code: Integers  # which of the names it is
    names: list[str]  # every word once

    def lower(self) -> Words:
        """The words in lower case."""
        code, names = pd.factorize(np.array([name.lower() for name in self.names], dtype=object))
        return Words(self.row, code[self.code], names.tolist())

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
    cells = ended(texts, " ")
    content, bounds = text_buffer(cells), text_bounds(cells)
    # Each part with the space after it: so they stand one after the other, and none has to be copied.
    ends = np.append(0, np.flatnonzero(np.frombuffer(content, np.uint8) == ord(" ")) + 1)
    encoded = pc.dictionary_encode(array_of_texts(content, ends))
    code, names = encoded.indices.to_numpy().astype(np.int64), [name[:-1] for name in encoded.dictionary.to_pylist()]
    row = np.repeat(np.arange(len(cells)), np.diff(np.searchsorted(ends, bounds - bounds[0])))
    if single_spaces:
        is_word = (np.diff(bounds) > 1)[row]
        return Words(row[is_word], code[is_word], names)
    if all(name and name.split() == [name] for name in names):
        return Words(row, code, names)
    return _split_at_other_spaces(row, code, [name.split() for name in names])


def _split_at_other_spaces(row: Integers, code: Integers, parts: list[list[str]]) -> Words:
    """Where a part between single spaces has no word in it, or several."""
    codes, names = pd.factorize(np.array([word for words in parts for word in words], dtype=object))
    sizes = np.array([len(words) for words in parts])
    count, first = sizes[code], (np.cumsum(sizes) - sizes)[code]
    place = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
    return Words(np.repeat(row, count), codes[np.repeat(first, count) + place], names.tolist())


def ranked_guesses(submission: pd.DataFrame, column: str) -> Words:
    """Each cell as a list of guesses, split at single spaces: each further space is an empty, wrong guess.

    A column of numbers is written out as pandas prints it, so that numbers beside blank cells become
    decimals such as 12.0.

    >>> guesses = ranked_guesses(pd.DataFrame({"Id": ["w_1 w_2"]}), "Id")
    >>> [guesses.names[code] for code in guesses.code]
    ['w_1', 'w_2']
    """
    cells = text_column(submission, column, allow_numbers=True)
    guesses = words(cells, single_spaces=True)
    if "" in guesses.names or not np.bincount(guesses.row, minlength=len(cells)).all():
        warn(
            f"Column '{column}' has blank cells, or guesses not separated by exactly one space; each empty guess "
            "takes up a place."
        )
    if submission[column].dtype.kind == "f" and submission[column].notna().any():
        warn(f"Column '{column}' reads as decimals such as '12.0', which are no names or ids.")
    return guesses


def map_of_one(wanted: pd.Series[str], guesses: Words, *, k: int) -> float:
    """Mean average precision at `k` where each row has one right answer: 1 / (place of the first right guess), or 0."""
    known = pa.array(guesses.names, pa.large_string())
    codes = pc.fill_null(pc.index_in(pa.array(wanted, pa.large_string()), value_set=known), -1).to_numpy()
    counts = np.bincount(guesses.row, minlength=len(wanted))
    place = np.arange(len(guesses.row)) - (np.cumsum(counts) - counts)[guesses.row]
    hit = np.flatnonzero((guesses.code == codes[guesses.row]) & (place < k))
    _, first = np.unique(guesses.row[hit], return_index=True)
    return float((1 / (1 + place[hit[first]])).sum() / len(wanted))


def word_jaccard(truth: Words, predicted: Words, *, rows: int) -> Floats:
    """|A ∩ B| / |A ∪ B| of each row, A and B the sets of its words in lower case; 0 to 1, NaN where both are empty.

    >>> word_jaccard(words(["The cat sat", ""]), words(["the dog sat", " "]), rows=2).tolist()
    [0.5, nan]
    """
    wanted, given = truth.lower(), predicted.lower()
    names = _all_names(wanted, given)
    a, b = wanted.sets(names), given.sets(names)
    both = common(a, b)
    in_a, in_b, in_both = (np.bincount(found // max(len(names), 1), minlength=rows) for found in (a, b, both))
    with np.errstate(invalid="ignore"):
        jaccard: Floats = in_both / (in_a + in_b - in_both)
    return jaccard


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
    right = common(wanted, guessed)
    both, hits = (
        np.bincount(part // max(len(names), 1), minlength=rows) for part in (np.append(wanted, guessed), right)
    )
    return float(np.divide(2 * hits, both, out=np.ones(rows), where=both > 0).mean())


def _all_names(truth: Words, predicted: Words) -> list[str]:
    return list(dict.fromkeys([*truth.names, *predicted.names]))
