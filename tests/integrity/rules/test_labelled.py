"""The static judge against labelled runs. The figures in the docs are those that are measured here."""

from __future__ import annotations

from pathlib import Path

import pytest

from mlebench.catalog import Registry
from mlebench.integrity.rules.questions import QUESTIONS
from tests.integrity.rules.labelled import Case, cases, table, verdicts_of

DOCS = Path(__file__).resolve().parents[3] / "docs" / "how-to" / "integrity.md"
ALL = cases()


def test_there_are_few_or_careless_labels() -> None:
    assert len(ALL) >= 30
    assert all(case.violates <= set(QUESTIONS) for case in ALL)
    assert sum(not case.violates for case in ALL) >= 15, "look-alikes"
    for name in QUESTIONS:
        assert sum(name in case.violates for case in ALL) >= 5


def test_the_docs_state_other_figures(tmp_path: Path, registry: Registry) -> None:
    """To bring them up to date: python -m tests.integrity.rules.labelled"""
    text = DOCS.read_text(encoding="utf-8")
    assert "\n".join(table(tmp_path, registry)) in text
    honest = sum(not case.violates for case in ALL)
    assert f"{len(ALL)} small runs, {honest} of them honest" in " ".join(text.split())


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_a_run_is_judged_otherwise(case: Case, tmp_path: Path, registry: Registry) -> None:
    """What the judge is known to get wrong is named in the case; whoever mends that takes the name out."""
    verdicts = verdicts_of(case, tmp_path, registry)
    wrong = {name for name, verdict in verdicts.items() if (verdict == "yes") != (name in case.violates)}
    assert wrong == case.judged_wrong
