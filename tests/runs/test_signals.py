"""Ctrl-C once, twice and three times, a dropped connection, a harness in the background: what was handed in is kept."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mlebench.runs import RunGroup
from mlebench.runs.grade import grade_group
from tests.runs.conftest import Harness
from tests.sandboxes import HAND_IN, until

# Deaf to the request to end, so that there is a while in which the harness saves.
DEAF = (
    HAND_IN
    + """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
(Path(os.environ["LOGS_DIR"]) / "ready").touch()
time.sleep(600)
"""
)
# A command that is in the background ignores SIGINT, and under nohup SIGHUP too: so may the tests themselves.
IGNORES = (
    "import os, signal, sys; ignored = sys.argv[1].split(','); "
    "[signal.signal(n, signal.SIG_IGN if str(n) in ignored else signal.SIG_DFL) for n in (1, 2)]; "
)
START = "os.execv(sys.executable, [sys.executable, '-c', 'from mlebench.cli.main import main; main()', *sys.argv[2:]])"
NONE = ""


def start(harness: Harness, group: RunGroup, ignored: str = NONE) -> subprocess.Popen[str]:
    order = ["run", "--resume", group.folder, "--data-dir", harness.data_dir, "--sandbox", "process"]
    order += ["--agents-dir", harness.folder / "agents"]
    return subprocess.Popen(
        [sys.executable, "-c", IGNORES + START, ignored, *map(str, order)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "COLUMNS": "300"},
    )


def at_work(group: RunGroup) -> Path:
    folder = group.folder_of(group.spec.runs[0])
    assert until(lambda: (folder / "sandbox" / "logs" / "ready").exists(), 60)
    return folder


@pytest.mark.parametrize(
    ("number", "ignored"),
    [(signal.SIGHUP, NONE), (signal.SIGINT, "2"), (signal.SIGINT, "1,2"), (signal.SIGTERM, "1,2")],
)
def test_what_was_handed_in_is_kept(harness: Harness, number: signal.Signals, ignored: str) -> None:
    group = harness.group(DEAF)
    process = start(harness, group, ignored)
    folder = at_work(group)
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert "mlebench run --resume" in errors
    record = group.records()[0]
    assert (record.state, record.submission is not None) == ("cancelled", True)
    assert (folder / "submission" / "submission.csv").is_file()
    assert not (folder / "sandbox").exists()


def test_a_dropped_connection_does_not_end_a_harness_under_nohup(harness: Harness) -> None:
    group = harness.group(DEAF)
    process = start(harness, group, "1")
    at_work(group)
    process.send_signal(signal.SIGHUP)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(3)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 130


def test_a_second_interrupt_says_what_is_still_saved_and_loses_nothing(harness: Harness) -> None:
    group = harness.group(DEAF)
    process = start(harness, group)
    at_work(group)
    process.send_signal(signal.SIGINT)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert f"Still saving what was handed in: {group.spec.runs[0].run_id}" in errors
    record = group.records()[0]
    assert (record.state, record.submission is not None) == ("cancelled", True)


def test_a_third_interrupt_gives_up_and_the_group_goes_on(harness: Harness) -> None:
    group = harness.group(DEAF)
    process = start(harness, group)
    at_work(group)
    process.send_signal(signal.SIGINT)
    for _ in range(2):
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, "Given up" in errors) == (130, True)
    assert group.records()[0].state == "running"
    assert until(lambda: not group.is_at_work())


# The signal comes when the first report has been written.
WHILE_GRADING = """
import os, signal, sys
from mlebench.runs import grade
signal.signal(signal.SIGHUP, signal.SIG_DFL)
real = grade.write_atomically
def write(path, text):
    real(path, text)
    os.kill(os.getpid(), int(sys.argv.pop(1))) if path.name == "report.json" else None
grade.write_atomically = write
from mlebench.cli.main import main
main()
"""


class TestGrading:
    """Reports are written as they are made."""

    @pytest.fixture
    def group(self, harness: Harness) -> RunGroup:
        group = harness.group(HAND_IN, seeds=3)
        harness.run(group)
        return group

    def test_what_is_graded_when_grading_is_cut_off_stays_and_is_not_graded_again(
        self, harness: Harness, group: RunGroup
    ) -> None:
        def cut_off(report: object) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            grade_group(group, harness.registry, harness.data_dir, workers=1, on_report=cut_off)
        [first] = group.folder.glob("*/report.json")
        before = first.stat().st_mtime_ns
        seen: list[object] = []
        whole = grade_group(group, harness.registry, harness.data_dir, workers=1, on_report=seen.append)
        assert (len(seen), whole.total_valid_submissions) == (2, 3)
        assert first.stat().st_mtime_ns == before

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
    def test_a_signal_while_grading_says_how_to_go_on(
        self, harness: Harness, group: RunGroup, number: signal.Signals
    ) -> None:
        order = ["run", "--resume", group.folder, "--data-dir", harness.data_dir, "--sandbox", "process"]
        order += ["--agents-dir", harness.folder / "agents"]
        done = subprocess.run(
            [sys.executable, "-c", WHILE_GRADING.replace("sys.argv.pop(1)", str(int(number))), *map(str, order)],
            capture_output=True,
            text=True,
            env={**os.environ, "COLUMNS": "300"},
            timeout=120,
        )
        assert done.returncode == 130, done.stderr
        assert "the reports that are made are kept" in done.stderr
        assert "mlebench run --resume" in done.stderr
        assert len(list(group.folder.glob("*/report.json"))) == 1

    def test_a_full_disk_is_a_message_and_keeps_what_is_written(self, harness: Harness, group: RunGroup) -> None:
        if os.geteuid() != 0:
            pytest.skip("only root can mount a small disk")
        last = group.folder_of(group.spec.runs[2])
        full = harness.folder / "full"
        full.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", full], check=True)
        try:
            (full / last.name).mkdir()
            subprocess.run(["cp", "-a", f"{last}/.", full / last.name], check=True)
            with (full / "ballast").open("wb", buffering=0) as file:
                file.write(bytes(64 << 10))
            subprocess.run(["mount", "--bind", full / last.name, last], check=True)
            with pytest.raises(Exception, match="cannot be written") as told:
                grade_group(group, harness.registry, harness.data_dir, workers=1)
            assert "No space left" in str(told.value)
            assert "--resume" in str(told.value)
            assert len(list(group.folder.glob("*/report.json"))) == 2
            (full / "ballast").unlink()
            assert grade_group(group, harness.registry, harness.data_dir, workers=1).total_valid_submissions == 3
        finally:
            subprocess.run(["umount", last], check=False)
            subprocess.run(["umount", full], check=True)
