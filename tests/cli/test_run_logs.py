"""Runs at work, on a terminal."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mlebench.gateway.model import ModelUsage
from mlebench.runs import RunGroup
from mlebench.runs.figures import ValidatorCalls
from tests.cli.conftest import Cli
from tests.view.groups import begin, end, fail, make_group, write


@pytest.fixture
def group(tmp_path: Path) -> RunGroup:
    return make_group(tmp_path / "runs", "a")


@contextmanager
def following(group: RunGroup, run: str = "starter") -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "mlebench", "runs", "logs", group.folder, run, "--follow"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def test_a_log_is_followed_to_the_end_of_its_run(group: RunGroup) -> None:
    first, second = group.spec.runs
    folder = begin(group, first)
    with group.locked(), following(group) as process:
        assert line(process) == f"== {first.run_id}, seed 0\n"
        assert line(process) == "line 1\n"
        with (folder / "run.log").open("a") as log:
            log.write("line 2\x1b[2J\n")
        assert line(process) == "line 2�[2J\n"
        begin(group, second)
        assert line(process) == f"== {second.run_id}, seed 0\n"
        assert line(process) == "line 1\n"
        (folder / "run.log").write_text("2nd\n")  # it is tried again, and its log is a new one
        assert line(process) == f"== {first.run_id}, seed 0\n"
        assert line(process) == "2nd\n"
        with (folder / "run.log").open("a") as log:
            log.write("last words")
        end(group, first)
        fail(group, second, "no")
        assert process.stdout is not None
        assert process.stdout.read() == "last words"
        assert process.wait() == 0


def test_following_ends_where_nobody_is_at_work(group: RunGroup) -> None:
    begin(group, group.spec.runs[0])
    with following(group) as process:
        out, err = process.communicate()
    assert (process.returncode, err) == (0, "")
    assert out.endswith("line 1\n")


def test_ctrl_c_ends_following(group: RunGroup) -> None:
    begin(group, group.spec.runs[0])
    with group.locked(), following(group) as process:
        line(process)
        process.send_signal(signal.SIGINT)
        err = process.communicate()[1]
    assert process.returncode == 130
    assert "Traceback" not in err


def test_a_whole_log_is_printed(group: RunGroup, cli: Cli) -> None:
    folder = begin(group, group.spec.runs[0])
    (folder / "run.log").write_text("ü€" * 1_000_000 + "\x07")
    out = cli("runs", "logs", group.folder, "starter").out
    assert out.count("ü€") == 1_000_000
    assert "\x07" not in out
    assert "(nothing was printed)" in out  # by the other run


def test_a_run_at_work_is_shown_with_its_figures(group: RunGroup, cli: Cli) -> None:
    usage = ModelUsage(prompt_tokens=1000, completion_tokens=234, cost_usd=0.5)
    folder = begin(group, group.spec.runs[0], model=usage)
    write(folder, "validations.jsonl", [{"valid": True}, {"valid": False}, {"valid": None, "message": '"valid": true'}])
    with group.locked():
        shown = cli("runs", "show", group.folder).out
        row = next(each for each in shown.splitlines() if folder.name in each)
        assert row.split()[2:] == ["running", "1m01s", "–", "–", "2", "1,234", "$0.5000", "line", "1"]
        now = [record["now"] for record in json.loads(cli("runs", "show", group.folder, "--json").out)]
        assert now[0] | {"seconds": 0} == {
            "seconds": 0,
            "last_line": "line 1",
            "validator_calls": 2,
            "tokens": 1234,
            "cost_usd": 0.5,
        }
        assert now[1] is None
    row = next(each for each in cli("runs", "show", group.folder).out.splitlines() if folder.name in each)
    assert row.split()[2:6] == ["cut", "off", "–", "–"]  # a harness that has died works no longer


def test_calls_are_counted_as_they_come(tmp_path: Path) -> None:
    calls = ValidatorCalls(tmp_path)
    assert calls.count() == 0
    path = write(tmp_path, "validations.jsonl", b'{"valid": true}\n{"valid": fa')
    assert calls.count() == 1
    with path.open("ab") as file:
        file.write(b'lse}\n{"valid": true, "message": "' + b"x" * (3 << 20) + b'"}\n')
    assert calls.count() == 3
    assert calls.count() == 3
