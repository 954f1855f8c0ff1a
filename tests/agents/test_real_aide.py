"""AIDE, as it comes from its registry, driven by our agent."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.agents.real_run import run_real, solution
from tests.agents.scripted_model import Ask, Call, Say, Script

TARGET = '"working/submission.csv"'
TRAINED = solution(TARGET)
COPY = f"import shutil; shutil.copy('input/sample_submission.csv', {TARGET})\n"


def scripted(*solutions: str) -> Script:
    """These solutions, one after the other and the last for ever, judged by what they print."""
    left = list(solutions)

    def script(ask: Ask) -> Say | Call:
        if "submit_review" not in ask.tools:
            code = left.pop(0) if len(left) > 1 else left[0]
            return Say(f"A plan.\n\n```python\n{code}\n```\n")
        losses = re.findall(r"validation loss: ([\d.]+)", json.dumps(ask.body))
        review = {"is_bug": not losses, "summary": "It ran.", "metric": float(losses[-1]) if losses else 0.5}
        return Call("submit_review", {**review, "lower_is_better": True})

    return script


def test_the_best_valid_solution_is_handed_in_although_worse_ones_follow(tmp_path: Path) -> None:
    solutions = [
        COPY + "print('validation loss:', 1.0986)",
        TRAINED,
        f"open({TARGET}, 'w').write('id\\n'); print('validation loss:', 0.0001)",  # would be the best, but is not valid
        "raise MemoryError",
        COPY + "print('validation loss:', 0.9)",
    ]
    run = run_real("aide", scripted(*solutions), tmp_path, "-A", "steps=5", model="gpt-4o")
    run.require_trained()
    assert "LogisticRegression" in (run.folder / "code" / "solution.py").read_text()
    journal = json.loads((run.folder / "logs" / "aide" / "journal.json").read_bytes())
    assert [node["exc_type"] for node in journal["nodes"]] == [None, None, None, "MemoryError", None]
    assert (run.folder / "logs" / "aide" / "tree_plot.html").is_file()
    assert "validation loss: 0." in (run.folder / "logs" / "aide" / "aide.log").read_text()
    assert {ask.path for ask in run.model.asks} == {"/v1/responses"}


@pytest.mark.parametrize(("model", "path"), [("scripted-1", "/v1/chat/completions"), ("claude-x", "/v1/messages")])
def test_models_of_every_family_are_asked_through_the_gateway(model: str, path: str, tmp_path: Path) -> None:
    run = run_real("aide", scripted(TRAINED), tmp_path, "-A", "steps=1", model=model)
    run.require_trained()
    assert {ask.path for ask in run.model.asks} == {path}


@pytest.mark.parametrize("model", ["gpt-4o", "claude-x"])
def test_a_spent_budget_ends_it_in_good_order(model: str, tmp_path: Path) -> None:
    run = run_real("aide", scripted(TRAINED), tmp_path, "--max-tokens", "30", model=model)
    run.require_trained()
    assert len(run.model.asks) == 2
    assert "The budget is used up" in run.log


def test_when_its_time_is_up_the_solution_ends_and_something_valid_stays(tmp_path: Path) -> None:
    # The solution rings the driver's alarm itself: nobody waits, and a slow machine changes nothing.
    endless = "import os, signal, time\nos.kill(os.getppid(), signal.SIGALRM)\ntime.sleep(100000)"
    run = run_real("aide", scripted(endless), tmp_path, "--time-limit", "2h")
    seconds = re.search(r"There are (\d+) seconds of 7200", run.log)
    assert seconds is not None, run.log
    assert 0 < int(seconds[1]) <= 7140, "the alarm rings before the limit"
    assert "The time is up" in run.log
    assert (run.record["state"], run.record["exit_code"]) == ("failed", 1), "no solution, but the sample"
    assert run.report["valid_submission"]


def test_a_model_that_says_nothing_of_use_ends_the_run(tmp_path: Path) -> None:
    run = run_real("aide", scripted("print(1)"), tmp_path, "--allow-model", "other", "-A", "feedback_model=closed")
    assert "5 steps in a row have failed" in run.log
    assert run.record["state"] == "failed"
