"""aider, as it comes from its registry. Its installation is large: run on request, with `-m heavy`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agents.real_run import SUBMISSION, run_real, solution
from tests.agents.scripted_model import Ask, Call, Say

pytestmark = pytest.mark.heavy
CODE = solution(SUBMISSION)


def repair(ask: Ask) -> Say | Call:
    """First a program that fails; the trained solution when the failure was sent back."""
    code = CODE if "ZeroDivisionError" in str(ask.body["messages"]) else "print(1 / 0)"
    return Say(f"solve.py\n```python\n{code}\n```\n")


@pytest.mark.parametrize("model", ["scripted-1", "claude-x"])
def test_a_failing_program_is_sent_back_and_the_repaired_one_is_handed_in(model: str, tmp_path: Path) -> None:
    run = run_real("aider", repair, tmp_path, model=model)
    run.require_trained()
    assert len(run.model.asks) == 2
    assert "LogisticRegression" in (run.folder / "code" / "solve.py").read_text()
    assert "ZeroDivisionError" in (run.folder / "logs" / "aider.llm.txt").read_text()


def test_words_without_a_program_are_a_failure(tmp_path: Path) -> None:
    run = run_real("aider", lambda ask: Say("I cannot do that."), tmp_path)
    assert (run.record["state"], run.record["submission"]) == ("failed", None)
    assert "ended without a submission" in run.log
