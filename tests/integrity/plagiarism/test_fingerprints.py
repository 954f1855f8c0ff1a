"""Fingerprints that miss what stands in both files, or that change with what a copyist changes."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlebench.errors import MissingExtra
from mlebench.integrity.plagiarism import syntax
from mlebench.integrity.plagiarism.fingerprints import STRETCH, WINDOW, chosen, winnow
from mlebench.integrity.plagiarism.syntax import without_shared

tokens = st.lists(st.integers(0, 5), max_size=60)
ORIGINAL = """
def spread(values, least=1):
    total = sum(values) / max(len(values), least)
    return [value - total for value in values if value != "none"]
""" + "".join(f"numbers{i} = spread([1, 2.5, {i}])[0] ** 2\n" for i in range(8))


def hashes(kinds: list[int]) -> set[int]:
    values = np.array(kinds, np.uint64)
    lines = np.zeros((len(kinds), 2), np.int64)
    return set(chosen(values, lines, WINDOW).hashes.tolist())


@given(tokens, tokens, tokens, tokens, st.lists(st.integers(0, 5), min_size=STRETCH + WINDOW - 1, max_size=60))
def test_a_copy_of_this_length_is_never_missed(
    a: list[int], b: list[int], c: list[int], d: list[int], copied: list[int]
) -> None:
    assert hashes([*a, *copied, *b]) & hashes([*c, *copied, *d])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("spread", "fn"),
        ("value", "v"),
        ("2.5", "7"),
        ('"none"', "'something # else'"),
        ("\n    return", "\n    # what follows\n\n    return"),
        ("least=1):", "least=1,\n):"),
        ("sum(values) /", "(sum(values)) /"),
    ],
)
def test_what_a_copyist_changes_changes_nothing(before: str, after: str) -> None:
    assert before in ORIGINAL
    changed = ORIGINAL.replace(before, after)
    assert winnow(changed).hashes.tolist() == winnow(ORIGINAL).hashes.tolist() != []


def test_other_operators_and_calls_are_other_code() -> None:
    assert not set(winnow(ORIGINAL).hashes) & set(winnow(ORIGINAL.replace("**", "<").replace("[0]", ".x")).hashes[4:])


def test_lines_are_those_of_the_file() -> None:
    found = winnow(ORIGINAL)
    assert (found.first >= 2).all()
    assert found.last.max() <= ORIGINAL.count("\n")
    assert (found.first <= found.last).all()


@pytest.mark.parametrize(
    "text", ["", "x", "((((" * 30_000, "f'{" * 30_000, "\ud800x".encode("utf-8", "replace").decode()]
)
def test_odd_texts_are_read(text: str) -> None:
    winnow(without_shared(text))


def test_without_the_extra_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tree_sitter", None)
    syntax._parser.cache_clear()
    with pytest.raises(MissingExtra, match=r"pip install 'mlebench\[integrity\]'"):
        winnow("x")


def test_imports_and_docstrings_go_and_lines_stay() -> None:
    text = (
        '"""What\nit is."""\nimport os, sys\nfrom a import (\n    b,\n)\nx = 1\ndef f():\n    "doc"\n    return "é"\n'
    )
    left = without_shared(text)
    assert left.count("\n") == text.count("\n")
    assert left.split() == ["x", "=", "1", "def", "f():", "return", '"é"']
    assert left.splitlines()[6] == "x = 1"


def test_a_block_of_imports_alone_stays_a_block() -> None:
    left = without_shared("try:\n    import a\n    import b\nexcept ImportError:\n    import c\nfinally:\n    x()\n")
    assert left.split() == ["try:", "0", "except", "ImportError:", "0", "finally:", "x()"]


def test_the_shortest_docstring_moves_nothing() -> None:
    left = without_shared('def f(): ""\ndef g():\n    ""\nimport a\ny = 2\n')
    assert left == "def f(): 0 \ndef g():\n    0 \n        \ny = 2\n"


@pytest.mark.parametrize("line", ["    import a\n", "    'x'\n", "    x = 'y'\n"])
def test_a_block_of_a_hundred_thousand_lines_is_read_in_one_go(line: str) -> None:
    left = without_shared("if x:\n" + line * 100_000)
    assert left.count("\n") == 100_001
