"""What is special about sandboxes of bubblewrap."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from mlebench.sandbox import SandboxError, SandboxSettings, default_sandbox, open_backend, shown
from mlebench.sandbox.bubblewrap import BubblewrapBackend, mounts, sandbox
from mlebench.sandbox.bubblewrap.seccomp import system_call_filter
from tests.sandbox.conftest import ORDINARY_ID, Lab, as_ordinary_user, small


@pytest.fixture
def no_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which no control group can be made."""
    monkeypatch.setattr(sandbox, "open_group", lambda *_: None)


@pytest.mark.usefixtures("no_groups")
def test_without_control_groups_a_hog_of_memory_is_watched(bubblewrap_lab: Lab) -> None:
    code = """
    import multiprocessing, time
    def hold(_):
        held = bytearray(100 << 20)
        time.sleep(60)
    if __name__ == "__main__":
        multiprocessing.Pool(4).map(hold, range(4))
    """
    ran = bubblewrap_lab.run(code, small(memory_gb=0.25))
    assert ran.outcome.exceeded == "memory"
    assert ran.outcome.signal == signal.SIGKILL
    assert ran.outcome.enforced["memory"] == "rlimit per process, total watched"


@pytest.mark.usefixtures("no_groups")
def test_without_control_groups_one_process_cannot_take_more_than_all(bubblewrap_lab: Lab) -> None:
    ran = bubblewrap_lab.run("held = bytearray(600 << 20)", small(memory_gb=0.25))
    assert "MemoryError" in ran.output


@pytest.mark.usefixtures("no_groups")
def test_without_control_groups_forks_still_end(bubblewrap_lab: Lab) -> None:
    code = """
    import os, time
    made = 0
    try:
        while made < 5000:
            if os.fork() == 0:
                time.sleep(60)
            made += 1
    except BlockingIOError:
        print("stopped after", made)
    """
    ran = bubblewrap_lab.run(code, small(processes=64))
    assert "stopped after" in ran.output
    assert ran.outcome.enforced["processes"] == "rlimit"


@pytest.mark.usefixtures("no_groups")
def test_without_control_groups_usage_is_still_measured(bubblewrap_lab: Lab) -> None:
    outcome = bubblewrap_lab.run("held = bytearray(100 << 20); import time; time.sleep(1)").outcome
    assert (outcome.peak_memory_bytes or 0) > 100 << 20
    assert (outcome.cpu_seconds or 0) > 0


def test_control_groups_are_taken_away(bubblewrap_lab: Lab) -> None:
    from mlebench.sandbox.cgroups.find import _folders, best_way

    ran = bubblewrap_lab.run("")
    way, trees = best_way()
    assert [folder for folder in _folders(ran.sandbox.run_id, way, trees).values() if folder.exists()] == []


def test_the_agents_python_has_the_libraries_of_the_harness(bubblewrap_lab: Lab) -> None:
    ran = bubblewrap_lab.run("import numpy, pandas, sklearn; print('ok')", small(memory_gb=2))
    assert ran.output == "ok\n"


def test_an_open_network_is_said(bubblewrap_lab: Lab) -> None:
    box = bubblewrap_lab.make_backend(network="open")
    assert not box.capabilities.no_network
    assert "no-network" not in box.capabilities.names()
    sandbox = bubblewrap_lab.spec(
        "import socket; print(len(socket.if_nameindex()) > 0, open('/etc/resolv.conf').read())"
    )
    handle = box.start(sandbox)
    assert handle.wait(30) is not None
    handle.close()
    assert Path("/etc/resolv.conf").read_text().strip() in sandbox.output.read_text()


