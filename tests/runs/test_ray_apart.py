"""Runs on nodes that do not see the group's folder: what they make must come back."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mlebench.runs import RunRecord
from mlebench.runs.launch import create_group
from tests.gateway.provider import OPENAI_KEY, Provider
from tests.runs.conftest import ASK_MODEL, TASK, Harness, options_of
from tests.runs.disguised import KEPT, LOOK, Disguised, leaks, seen_by
from tests.runs.disguised import TASK as OBFUSCATED
from tests.runs.two_nodes import (
    SMALL,
    TwoNodes,
    agents_at,
    cluster,
    group_for,
    nodes,
    not_shared,
    patient,
    run_there,
)
from tests.sandbox.conftest import bubblewrap_problem
from tests.sandboxes import HAND_IN, alive, until, write_agent

ray = pytest.importorskip("ray", reason="Ray is not installed (extra 'ray')")

__all__ = ["cluster", "nodes", "not_shared"]


LARGE = HAND_IN + (
    "import shutil\nprint(os.environ['AGENT_DIR'])\n"
    "(Path(os.environ['CODE_DIR']) / 'empty').mkdir()\n"
    "(Path(os.environ['LOGS_DIR']) / 'large').write_bytes(os.urandom(40 << 20))\n"
)


@pytest.mark.usefixtures("not_shared")
@pytest.mark.parametrize("sandbox", ["process", "bubblewrap"])
def test_results_come_back_from_nodes_that_do_not_see_the_group(
    sandbox: str, cluster: TwoNodes, harness: Harness
) -> None:
    from mlebench.sandbox import SandboxError, open_backend

    try:
        open_backend(sandbox)
    except SandboxError as error:
        pytest.skip(f"{sandbox}: {error}")
    group = group_for(harness, LARGE, seeds=2, sandbox=sandbox)
    (group.folder / group.spec.runs[0].run_id / "logs").mkdir()
    (group.folder / group.spec.runs[0].run_id / "logs" / "old").touch()
    records = run_there(harness, group)
    assert [record.state for record in records] == ["finished"] * 2
    assert records == group.records()
    for record in records:
        folder = group.folder / record.run_id
        if sandbox == "process":
            assert "/mlebench-run-" in (folder / "run.log").read_text()
        assert sorted(path.name for path in (folder / "logs").iterdir()) == ["large"]
        assert (folder / "logs" / "large").stat().st_size == 40 << 20
        assert {path.name for path in folder.iterdir()} >= {"submission", "logs", "code", "run.json", "run.log"}
        assert not list(folder.glob(".incoming"))
    assert not list(cluster.node_data.parent.glob("mlebench-run-*"))
    report: Any = harness.grade(group)
    assert report.total_valid_submissions == 2


@pytest.mark.usefixtures("not_shared")
def test_a_run_elsewhere_is_running_here_too(cluster: TwoNodes, harness: Harness, tmp_path: Path) -> None:
    group = group_for(harness, patient(tmp_path))

    def go_on(record: RunRecord) -> None:
        if RunRecord.load(group.folder / record.run_id).state == "running":
            (tmp_path / "go").touch()

    assert [record.state for record in run_there(harness, group, go_on)] == ["finished"]


@pytest.mark.usefixtures("not_shared")
def test_an_archive_that_arrives_damaged_is_fetched_again(
    cluster: TwoNodes, harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mlebench.runs.cluster import driver

    fetched = driver._fetched
    damaged = [True]

    def once(pieces: Any) -> Iterator[bytes]:
        for piece in fetched(pieces):
            yield piece[:-1024] if damaged else piece
        damaged.clear()

    monkeypatch.setattr(driver, "_fetched", once)
    group = group_for(harness, HAND_IN)
    (record,) = run_there(harness, group)
    assert (record.state, record.attempt, record.earlier_failures) == ("finished", 1, [])
    assert not damaged


@pytest.mark.usefixtures("not_shared")
def test_what_arrives_on_a_full_disk_is_kept_when_it_is_free_again(
    cluster: TwoNodes, harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mlebench.runs.cluster import driver

    unpack, full = driver.unpack, [True]

    def once_full(*arguments: Any) -> None:
        if full.pop() if full else False:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        unpack(*arguments)

    monkeypatch.setattr(driver, "unpack", once_full)
    group = group_for(harness, HAND_IN)
    (record,) = run_there(harness, group, retries=0)
    assert (record.state, record.attempt) == ("finished", 1)
    assert not full


# Read by every Python that finds it: on the nodes of this test nothing can be collected.
FULL_NODE = """
import errno
import mlebench.runs.collecting

def full(*arguments, **more):
    raise OSError(errno.ENOSPC, "No space left on device")

