"""Faults of the machine: a harness that is killed at any moment, a full disk, an engine that vanishes."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from mlebench.runs import RunGroup, RunRecord
from mlebench.runs.clean import clean_group
from mlebench.runs.launch import create_group, run_group
from mlebench.sandbox import collect
from tests.runs.conftest import TASK, Harness, options_of
from tests.sandbox.conftest import IMAGE, bubblewrap_problem, docker_problem, marked
from tests.sandboxes import HAND_IN, until, write_agent

KILLS, RUNS = 50, 20
SHORT = HAND_IN + "import time; time.sleep(0.2)"


class Zygote:
    """Harnesses that start at once."""

    def __init__(self, log: Path) -> None:
        self._log = log.open("wb")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.runs.zygote"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            env={**os.environ, "COLUMNS": "200"},
        )

    def start(self, *arguments: object) -> int:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([str(each) for each in arguments]) + "\n")
        self._process.stdin.flush()
        return int(self._line())

    def status(self) -> int:
        return int(self._line())

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(60)
        self._process.stdout.close()
        self._log.close()


@pytest.mark.parametrize("sandbox", ["bubblewrap", "process"])
def test_a_harness_killed_at_fifty_moments_loses_and_repeats_nothing(
    harness: Harness, sandbox: str, tmp_path: Path
) -> None:
    if sandbox == "bubblewrap" and (problem := bubblewrap_problem()):
        pytest.skip(problem)
    group = harness.group(SHORT, sandbox=sandbox, seeds=RUNS)
    order = ["run", "--resume", group.folder, "--data-dir", harness.data_dir, "--agents-dir", harness.folder / "agents"]
    order += ["--sandbox", sandbox]
    moments, zygote = random.Random(7), Zygote(tmp_path / "harness.log")
    finished: dict[str, RunRecord] = {}

    def look() -> None:
        for record in RunGroup.open(group.folder).records():
            if record.state == "finished":
                assert finished.setdefault(record.run_id, record) == record  # never run again

    def attempts() -> int:
        return sum(record.attempt for record in group.records())

    try:
        for kill in range(KILLS):
            before = attempts()
            process = zygote.start(*order, "--workers", 2)
            if kill % 2:  # half of them while it starts, half while agents work
                until(lambda: attempts() > before, 2)  # noqa: B023
            time.sleep(moments.uniform(0.0, 1.2 if kill % 2 else 0.4))
            with suppress(ProcessLookupError):  # near the end it may be quicker
                os.kill(process, signal.SIGKILL)
            assert zygote.status() in (signal.SIGKILL, 0)
            look()
        zygote.start(*order, "--workers", 2)
        assert zygote.status() == 0, (tmp_path / "harness.log").read_text()[-3000:]
        look()
    finally:
        zygote.close()
    assert len(finished) == RUNS
    assert all(record.submission is not None for record in finished.values())
    assert max(record.attempt for record in finished.values()) > 1  # some were cut off, and run again
    assert all(marked(run.run_id) == [] for run in group.spec.runs)
    assert not list(group.folder.glob("*/sandbox"))


def test_a_full_disk_is_named_and_the_group_goes_on_when_there_is_sandbox_again(harness: Harness) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    disk = harness.folder / "runs"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk], check=True)
    try:
        group = harness.group(HAND_IN, seeds=2)
        _fill(disk / "ballast")
        records = harness.run(group)
        assert [record.state for record in records] == ["failed", "failed"]
        for record in records:
            assert record.failure is not None
            assert record.failure.kind == "infrastructure"
            assert "The disk is full" in record.failure.message
        (disk / "ballast").unlink()
        assert [record.state for record in harness.run(group)] == ["finished", "finished"]
    finally:
        subprocess.run(["umount", disk], check=True)


@pytest.fixture
def small_disk(harness: Harness) -> Iterator[Path]:
    """The runs folder on a disk of 2.5 MB."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    disk = harness.folder / "runs"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2500k", "tmpfs", disk], check=True)
    yield disk
    subprocess.run(["umount", disk], check=True)


COUNTED = """
import os
from pathlib import Path
with open({count!r}, "a") as file: file.write("x")
out, logs = Path(os.environ["SUBMISSION_DIR"]), Path(os.environ["LOGS_DIR"])
"""
# With a second link, such a log has to be copied, and is then more than the disk holds.
LARGE = """
(logs / "large.log").write_bytes(bytes(1_500_000))
(out / "submission.csv").write_text("id,EAP,HPL,MWS\\n")
"""


def test_logs_of_more_than_half_the_disk_come_out(harness: Harness, small_disk: Path, tmp_path: Path) -> None:
    count = tmp_path / "count"
    group, record = harness.one(COUNTED.format(count=str(count)) + LARGE)
    assert (record.state, record.failure, count.read_text()) == ("finished", None, "x")
    assert (group.folder / record.run_id / "logs" / "large.log").stat().st_size == 1_500_000


