"""A run that is tried again is still one run: it has one budget, and loses nothing of what is known of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mlebench.gateway.model import Budget, ModelSettings
from mlebench.runs import RunGroup, RunRecord
from mlebench.runs.launch import create_group, run_group
from mlebench.sandbox.process import KeeperProcess
from tests.gateway.provider import Provider
from tests.runs.conftest import ASK_MODEL, TASK, Harness, options_of
from tests.sandboxes import write_agent

pytestmark = pytest.mark.attack

# In the process sandbox nothing keeps an agent from ending its keeper.
END_KEEPER = "\nimport signal\nos.kill(os.getppid(), signal.SIGKILL)\n"
ASK_AGAIN = "\njson.load(urllib.request.urlopen(request))\n"


class Asker:
    """A group of one run whose agent asks a model and then ends its keeper."""

    def __init__(self, harness: Harness, code: str, **options: Any) -> None:
        self.harness, self.options = harness, options_of(**options)
        self.agent = write_agent(harness.folder / "agents", code, extra="needs: {model: true}\n")
        competitions = [harness.registry.get(TASK)]
        self.group: RunGroup = create_group(
            harness.folder / "runs", self.agent, competitions, harness.data_dir, self.options
        )

    def run(self) -> RunRecord:
        (record,) = run_group(self.group, self.agent, self.harness.registry, self.harness.data_dir, self.options)
        return record

    def statuses(self) -> list[int]:
        journal = self.group.folder_of(self.group.spec.runs[0]) / "model-calls.jsonl"
        return [json.loads(line)["status"] for line in journal.read_text().splitlines()]


@pytest.fixture
def by_somebody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keepers that end count as ended by somebody outside, who is not the agent."""
    monkeypatch.setattr(KeeperProcess, "ended_inside", lambda _: False)


def test_an_agent_that_kills_its_keeper_has_failed_and_is_not_tried_again(harness: Harness, provider: Provider) -> None:
    record = Asker(harness, ASK_MODEL + END_KEEPER, retries=2).run()
    assert (record.attempt, record.state, record.failure and record.failure.kind) == (1, "failed", "agent")
    assert record.model is not None
    assert record.model.requests == len(provider.seen) == 1


@pytest.mark.usefixtures("by_somebody_else")
def test_a_budget_is_spent_once_however_often_a_run_is_tried(harness: Harness, provider: Provider) -> None:
    one_answer = ModelSettings(budget=Budget(tokens=1))
    asker = Asker(harness, ASK_MODEL + END_KEEPER, model=one_answer, retries=2)
    record = asker.run()
    assert len(provider.seen) == 1
    assert record.model is not None
    assert record.model.requests == 1
    assert record.model.budget_exhausted
    # The second attempt was refused its model and failed as any agent may, which is not tried again.
    assert (record.attempt, record.failure and record.failure.kind) == (2, "agent")
    assert asker.statuses() == [200, 429]


@pytest.mark.usefixtures("by_somebody_else")
def test_what_was_used_is_recorded_although_the_sandbox_was_lost(harness: Harness, provider: Provider) -> None:
    asker = Asker(harness, ASK_MODEL + ASK_AGAIN + END_KEEPER)
    record = asker.run()
    assert (record.state, record.failure and record.failure.kind) == ("failed", "infrastructure")
    assert record.model is not None
    assert record.model.requests == 2
    again = asker.run()  # as --resume does
    assert again.attempt == 2
    assert again.model is not None
    assert again.model.requests == again.model.models["plain"].requests == len(provider.seen) == 4
    assert again.model.prompt_tokens == 2 * record.model.prompt_tokens
    assert asker.statuses() == [200] * 4
