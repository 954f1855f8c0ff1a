"""OpenHands, as it comes from its registry. Its installation is large: run on request, with `-m heavy`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agents.real_run import SOLVE, run_real
from tests.agents.scripted_model import Ask, Call, Say


def solve(ask: Ask) -> Say | Call:
    if ask.results:
        return ask.call("finish", message="The submission is written.")
    return ask.call("terminal", command=SOLVE, timeout=1000)  # it would not wait for half a minute of silence


@pytest.mark.heavy
@pytest.mark.parametrize("model", ["scripted-1", "claude-x"])
def test_its_commands_run_in_the_sandboxs_python_and_its_transcript_is_kept(model: str, tmp_path: Path) -> None:
    run = run_real("openhands", solve, tmp_path, model=model)
    run.require_trained()
    assert (run.folder / "code" / "solve.py").is_file()
    assert "FinishAction" in (run.folder / "logs" / "transcript.jsonl").read_text()
    assert list((run.folder / "logs" / "conversations").rglob("event-*.json"))
