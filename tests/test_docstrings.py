"""Every example in a docstring runs: what it shows is what comes out."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src"
MODULES = [
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted(SOURCE.rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.filterwarnings("ignore::mlebench.errors.SubmissionWarning")
@pytest.mark.parametrize("module", MODULES)
def test_an_example_shows_what_does_not_come_out(module: str) -> None:
    outcome = doctest.testmod(importlib.import_module(module), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert outcome.attempted, "no example was found, although there is one"
    assert not outcome.failed, "see the captured output"
