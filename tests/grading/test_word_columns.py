"""Words must be those of Python's `split`, whatever stands between them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlebench.grading import Words, map_of_one, word_jaccard, words
from mlebench.metrics.ranking import map_at_k

cells = st.lists(st.text(alphabet="ab \t\n\x1c\x1f\u00a0\u2003\u3000é", max_size=8), max_size=8)


def listed(found: Words) -> list[tuple[int, str]]:
    return [(row, found.names[code]) for row, code in zip(found.row.tolist(), found.code.tolist(), strict=True)]


@given(cells)
def test_words_are_those_of_split(cells: list[str]) -> None:
    assert listed(words(cells)) == [(row, word) for row, cell in enumerate(cells) for word in cell.split()]


@given(cells)
def test_single_spaces_keep_empty_words_but_not_of_an_empty_text(cells: list[str]) -> None:
    wanted = [(row, word) for row, cell in enumerate(cells) if cell for word in cell.split(" ")]
    assert listed(words(cells, single_spaces=True)) == wanted


@given(cells, st.lists(st.sampled_from(["a", "b", "ab", "é"]), unique=True))
def test_sets_hold_each_known_word_of_a_row_once(cells: list[str], names: list[str]) -> None:
    wanted = {(row, names.index(word)) for row, cell in enumerate(cells) for word in cell.split() if word in names}
    assert words(cells).sets(names).tolist() == sorted(row * len(names) + place for row, place in wanted)


def test_a_name_is_listed_once() -> None:
    assert words(["b a", "a"]).names == ["b", "a"]
    with pytest.raises(TypeError):
        words([1])  # type: ignore[list-item]


TEXTS = st.text(alphabet="aAbBΣσ \u00a0\t", max_size=12)


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=8))
def test_jaccard_compares_sets_of_lower_case_words(pairs: list[tuple[str, str]]) -> None:
    sets = [tuple(set(text.lower().split()) for text in pair) for pair in pairs]
    wanted = [len(a & b) / len(a | b) if a | b else np.nan for a, b in sets]
    sides = (words([pair[side] for pair in pairs]) for side in (0, 1))
    np.testing.assert_array_equal(word_jaccard(*sides, rows=len(pairs)), wanted)


@given(st.lists(st.tuples(st.sampled_from(["a", "b", "x"]), st.lists(st.sampled_from("ab"), max_size=4)), min_size=1))
def test_one_right_answer_is_found_at_its_first_place(rows: list[tuple[str, list[str]]]) -> None:
    guesses = words([" ".join(guessed) for _, guessed in rows], single_spaces=True)
    found = map_of_one(pd.Series([name for name, _ in rows], dtype="str"), guesses, k=3)
    assert found == pytest.approx(map_at_k([{name} for name, _ in rows], [guessed for _, guessed in rows], k=3))