def test_installed_graders_are_hidden(bubblewrap_lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    package = Path(pytest.__file__).resolve().parent  # any package of the sandbox's Python stands for ours
    monkeypatch.setattr(shown, "_installed", lambda: (package,))
    ran = bubblewrap_lab.run(f"import os; print(os.listdir({str(package)!r}))")
    assert ran.output == "[]\n"


def test_data_inside_the_python_environment_is_refused(bubblewrap_lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    sandbox = bubblewrap_lab.spec("")
    monkeypatch.setattr(mounts, "python_roots", lambda: (sandbox.data.parent,))
    with pytest.raises(SandboxError, match="lies inside a folder that the sandbox shows"):
        bubblewrap_lab.make_backend().start(sandbox)


def test_a_python_that_is_everything_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    mounts.python_roots.cache_clear()
    monkeypatch.setattr(sys, "prefix", str(Path.home()))
    try:
        with pytest.raises(SandboxError, match="virtual environment"):
            mounts.python_roots()
    finally:
        mounts.python_roots.cache_clear()


@pytest.mark.skipif(os.geteuid() != 0, reason="others than root have no such choice")
def test_data_that_only_root_can_read_is_refused(bubblewrap_lab: Lab) -> None:
    sandbox = bubblewrap_lab.spec("")
    (sandbox.data / "train.csv").chmod(0o600)
    with pytest.raises(SandboxError, match="chmod -R a\\+rX"):
        bubblewrap_lab.make_backend().start(sandbox)


def test_a_machine_without_bubblewrap_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "_works", False)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(SandboxError, match="apt-get install bubblewrap"):
        BubblewrapBackend().check()


def test_nobody_gets_less_isolation_without_asking_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "_works", False)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(SandboxError) as caught:
        default_sandbox()
    for remedy in ("apt-get install bubblewrap", "dnf install bubblewrap", "--sandbox docker", "--sandbox process"):
        assert remedy in str(caught.value)


def test_a_machine_without_a_filter_of_system_calls_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "_works", False)
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    with pytest.raises(SandboxError, match="riscv64"):
        BubblewrapBackend().check()


def test_a_machine_that_forbids_namespaces_is_told_how_to_allow_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = tmp_path / "bwrap"
    fake.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setattr(sandbox, "_works", False)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(SandboxError, match="No permissions to create new namespace") as caught:
        BubblewrapBackend().check()
    assert "unprivileged_userns" in str(caught.value)


def test_it_is_the_default_where_it_works(bubblewrap_lab: Lab) -> None:
    assert default_sandbox() == "bubblewrap"


def test_containers_options_are_refused() -> None:
    from mlebench.errors import MlebenchError

    with pytest.raises(MlebenchError, match="privileged"):
        open_backend("bubblewrap", SandboxSettings(privileged=True))
    with pytest.raises(MlebenchError, match="sysbox-runc"):
        open_backend("process", SandboxSettings(runtime="sysbox-runc"))


def test_the_filter_is_written_for_the_machines_that_people_have() -> None:
    for machine in ("x86_64", "aarch64"):
        rules = system_call_filter(machine)
        assert rules is not None
        assert len(rules) % 8 == 0
    assert system_call_filter("riscv64") is None


ORDINARY = """
import json, os, sys, time
from pathlib import Path
from tests.sandbox.conftest import Lab, small
lab = Lab("bubblewrap", Path(sys.argv[1]))
code = '''
import os
print(os.getuid(), os.listdir("/home/data"), open("/proc/self/uid_map").read().split())
open("/home/submission/submission.csv", "w").write("id")
try:
    os.kill(1, 9)
    open("/proc/1/mem")
except PermissionError:
    print("closed")
'''
ran = lab.run(code, small(processes=64))
print(ran.output, ran.outcome, (ran.sandbox.folder / "submission" / "submission.csv").stat().st_uid)
bomb = '''
import os, time
try:
    while True:
        if os.fork() == 0: time.sleep(60)
except BlockingIOError: print("stopped")
'''
print("bomb", lab.run(bomb, small(processes=64)).output)
print("hog", lab.run("x = bytearray(600 << 20)", small(memory_gb=0.25)).outcome)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="this is the test for root; others test it all the time")
def test_an_ordinary_user_needs_no_rights(bubblewrap_lab: Lab) -> None:
    printed = as_ordinary_user(ORDINARY)
    assert "1000 ['train.csv']" in printed
    assert "closed" in printed
    assert "exit_code=0" in printed
    assert "bomb stopped" in printed
    assert "hog Outcome(exit_code=1" in printed  # MemoryError: no control group for this user
    assert f") {ORDINARY_ID}\n" in printed  # whose the submission is


def test_the_sandbox_of_a_harness_that_was_killed_while_it_tried_is_ended_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    left = tmp_path / f"mlebench-check-{os.getpid()}"
    left.mkdir()
    (left / "lock").touch()
    os.utime(left, (0, 0))
    command = ["bwrap", "--die-with-parent", "--setenv", "MLEBENCH_RUN_ID", left.name, "--ro-bind", "/", "/"]
    stuck = subprocess.Popen([*command, "sleep", "600"])
    try:
        monkeypatch.setattr(sandbox, "_works", False)
        BubblewrapBackend().check()
        stuck.wait(5)  # it may have been waited for before, so that how it ended is not known here
        assert list(tmp_path.iterdir()) == []
    finally:
        stuck.kill()
