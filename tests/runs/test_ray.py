"""Runs on a real Ray cluster of two nodes on this machine, which see the group's folder."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mlebench.agents import load_agent
from mlebench.agents.build import build_tool
from mlebench.agents.tools import tool_places
from mlebench.catalog import Registry
from mlebench.data.manifest import DataStamp
from mlebench.data.stores.access import open_store
from mlebench.data.stores.push import push
from mlebench.errors import MlebenchError
from mlebench.runs import RunGroup, RunRecord
from mlebench.runs.cluster import executor
from mlebench.runs.cluster.executor import RayExecutor
from mlebench.runs.execute import RunJob
from mlebench.runs.grade import grade_group
from mlebench.runs.launch import create_group, run_group
from tests.agents.packages import only_wheels_of, write_wheel
from tests.conftest import Miniatures
from tests.runs.conftest import TASK, Harness, options_of
from tests.runs.test_benchmark_versions import HAND_IN as LOOK
from tests.runs.test_benchmark_versions import PIZZA
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
    states,
)
from tests.sandboxes import HAND_IN, alive, until, write_agent

ray = pytest.importorskip("ray", reason="Ray is not installed (extra 'ray')")

__all__ = ["cluster", "nodes", "not_shared"]


def test_a_group_runs_on_the_cluster_as_it_does_here(cluster: TwoNodes, harness: Harness) -> None:
    group = group_for(harness, HAND_IN + "print('seed', os.environ['SEED'])", seeds=4)
    seen: list[RunRecord] = []
    records = run_there(harness, group, seen.append)
    assert [record.state for record in records] == ["finished"] * 4
    assert records == group.records()
    assert all(record.versions["mlebench"] and record.attempt == 1 for record in records)
    assert len({record.harness_pid for record in records}) > 1
    assert {record.run_id for record in seen if record.state == "finished"} == {r.run_id for r in records}
    for number, record in enumerate(records):
        folder = group.folder / record.run_id
        assert (folder / "run.log").read_text() == f"seed {number}\n"
        assert (folder / "submission" / "submission.csv").is_file()
        assert not (folder / "sandbox").exists()
    report: Any = harness.grade(group)
    assert report.total_valid_submissions == 4
    assert not (group.folder / ".token").exists()


def test_a_group_of_version_2_works_on_the_data_of_v1_there(
    cluster: TwoNodes, registry: Registry, miniatures: Miniatures, tmp_path: Path
) -> None:
    agent, asked = write_agent(tmp_path / "agents", LOOK), options_of(executor="ray", seeds=2, resources=SMALL)
    data_dir = miniatures.layout(PIZZA, "v2").data_dir
    group = create_group(tmp_path / "runs", agent, [registry.under("v2").get(PIZZA)], data_dir, asked)
    assert [record.state for record in run_group(group, agent, registry, data_dir, asked)] == ["finished"] * 2
    seen = [(group.folder_of(run) / "submission/seen.txt").read_text() for run in group.spec.runs]
    assert seen == ["False"] * 2
    reports = grade_group(group, registry, data_dir, workers=1).competition_reports
    assert [(report.benchmark_version, report.score) for report in reports] == [("v2", 0.5)] * 2


def test_what_no_node_can_ever_hold_is_refused_first(cluster: TwoNodes, harness: Harness) -> None:
    with pytest.raises(MlebenchError) as error:
        group_for(harness, "pass", resources={"cpus": 64, "memory_gb": 440, "gpus": 1})
    assert "64 CPUs, 440.0 GB of memory and 1 GPUs" in error.value.message
    assert "the largest has 2 CPUs, 1.0 GB" in error.value.message
    assert "--resources FILE" in str(error.value.hint)
    assert "cpus: 2\nmemory_gb: 1\ngpus: 0" in str(error.value.hint)
    assert not (harness.folder / "runs").exists()


def test_a_run_that_is_always_lost_fails_and_the_others_go_on(cluster: TwoNodes, harness: Harness) -> None:
    # The harness of a sandbox is the parent of its parent, the keeper: the worker of Ray.
    kill = "import psutil, signal\nif os.environ['SEED'] == '0':\n    psutil.Process().parent().parent().kill()\n"
    group = group_for(harness, HAND_IN + kill, seeds=2)
    lost, fine = run_there(harness, group, retries=1)
    assert lost.state == "failed"
    assert lost.failure is not None
    assert lost.failure.kind == "infrastructure"
    assert "was lost" in lost.failure.message
    assert (lost.attempt, len(lost.earlier_failures)) == (2, 1)
    assert group.record(group.spec.runs[0]) == lost
    assert fine.state == "finished"


@pytest.mark.parametrize("how", ["interrupt", "mark"])
def test_a_cancelled_group_stops_everywhere(how: str, cluster: TwoNodes, harness: Harness) -> None:
    group = group_for(harness, patient(harness.folder), seeds=12)
    running: set[str] = set()

    def cancel(record: RunRecord) -> None:
        if record.state == "running":
            running.add(record.run_id)
        if len(running) == 4 and not (group.folder / ".cancel").exists():
            assert until(lambda: len(agents_at(harness.folder)) >= 4)
            (group.folder / ".cancel").touch()
            if how == "interrupt":
                raise KeyboardInterrupt

    if how == "interrupt":
        with pytest.raises(KeyboardInterrupt):
            run_there(harness, group, cancel)
    else:
        run_there(harness, group, cancel)
    assert sorted(states(group)) == ["cancelled"] * 4 + ["planned"] * 8
    assert not any(map(alive, agents_at(harness.folder)))
    assert all(record.submission is not None for record in group.records() if record.state == "cancelled")
    (harness.folder / "go").touch()
    assert [record.state for record in run_there(harness, group)] == ["finished"] * 12


def _elsewhere(harness: Harness, group: RunGroup) -> list[RunJob]:
    """Jobs whose data folder is not on the nodes."""
    agent = load_agent(harness.folder / "agents" / "tester")
    folder = harness.registry.folders[TASK]
    return [
        RunJob(group.folder / run.run_id, agent, folder, Path("/no/such/folder"), "process", group.spec.settings)
        for run in group.spec.runs
    ]


def test_data_is_fetched_once_from_a_store_and_what_is_missing_is_said(cluster: TwoNodes, harness: Harness) -> None:
    group = group_for(harness, HAND_IN, seeds=4)
    data = group.spec.data
    RayExecutor(group.folder, data).run(_elsewhere(harness, group), lambda record: None)
    for record in group.records():
        assert record.failure is not None
        assert record.failure.kind == "infrastructure"
        for word in ("The node", TASK, "/no/such/folder", str(cluster.node_data), "--data-url"):
            assert word in record.failure.message
    RayExecutor(group.folder, data, data_url="file:///no/such/store").run(_elsewhere(harness, group), lambda _: None)
    assert all("holds no data" in record.failure.message for record in group.records() if record.failure)
    assert not (cluster.node_data / TASK / "prepared").exists()

    store = (harness.folder / "store").as_uri()
    push(harness.registry.get(TASK), harness.data_dir, open_store(store))
    RayExecutor(group.folder, data, data_url=store).run(_elsewhere(harness, group), lambda record: None)
    assert states(group) == ["finished"] * 4
    fetched = cluster.node_data / TASK
    original = {path.relative_to(harness.layout.prepared) for path in harness.layout.prepared.rglob("*")}
    original = {path for path in original if path.parts[0] != "private"}  # answers stay where runs are graded
    assert {path.relative_to(fetched / "prepared") for path in (fetched / "prepared").rglob("*")} == original
    assert {path.name for path in fetched.iterdir()} == {"prepared", ".lock"}

    others = DataStamp(source="kaggle"), data[TASK].model_copy(update={"digest": "0" * 64})
    for stamp, message in zip(
        others, ("made with kaggle data, and this is miniature", "made with other miniature data")
    ):
        RayExecutor(group.folder, {TASK: stamp}).run(_elsewhere(harness, group)[:1], lambda record: None)
        failure = group.record(group.spec.runs[0]).failure
        assert failure is not None
        assert message in failure.message
    shutil.rmtree(fetched)


@pytest.mark.usefixtures("cluster")
def test_faults_of_nodes_come_back_to_the_log_of_the_group(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    from mlebench.logs import HARNESS_LOG, group_log

    key = "a-key-of-no-known-form-0123456789"
    monkeypatch.setenv("SOME_API_KEY", key)  # of the driver: the node knows it only from what it was sent
    group = group_for(harness, HAND_IN)
    store = f"file:///no/such/{key}"
    with group_log(group.folder):
        RayExecutor(group.folder, group.spec.data_sources, data_url=store).run(
            _elsewhere(harness, group), lambda _: None
        )
    text = (group.folder / HARNESS_LOG).read_text()
    assert "Traceback" in text
    assert "transfer.py" in text
    assert "DataError" in text
    assert key not in text
    assert [record.state for record in run_there(harness, group)] == ["finished"]
    assert "begins in sandbox 'process'" in (group.folder / HARNESS_LOG).read_text()


def test_many_short_runs_are_no_burden(cluster: TwoNodes, harness: Harness) -> None:
    group = group_for(harness, "pass", seeds=60)
    assert {record.state for record in run_there(harness, group)} == {"finished"}
    assert set(states(group)) == {"finished"}


def test_the_command_ends_its_runs_on_sigterm(cluster: TwoNodes, harness: Harness) -> None:
    group = group_for(harness, patient(harness.folder), seeds=2)
    command = [Path(sys.executable).parent / "mlebench", "run", "--resume", group.folder]
    command += ["--executor", "ray", "--address", cluster.address, "--sandbox", "process"]
    command += ["--data-dir", harness.data_dir, "--agents-dir", harness.folder / "agents"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ, "COLUMNS": "300"})
    try:
        assert until(lambda: len(agents_at(harness.folder)) == 2, 60)
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130, errors
    assert "mlebench run --resume" in errors
    assert states(group) == ["cancelled"] * 2
    assert not any(map(alive, agents_at(harness.folder)))


def test_without_a_cluster_the_error_says_how_to_start_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    for address, words in (
        ("127.0.0.1:9", "no Ray cluster at 127.0.0.1:9(.|\\n)*ray start --head"),
        ("nonsense", "no Ray cluster at nonsense"),
        ("ray://127.0.0.1:10001", "client protocol is not supported"),
    ):
        with pytest.raises(MlebenchError, match=words), executor.connected(address):
            pass


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MlebenchError, match=r"pip install 'mlebench\[ray\]'"), executor.connected(None):
        pass


def test_a_node_that_lacks_an_agents_tools_says_so(
    cluster: TwoNodes, harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_wheel(harness.folder / "wheels")
    only_wheels_of(harness.folder / "wheels", monkeypatch)
    agent = write_agent(harness.folder / "agents", HAND_IN + "import greeting; greeting.main()")
    (agent.folder / "requirements.txt").write_text("greeting\n")

    def build(cache: Path) -> None:
        monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
        (place,) = tool_places(agent)
        build_tool(place)

    build(harness.folder / "cache")
    asked = options_of(executor="ray", resources=SMALL)
    competitions = [harness.registry.get(TASK)]
    group = create_group(harness.folder / "runs", agent, competitions, harness.data_dir, asked)
    (record,) = run_there(harness, group, retries=0)
    assert record.failure
    assert record.failure.kind == "infrastructure"
    assert "uses the tool 'python', which is not installed on" in record.failure.message
    assert "mlebench agents build tester" in record.failure.message
    build(cluster.node_data.parent / "cache")
    (record,) = run_there(harness, group)
    assert record.state == "finished"
    assert record.tools["python"].versions["greeting"] == "1.2.3"
