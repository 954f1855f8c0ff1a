"""The trajectory of a run: there however the run ends, named by `runs show`, and of all attempts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mlebench.gateway.access import MODEL_CALLS
from mlebench.gateway.trajectory import TRAJECTORY
from mlebench.runs.cancel import ask_to_cancel
from tests.cli.conftest import Cli, cli  # noqa: F401  a fixture
from tests.gateway.provider import OPENAI_KEY, WORDS, Provider
from tests.runs.conftest import ASK_MODEL, Harness
from tests.runs.test_attempts import END_KEEPER, Asker, by_somebody_else

__all__ = ["by_somebody_else"]

WAIT = "\nimport time; time.sleep(600)\n"
TOLD = ["hello", "".join(WORDS)]


def texts(asker: Asker) -> list[str]:
    path = asker.group.folder_of(asker.group.spec.runs[0]) / TRAJECTORY
    assert OPENAI_KEY not in path.read_text()
    story: dict[str, Any] = json.loads(path.read_text())
    assert story["agent"]["name"] == "tester"
    assert story["agent"]["version"] == asker.agent.digest()[:12]
    return [step["message"] for step in story["steps"]]


@pytest.mark.parametrize(
    ("end", "options", "state"),
    [
        ("", {}, "finished"),
        ("\nraise SystemExit(3)\n", {}, "failed"),
        (WAIT, {"resources": {"time_limit": 8.0}}, "timed_out"),
    ],
)
def test_it_is_there_however_the_agent_ends(
    harness: Harness,
    provider: Provider,
    cli: Cli,  # noqa: F811
    end: str,
    options: dict[str, Any],
    state: str,
) -> None:
    asker = Asker(harness, ASK_MODEL + end, **options)
    assert asker.run().state == state
    folder = asker.group.folder_of(asker.group.spec.runs[0])
    if state == "timed_out" and not (folder / MODEL_CALLS).exists():
        return  # on a machine so busy that the time was over before the agent had asked
    assert texts(asker) == TOLD
    shown = cli("runs", "show", asker.group.folder).out
    assert f"what it asked of a model: {folder / TRAJECTORY}" in shown
    shown = cli("runs", "show", asker.group.folder, "--json").out
    assert json.loads(shown)[0]["trajectory"] == str(folder / TRAJECTORY)


def test_it_is_there_after_a_cancellation(harness: Harness, provider: Provider) -> None:
    asker = Asker(harness, ASK_MODEL + WAIT)
    answer = provider._answer

    async def then_cancel(*given: Any) -> Any:
        ask_to_cancel(asker.group.folder)
        return await answer(*given)

    provider._answer = then_cancel  # type: ignore[method-assign]
    assert asker.run().state == "cancelled"
    assert texts(asker)[0] == "hello"


@pytest.mark.usefixtures("by_somebody_else")
def test_it_tells_of_all_attempts(harness: Harness, provider: Provider) -> None:
    asker = Asker(harness, ASK_MODEL + END_KEEPER)
    assert asker.run().state == "failed"
    assert texts(asker) == TOLD
    asker.run()  # as --resume does
    assert texts(asker) == TOLD * 2


def test_a_run_without_a_model_has_none_and_what_it_was_told_is_kept(harness: Harness) -> None:
    group, record = harness.one("import sys; print(open('../instructions.txt').read())")
    folder = group.folder_of(group.spec.runs[0])
    assert record.state == "finished"
    assert not (folder / TRAJECTORY).exists()
    instructions = (folder / "instructions.txt").read_text()
    assert "Checking the form of your submission" in instructions
    assert instructions in (folder / "run.log").read_text()
