"""mini-swe-agent, as it comes from its registry."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.agents.real_run import SOLVE, run_real
from tests.agents.scripted_model import Ask, Call, Say


def solve(ask: Ask) -> Say | Call:
    return ask.call("bash", command="echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT" if ask.results else SOLVE)


@pytest.mark.parametrize(("model", "path"), [("scripted-1", "/chat/completions"), ("claude-x", "/v1/messages")])
def test_its_commands_run_in_the_sandboxs_python_and_its_transcript_is_kept(
    model: str, path: str, tmp_path: Path
) -> None:
    run = run_real("mini-swe-agent", solve, tmp_path, model=model)
    run.require_trained()
    assert {ask.path.endswith(path) for ask in run.model.asks} == {True}
    assert (run.folder / "code" / "solve.py").is_file()
    transcript = json.loads((run.folder / "logs" / "mini-swe-agent.traj.json").read_bytes())
    assert transcript["info"]["exit_status"] == "Submitted"
    assert "validation loss: 0." in json.dumps(transcript["messages"])


def test_it_ends_at_the_step_limit_and_cuts_commands_off(tmp_path: Path) -> None:
    def dawdle(ask: Ask) -> Say | Call:
        return ask.call("bash", command="sleep 100000")

    run = run_real("mini-swe-agent", dawdle, tmp_path, "--step-limit", "2", "-A", "command_timeout=1")
    assert run.record["state"] == "finished", run.log
    assert len(run.model.asks) == 2
    assert "timed out after 1 seconds" in (run.folder / "logs" / "mini-swe-agent.traj.json").read_text()
