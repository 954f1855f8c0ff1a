"""A list of classes that stood in two files of a folder could come to differ."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from mlebench.catalog import Registry

FOLDERS = Registry().folders
SHORTEST = 3  # pairs such as an id and its column are what a reader wants to see where they are used


def lists_of(path: Path) -> set[tuple[str, ...]]:
    """The lists of texts that a Python file writes out."""
    found = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        cells = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", [])
        texts = [cell.value for cell in cells if isinstance(cell, ast.Constant) and isinstance(cell.value, str)]
        if len(texts) == len(cells) >= SHORTEST:
            found.add(tuple(texts))
    return found


@pytest.mark.parametrize("competition_id", FOLDERS)
def test_a_list_of_classes_stands_in_prepare_or_in_grade_but_not_in_both(competition_id: str) -> None:
    folder = FOLDERS[competition_id]
    assert not lists_of(folder / "prepare.py") & lists_of(folder / "grade.py")