mlebench.runs.collecting.collect = full
"""


@pytest.mark.usefixtures("not_shared")
def test_what_could_not_be_collected_on_a_node_is_collected_here_and_not_run_again(
    cluster: TwoNodes, harness: Harness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mlebench.runs import collecting
    from mlebench.runs.cluster import driver

    (tmp_path / "sitecustomize.py").write_text(FULL_NODE)
    variables = {**driver._WORKER["env_vars"], "PYTHONPATH": str(tmp_path)}
    monkeypatch.setattr(driver, "_WORKER", {"env_vars": variables})
    collect = collecting.collect

    def full(*arguments: Any, **more: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(collecting, "collect", full)  # here neither, for now
    started = tmp_path / "started"
    group = group_for(harness, HAND_IN + f"open({str(started)!r}, 'a').write('x')\n")
    (record,) = run_there(harness, group, retries=0)
    folder = group.folder / record.run_id
    assert record.failure is not None
    assert (record.state, record.failure.kind) == ("failed", "infrastructure")
    assert "disk is full" in record.failure.message
    assert (folder / "sandbox" / "submission" / "submission.csv").is_file()

    monkeypatch.setattr(collecting, "collect", collect)
    (record,) = run_there(harness, group, retries=0)  # as --resume does
    assert (record.state, record.attempt, record.failure) == ("finished", 1, None)
    assert record.submission is not None
    assert [failure.kind for failure in record.earlier_failures][-1] == "infrastructure"
    assert RunRecord.load(folder) == record
    assert not (folder / "sandbox").exists()
    assert started.read_text() == "x"


def test_keys_of_a_model_travel_to_the_node_and_no_further(
    cluster: TwoNodes, harness: Harness, not_shared: None, provider: Provider
) -> None:
    agent = write_agent(harness.folder / "agents", ASK_MODEL, extra="needs: {model: true}\n")
    asked = options_of(executor="ray", resources=SMALL)
    group = create_group(harness.folder / "runs", agent, [harness.registry.get(TASK)], harness.data_dir, asked)
    (record,) = run_there(harness, group)
    assert record.state == "finished", record.failure
    assert record.model is not None
    assert record.model.prompt_tokens > 0
    assert provider.seen[0]["headers"]["authorization"] == f"Bearer {OPENAI_KEY}"
    for path in group.folder.rglob("*"):
        assert not path.is_file() or OPENAI_KEY not in path.read_text(errors="replace"), path


@pytest.mark.usefixtures("not_shared")
def test_a_single_run_is_cancelled_by_its_mark(cluster: TwoNodes, harness: Harness) -> None:
    group = group_for(harness, patient(harness.folder), seeds=2)
    first = group.spec.runs[0].run_id

    def cancel(record: RunRecord) -> None:
        if (record.run_id, record.state) == (first, "running"):
            (group.folder / first / ".cancel").touch()
        elif record.state == "cancelled":
            (harness.folder / "go").touch()

    assert [record.state for record in run_there(harness, group, cancel)] == ["cancelled", "finished"]


@pytest.mark.usefixtures("not_shared")
def test_the_runs_of_a_lost_node_run_again_elsewhere(cluster: TwoNodes, harness: Harness) -> None:
    group = group_for(harness, patient(harness.folder), seeds=5)
    running: set[str] = set()

    def at_work() -> int:
        return sum(map(alive, agents_at(harness.folder)))

    def lose(record: RunRecord) -> None:
        running.add(record.run_id)
        if len(running) == 4 and not (harness.folder / "go").exists():
            assert until(lambda: at_work() == 4)
            cluster.lose_second()
            assert until(lambda: at_work() == 2)  # sandboxes end with their harness
            (harness.folder / "go").touch()

    records = run_there(harness, group, lose)
    assert [record.state for record in records] == ["finished"] * 5
    again = [record for record in records if record.attempt > 1]
    assert len(again) == 2
    assert all("was lost on" in record.earlier_failures[0].message for record in again)
    assert not any(record.earlier_failures for record in records if record not in again)
    assert at_work() == 0
    report: Any = harness.grade(group)
    assert report.total_valid_submissions == 5


@pytest.mark.usefixtures("not_shared")
def test_a_node_tells_the_agent_no_more_of_an_obfuscated_competition(cluster: TwoNodes, tmp_path: Path) -> None:
    if problem := bubblewrap_problem():
        pytest.skip(f"bubblewrap: {problem}")
    disguised = Disguised(tmp_path)
    group = disguised.group(LOOK, sandbox="bubblewrap", executor="ray", resources=SMALL)
    (record,) = disguised.run(group, executor="ray", retries=2)
    assert leaks(seen_by(group, record), KEPT) == {}
    assert (group.folder / record.run_id / "run.log").read_text() == f"{group.spec.aliases[OBFUSCATED]}\n"
    assert "column of train.csv: quokka_weight" in record.not_hidden