def test_a_result_that_cannot_be_collected_is_kept_and_collected_on_resume(
    harness: Harness, small_disk: Path, tmp_path: Path
) -> None:
    count = tmp_path / "count"
    code = COUNTED.format(count=str(count)) + LARGE + "os.link(logs / 'large.log', logs / 'second.log')"
    group, record = harness.one(code, retries=1)
    folder = group.folder / record.run_id
    assert record.failure is not None
    assert (record.state, record.failure.kind, record.exit_code) == ("failed", "infrastructure", 0)
    assert (folder / "submission" / "submission.csv").is_file()  # it came first
    clean_group(group)
    assert (folder / "sandbox").is_dir()
    subprocess.run(["mount", "-o", "remount,size=8m", small_disk], check=True)
    [record] = harness.run(group)
    assert (record.state, record.failure, count.read_text()) == ("finished", None, "x")
    assert record.attempt == 1
    assert record.sealed is not None
    assert record.submission is not None
    assert {path.name for path in (folder / "logs").iterdir()} == {"large.log", "second.log"}
    assert not (folder / "sandbox").exists()


def test_a_harness_killed_while_it_collects_goes_on_there(
    harness: Harness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = tmp_path / "count"

    def cut_off(source: Path, *arguments: Any, **more: Any) -> Any:
        if source.name == "code":
            raise KeyboardInterrupt
        return collect(source, *arguments, **more)

    with monkeypatch.context() as patch:
        patch.setattr("mlebench.runs.collecting.collect", cut_off)
        with pytest.raises(KeyboardInterrupt):
            harness.one(COUNTED.format(count=str(count)) + LARGE)
    group = RunGroup.find("latest", harness.folder / "runs")
    assert group.records()[0].state == "running"
    [record] = harness.run(group)
    assert (record.state, record.attempt, count.read_text()) == ("finished", 1, "x")
    assert (group.folder / record.run_id / "logs" / "large.log").is_file()


def test_a_full_disk_of_the_host_is_not_charged_to_the_agent(
    harness: Harness, small_disk: Path, tmp_path: Path
) -> None:
    count = tmp_path / "count"
    code = COUNTED.format(count=str(count)) + "(out / 'submission.csv').write_bytes(bytes(4_000_000))"
    group, record = harness.one(code)
    assert record.failure is not None
    assert (record.failure.kind, record.done, record.exit_code) == ("infrastructure", False, 1)
    assert "The disk was full" in record.failure.message
    subprocess.run(["mount", "-o", "remount,size=20m", small_disk], check=True)
    [record] = harness.run(group)
    assert (record.state, record.attempt, count.read_text()) == ("finished", 2, "xx")
    assert [failure.kind for failure in record.earlier_failures] == ["infrastructure"]
    folder = group.folder / record.run_id
    assert (folder / "attempt-1" / "submission" / "submission.csv").is_file()


def test_an_agents_own_fault_is_none_of_the_disks(harness: Harness, small_disk: Path, tmp_path: Path) -> None:
    _, record = harness.one("raise SystemExit(1)")
    assert record.failure is not None
    assert record.failure.kind == "agent"


def _fill(path: Path) -> None:
    with path.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(512))


def test_an_engine_that_vanishes_is_not_the_agents_fault(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    if problem := docker_problem():
        pytest.skip(problem)
    with tempfile.TemporaryDirectory(prefix="mle-", dir="/tmp") as folder:
        _engine(folder)
        monkeypatch.setenv("DOCKER_HOST", f"unix://{folder}/docker.sock")
        try:
            code = HAND_IN + "import time; time.sleep(2)"
            agent = write_agent(harness.folder / "agents", code, extra=f"image: {IMAGE}\n")
            asked = options_of(sandbox="docker", seeds=2)
            group = create_group(harness.folder / "runs", agent, [harness.registry.get(TASK)], harness.data_dir, asked)
            engine = int((Path(folder) / "docker.pid").read_text())
            first = group.folder_of(group.spec.runs[0])

            def kill() -> None:
                until(lambda: (first / "sandbox" / "submission" / "submission.csv").exists(), 60)
                os.kill(engine, signal.SIGKILL)

            thread = threading.Thread(target=kill)
            thread.start()
            records = run_group(group, agent, harness.registry, harness.data_dir, asked)
            thread.join()
            # Its sandbox was open, and is kept without the engine; a new one cannot be opened.
            assert records[0].state == "finished" or records[0].failure.kind == "infrastructure"  # type: ignore[union-attr]
            assert records[1].failure is not None
            assert records[1].failure.kind == "infrastructure"
            assert "container engine" in records[1].failure.message
            _engine(folder)
            records = run_group(group, agent, harness.registry, harness.data_dir, asked)
            assert [record.state for record in records] == ["finished", "finished"]
        finally:
            _engine(folder, "stop")


def _engine(folder: str, *order: str) -> None:
    script = Path(__file__).parents[1] / "sandbox" / "start_docker.sh"
    subprocess.run(["bash", script, folder, *order], check=True, stdout=subprocess.DEVNULL)
