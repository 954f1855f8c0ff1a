from __future__ import annotations

import threading
from typing import Any

import pytest

from mlebench.agents import load_agent
from mlebench.runs import RunGroup, RunRecord, collecting, set_up
from mlebench.runs.cancel import ask_to_cancel
from mlebench.runs.launch import run_group
from mlebench.runs.run_folder import LOG, SANDBOX
from tests.runs.conftest import Harness, options_of
from tests.sandboxes import HAND_IN


def test_runs_begin_in_the_order_of_the_plan(harness: Harness) -> None:
    records = harness.run(harness.group(HAND_IN, seeds=4), workers=1)  # of several workers nobody knows who is first
    begun = [record.started_at for record in records if record.started_at is not None]
    assert len(begun) == 4
    assert begun == sorted(begun)


def test_there_are_never_more_sandboxes_than_workers(harness: Harness) -> None:
    options = {"seeds": 6, "workers": 2}
    records = harness.run(harness.group(HAND_IN + "import time; time.sleep(0.3)", **options), **options)
    moments = []
    for record in records:
        assert record.started_at is not None
        assert record.sealed is not None
        moments += [(record.started_at, 1), (record.sealed.sandbox_closed_at, -1)]
    open_sandboxes, most = 0, 0
    for _, change in sorted(moments):
        open_sandboxes += change
        most = max(most, open_sandboxes)
    assert most == 2


def test_the_next_sandbox_does_not_wait_until_the_last_one_is_taken_apart(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: set[str] = set()
    second_is_open = threading.Event()
    collect = collecting.collect

    def patient(*arguments: Any, **more: Any) -> Any:
        assert second_is_open.wait(30)
        return collect(*arguments, **more)

    def listen(record: RunRecord) -> None:
        if record.state == "running":
            seen.add(record.run_id)
        if len(seen) == 2:
            second_is_open.set()

    monkeypatch.setattr(collecting, "collect", patient)
    records = _run(harness, harness.group(HAND_IN, seeds=2), listen)
    assert [record.state for record in records] == ["finished", "finished"]


def test_a_run_that_cannot_be_set_up_does_not_hold_up_the_others(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill_sandbox_folder, faults = set_up.fill_sandbox_folder, [OSError(28, "No space left", "/x")]

    def failing_once(*arguments: Any, **more: Any) -> str:
        if faults:
            raise faults.pop()
        return fill_sandbox_folder(*arguments, **more)

    monkeypatch.setattr(set_up, "fill_sandbox_folder", failing_once)
    options = {"seeds": 2, "retries": 1}
    first, second = harness.run(harness.group(HAND_IN, **options), **options)
    assert (first.state, first.attempt, second.state, second.attempt) == ("finished", 2, "finished", 1)
    assert first.started_at is not None
    assert second.started_at is not None
    assert second.started_at < first.started_at


def test_a_run_that_is_cancelled_before_its_turn_has_not_begun_and_leaves_no_sandbox(harness: Harness) -> None:
    group = harness.group(HAND_IN + "import time; time.sleep(1)", seeds=2)

    def cancel_the_other(record: RunRecord) -> None:
        if record.state == "running":
            for run in group.spec.runs:
                if run.run_id != record.run_id:
                    ask_to_cancel(group.folder_of(run))

    first, second = sorted(_run(harness, group, cancel_the_other), key=lambda record: record.state, reverse=True)
    assert (first.state, second.state) == ("finished", "cancelled")
    assert second.started_at is None
    assert second.duration_seconds is None
    folder = group.folder / second.run_id
    assert not {SANDBOX, LOG, "submission"} & {path.name for path in folder.iterdir()}


def _run(harness: Harness, group: RunGroup, listen: Any) -> list[RunRecord]:
    agent = load_agent(harness.folder / "agents" / "tester")
    return run_group(group, agent, harness.registry, harness.data_dir, options_of(seeds=2), listen)
