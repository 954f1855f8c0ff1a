"""Control groups: on this machine as it is, and on trees that look like other machines."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from mlebench.sandbox.cgroups import Limits, end_leftovers, find, open_group
from mlebench.sandbox.cgroups.find import find_trees
from mlebench.sandbox.cgroups.groups import FolderGroup, ScopeGroup
from mlebench.sandbox.cgroups.readings import v1_readings, v2_readings
from tests.sandboxes import until

LIMITS = Limits(memory=1 << 28, processes=50, cpus=1.5)
UNIFIED = "30 24 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n"
OLDER = (
    "31 30 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
    "32 30 0:28 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
    "33 30 0:29 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n"
    "34 30 0:30 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
)


def test_hierarchies_are_found_among_the_mounts() -> None:
    assert find_trees(UNIFIED).unified == Path("/sys/fs/cgroup")
    assert find_trees(UNIFIED).older == {}
    older = find_trees(OLDER).older
    assert older["cpu"] == older["cpuacct"] == Path("/sys/fs/cgroup/cpu,cpuacct")
    assert set(older) == {"memory", "pids", "cpu", "cpuacct"}


def test_the_unified_hierarchy_gets_its_limits(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    group = FolderGroup(2, dict.fromkeys(("memory", "pids", "cpu"), folder), LIMITS)
    assert (folder / "memory.max").read_text() == str(1 << 28)
    assert (folder / "memory.swap.max").read_text() == "0"
    assert (folder / "pids.max").read_text() == "50"
    assert (folder / "cpu.max").read_text() == "150000 100000"
    assert group.enforced(1) == dict.fromkeys(("memory", "processes", "cpus"), "cgroup v2")


def test_a_command_enters_its_groups_before_it_starts(tmp_path: Path) -> None:
    folders = {name: tmp_path / name for name in ("memory", "pids")}
    group = FolderGroup(1, folders, LIMITS)
    done = subprocess.run(group.wrap(["sh", "-c", 'echo $$; echo "$@"', "x", "a b"]), capture_output=True, text=True)
    number, words = done.stdout.splitlines()
    assert words == "a b"
    for folder in folders.values():
        assert (folder / "cgroup.procs").read_text().strip() == number


def test_figures_of_the_unified_hierarchy(tmp_path: Path) -> None:
    (tmp_path / "memory.stat").write_text("anon 1000\nfile 900000\nshmem 24\n")
    (tmp_path / "cpu.stat").write_text("usage_usec 2500000\nuser_usec 1\n")
    (tmp_path / "memory.events").write_text("low 0\noom 3\noom_kill 1\n")
    (tmp_path / "pids.events").write_text("max 7\n")
    readings = v2_readings(tmp_path)
    readings.sample()
    assert readings.usage.out_of_processes
    assert readings.usage.peak_memory_bytes == 1024  # the page cache is not the agent's
    assert readings.usage.cpu_seconds == 2.5
    assert readings.usage.out_of_memory
    (tmp_path / "memory.stat").unlink()  # systemd takes a group away with its last process
    readings.sample()
    assert readings.usage.peak_memory_bytes == 1024


def test_figures_of_the_older_hierarchy(tmp_path: Path) -> None:
    (tmp_path / "memory.stat").write_text("rss 1\ntotal_rss 500\ntotal_shmem 12\n")
    (tmp_path / "memory.oom_control").write_text("oom_kill_disable 0\nunder_oom 0\noom_kill 0\n")
    (tmp_path / "cpuacct.usage").write_text("1250000000\n")
    (tmp_path / "pids.events").write_text("max 0\n")
    readings = v1_readings({"memory": tmp_path, "cpuacct": tmp_path, "pids": tmp_path})
    readings.sample()
    assert not readings.usage.out_of_processes
    assert readings.usage.peak_memory_bytes == 512
    assert readings.usage.cpu_seconds == 1.25
    assert not readings.usage.out_of_memory


def test_systemd_is_asked_for_a_scope(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    line = ScopeGroup("task_1", LIMITS).wrap(["bwrap", "x"])
    assert line[:5] == ["systemd-run", "--user", "--scope", "--quiet", "--collect"]
    assert "--unit=mlebench-task_1.scope" in line
    for setting in ("MemoryMax=268435456", "MemorySwapMax=0", "TasksMax=50", "CPUQuota=150%"):
        assert setting in line
    assert line[-3:] == ["--", "bwrap", "x"]
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert "--user" not in ScopeGroup("task_1", LIMITS).wrap(["bwrap"])


def test_systemd_is_used_only_where_it_does_what_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = tmp_path / "systemd-run"
    monkeypatch.setattr(find, "_BOOTED", tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    fake.write_text('#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done; shift; exec "$@"\n')
    fake.chmod(0o755)
    assert find._systemd_works()
    fake.write_text("#!/bin/sh\necho 'Failed to connect to bus' >&2; exit 1\n")
    assert not find._systemd_works()
    # One that starts the command elsewhere, without the files that a sandbox is opened with.
    fake.write_text("#!/bin/sh\nexit 0\n")
    assert not find._systemd_works()


def test_a_machine_without_any_way_has_no_group(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find, "best_way", lambda: ("", find.Trees()))
    assert open_group("task_1", LIMITS) is None
    end_leftovers("task_1")


@pytest.mark.skipif(not find.best_way()[0], reason="this user can make no control group here")
def test_leftovers_of_a_dead_harness_are_ended() -> None:
    run = f"leftover-{os.getpid()}"
    group = open_group(run, LIMITS)
    assert group is not None
    left = subprocess.Popen(group.wrap(["sleep", "600"]))
    try:
        assert until(lambda: Path(f"/proc/{left.pid}/cmdline").read_text().startswith("sleep"))
        end_leftovers(run)
        assert left.wait(5) == -9
    finally:
        left.kill()
        group.remove()
