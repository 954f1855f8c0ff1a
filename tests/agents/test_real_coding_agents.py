"""Claude Code, Codex, Gemini CLI and opencode, as they come from their registry."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mlebench.agents import AgentRegistry
from tests.agents.real_run import SOLVE, RealRun, run_real
from tests.agents.scripted_model import KEY, MODEL, SHELLS, Ask, Call, Say, shell_script

# The page that each asks, and the last words of its own when its budget is spent.
AGENTS = {
    "claude-code": ("/v1/messages", "budget of 10 tokens is used up"),
    "codex": ("/v1/responses", "Quota exceeded"),
    "gemini-cli": (f"/v1beta/models/{MODEL}:streamGenerateContent", "budget of 10 tokens is used up"),
    "opencode": ("/v1/chat/completions", "budget of 10 tokens is used up"),
}
TOLD_TO_END = "MAXIMUM STEPS REACHED"  # what opencode says to the model, and leaves the rest to it
VALIDATE = "../validate_submission.sh $SUBMISSION_DIR/submission.csv"
HAND_IN = "cp $DATA_DIR/sample_submission.csv $SUBMISSION_DIR/submission.csv"


def transcript(run: RealRun) -> str:
    """What the program said, each line of which is JSON."""
    text = (run.folder / "logs" / "transcript.jsonl").read_text()
    assert [json.loads(line) for line in text.splitlines()]
    return text


def shell(ask: Ask, command: str) -> Call:
    call = shell_script(command)(Ask(ask.path, ask.body, ask.tools))
    assert isinstance(call, Call)
    return call


@pytest.mark.parametrize("agent", AGENTS)
def test_it_works_in_a_closed_sandbox_and_what_it_said_is_kept(agent: str, tmp_path: Path) -> None:
    run = run_real(agent, shell_script(f"{SOLVE}\n{VALIDATE}", "That is my solution."), tmp_path)
    run.require_trained()
    assert {ask.path for ask in run.model.asks} == {AGENTS[agent][0]}
    assert "108 wines to predict" in json.dumps(run.model.asks[0].body), "it is told the task"
    said = transcript(run)
    assert "validation loss: 0." in said
    assert "is valid." in said
    assert "That is my solution." in said
    assert (run.folder / "code" / "solve.py").is_file()
    tools = AgentRegistry().get(agent).spec.tools
    asked = [package for tool in tools.values() for package in tool.npm]
    recorded = [
        f"{name}@{version}" for tool in run.record["tools"].values() for name, version in tool["versions"].items()
    ]
    assert recorded == asked
    assert not [path for path in run.folder.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]


@pytest.mark.parametrize("agent", AGENTS)
def test_a_spent_budget_ends_it_soon_and_clearly_and_what_it_handed_in_stays(agent: str, tmp_path: Path) -> None:
    run = run_real(agent, shell_script(HAND_IN), tmp_path, "--max-tokens", "10")
    assert run.record["state"] == "failed", run.log
    assert run.record["exit_code"] not in (None, 0)
    assert AGENTS[agent][1] in run.log.splitlines()[-1]
    if agent != "opencode":  # its first call asks for a title, and uses the budget up
        assert run.report["valid_submission"], run.report


@pytest.mark.parametrize("agent", ["claude-code", "gemini-cli", "opencode"])
def test_it_ends_at_the_step_limit(agent: str, tmp_path: Path) -> None:
    def endless(ask: Ask) -> Say | Call:
        if not set(SHELLS) & set(ask.tools) or TOLD_TO_END in json.dumps(ask.body):
            return Say("done")
        return shell(ask, f"echo {len(ask.results)}")

    run = run_real(agent, endless, tmp_path, "--step-limit", "3")
    assert run.record["state"] == "finished", run.log
    assert 3 <= len(run.model.asks) <= 5


def test_helpers_of_claude_code_ask_for_the_same_model(tmp_path: Path) -> None:
    def delegate(ask: Ask) -> Say | Call:
        if "Agent" not in ask.tools or ask.results:
            return Say("done")
        return Call("Agent", {"description": "look", "prompt": "Look around.", "subagent_type": "Explore"})

    run = run_real("claude-code", delegate, tmp_path)
    assert len(run.model.asks) > 2, "a helper was asked"
    assert {ask.body["model"] for ask in run.model.asks} == {MODEL}


def test_claude_code_uses_the_tools_of_the_run(tmp_path: Path) -> None:
    calls = iter(["validate", "time_left"])

    def script(ask: Ask) -> Say | Call:
        if not set(SHELLS) & set(ask.tools):
            return Say("done")
        if not ask.results:
            return shell(ask, HAND_IN)
        name = next(calls, None)
        return Call(f"mcp__mlebench__{name}", {}) if name else Say("done")

    run = run_real("claude-code", script, tmp_path, "-A", "mcp=true")
    said = transcript(run)
    assert "is valid." in said
    assert "left_seconds" in said


def test_helpers_of_gemini_cli_ask_for_the_same_model(tmp_path: Path) -> None:
    def long_work(ask: Ask) -> Say | Call:
        turns = len(ask.results)
        return shell(ask, f"echo {turns}") if "run_shell_command" in ask.tools and turns < 40 else Say("{}")

    run = run_real("gemini-cli", long_work, tmp_path)
    assert any(":generateContent" in ask.path for ask in run.model.asks), "it looked whether it goes round in circles"
    assert {ask.path.partition(":")[0] for ask in run.model.asks} == {f"/v1beta/models/{MODEL}"}
