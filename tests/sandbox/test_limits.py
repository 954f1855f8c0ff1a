"""Limits hold, and what exceeded them is said."""

from __future__ import annotations

import signal
import time
from dataclasses import replace

import pytest

from mlebench.sandbox import SandboxError
from tests.sandbox.conftest import Lab, marked, small


def test_a_hog_of_memory_is_ended_and_reported(lab: Lab) -> None:
    ran = lab.run("held = bytearray(600 << 20)\nprint('alive')", small(memory_gb=0.25))
    assert "alive" not in ran.output
    if ran.outcome.enforced["memory"].startswith("rlimit"):  # no control group for this user
        assert "MemoryError" in ran.output
    else:
        assert ran.outcome.exceeded == "memory"
        assert ran.outcome.signal == signal.SIGKILL


def test_a_hog_among_the_agents_children_is_reported_too(lab: Lab) -> None:
    code = """
    import subprocess, sys
    print("child:", subprocess.run([sys.executable, "-c", "held = bytearray(600 << 20)"]).returncode)
    """
    ran = lab.run(code, small(memory_gb=0.25))
    assert ran.outcome.exit_code == 0
    if not ran.outcome.enforced["memory"].startswith("rlimit"):
        assert "child: -9" in ran.output
        assert ran.outcome.exceeded == "memory"


def test_forks_end_at_the_limit(lab: Lab) -> None:
    code = """
    import os, time
    made = 0
    try:
        while made < 5000:
            if os.fork() == 0:
                time.sleep(60)
                os._exit(0)
            made += 1
    except BlockingIOError:
        print("stopped after", made)
    """
    ran = lab.run(code, small(processes=64))
    assert "stopped after" in ran.output
    assert int(ran.output.split()[-1]) < 64
    assert ran.outcome.exit_code == 0
    assert ran.outcome.stragglers > 40
    assert "processes" in ran.outcome.enforced
    if "not told" not in ran.outcome.enforced["processes"]:
        assert ran.outcome.exceeded == "processes"


def test_a_fork_bomb_is_ended_by_the_time_limit(lab: Lab) -> None:
    code = """
    import os
    while True:
        try:
            os.fork()
        except OSError:
            pass
    """
    handle, sandbox = lab.open(code, small(processes=64))
    assert handle.wait(2) is None
    started = time.monotonic()
    outcome = handle.terminate(0.5)
    assert outcome.signal in (signal.SIGTERM, signal.SIGKILL)
    assert time.monotonic() - started < 20
    assert marked(sandbox.run_id) == []


def test_a_file_of_100_gb_cannot_be_written_nor_pretended(lab: Lab) -> None:
    code = """
    import signal
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    for way in ("seek", "truncate"):
        try:
            with open(f"/home/submission/{way}", "wb") as file:
                if way == "seek":
                    file.seek(100 << 30)
                    file.write(b"x")
                else:
                    file.truncate(100 << 30)
            print(way, "worked")
        except OSError as error:
            print(way, error)
    """
    ran = lab.run(code)
    assert ran.output.count("File too large") == 2
    assert "worked" not in ran.output


def test_many_files_that_are_too_much_together_end_the_sandbox(lab: Lab) -> None:
    code = """
    import os, time
    os.mkdir("/home/code/hidden", 0o700)
    for number in range(12):
        with open(f"/home/code/hidden/{number}", "wb") as file:
            file.write(b"x" * (10 << 20))
    time.sleep(60)
    """
    started = time.monotonic()
    ran = lab.run(code, small(disk_gb=0.0625))
    assert ran.outcome.exceeded == "disk"
    assert ran.outcome.signal == signal.SIGKILL
    assert time.monotonic() - started < 50


def test_the_agent_sees_the_cpus_that_it_has(lab: Lab) -> None:
    ran = lab.run("import os; print(len(os.sched_getaffinity(0)))", small(cpus=1))
    assert ran.output.strip() == "1"


def test_what_was_used_is_measured(lab: Lab) -> None:
    code = """
    import time
    held = bytearray(150 << 20)
    while time.process_time() < 0.5:
        pass
    time.sleep(1.2)
    """
    outcome = lab.run(code).outcome
    assert outcome.cpu_seconds is not None
    assert 0.4 < outcome.cpu_seconds < 5
    assert outcome.peak_memory_bytes is not None
    assert 150 << 20 < outcome.peak_memory_bytes < 400 << 20


def test_exit_codes_and_output_come_out(lab: Lab) -> None:
    ran = lab.run("import sys; print('out'); print('err', file=sys.stderr); sys.exit(7)")
    assert ran.outcome.exit_code == 7
    assert ran.outcome.signal is None
    assert sorted(ran.output.split()) == ["err", "out"]


def test_an_endless_output_is_cut(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mlebench.sandbox.wire.LOG_LIMIT", 1 << 20)
    ran = lab.run("for _ in range(300): print('x' * 10000)")
    assert ran.outcome.exit_code == 0
    assert len(ran.output) < (1 << 20) + 200
    assert ran.output.endswith("too long]\n")


def test_nobody_talks_past_the_time_limit(lab: Lab) -> None:
    code = """
    import os
    while True:
        os.write(1, b"x" * 65536)
    """
    handle, _ = lab.open(code)
    started = time.monotonic()
    assert handle.wait(1) is None
    assert time.monotonic() - started < 10
    assert handle.terminate(5).signal == signal.SIGTERM


def test_a_command_that_does_not_exist_is_no_fault_of_the_sandbox(lab: Lab) -> None:
    sandbox = replace(lab.spec(""), command=("no-such-program",))
    with pytest.raises(SandboxError, match="no-such-program"):
        lab.make_backend().start(sandbox)
    assert marked(sandbox.run_id) == []
