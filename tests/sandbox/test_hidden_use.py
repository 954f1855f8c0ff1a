"""What an agent hides from the usual ways of counting is counted, or its record says that it is not."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from mlebench.sandbox.bubblewrap import sandbox as bubblewrap
from mlebench.sandbox.inside.disk import disk_use
from tests.sandbox.conftest import Lab, small

pytestmark = pytest.mark.attack

DISK = 0.0625  # GB
HIDDEN = {
    "deleted but open": """
        import os, time
        files = []
        for number in range(12):
            path = f"/home/code/{number}"
            files.append(open(path, "wb"))
            files[-1].write(b"x" * (10 << 20))
            files[-1].flush()
            os.unlink(path)
        time.sleep(600)
    """,
    "below a path that is too long": """
        import os, time
        os.chdir("/home/code")
        for _ in range(30):
            os.mkdir("d" * 250)
            os.chdir("d" * 250)
        for number in range(12):
            with open(str(number), "wb") as file:
                file.write(b"x" * (10 << 20))
        time.sleep(600)
    """,
    "in a closed folder": """
        import os, time
        os.makedirs("/home/code/closed/inner")
        for number in range(12):
            with open(f"/home/code/closed/inner/{number}", "wb") as file:
                file.write(b"x" * (10 << 20))
        os.chmod("/home/code/closed/inner", 0o400)
        os.chmod("/home/code/closed", 0)
        time.sleep(600)
    """,
    "in names without content": """
        import os, time
        for number in range(20_000):
            os.mkdir(f"/home/code/{number}") if number % 2 else open(f"/tmp/{number}", "w").close()
        time.sleep(600)
    """,
}
MEMORY_FILE = """
import os, time
held = os.memfd_create("held")
for _ in range(50):
    os.write(held, b"x" * (10 << 20))
time.sleep(600)
"""


SEGMENTS = """
import ctypes, time
libc = ctypes.CDLL(None)
libc.shmat.restype = ctypes.c_void_p
for _ in range(50):
    place = libc.shmat(libc.shmget(0, 10 << 20, 0o1600), None, 0)
    ctypes.memset(place, 1, 10 << 20)
    libc.shmdt(ctypes.c_void_p(place))
time.sleep(600)
"""


@pytest.mark.parametrize("way", HIDDEN)
def test_the_disk_limit_holds_for_what_is_hidden(anywhere: Lab, way: str) -> None:
    ran = anywhere.run(HIDDEN[way], small(disk_gb=DISK), seconds=500)
    assert (ran.outcome.exceeded, ran.outcome.signal) == ("disk", signal.SIGKILL), ran.output


@pytest.mark.parametrize("code", [MEMORY_FILE, SEGMENTS])
def test_without_control_groups_files_of_memory_are_memory(
    bubblewrap_lab: Lab, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    monkeypatch.setattr(bubblewrap, "open_group", lambda *_: None)
    ran = bubblewrap_lab.run(code, small(memory_gb=0.25), seconds=500)
    assert (ran.outcome.exceeded, ran.outcome.signal) == ("memory", signal.SIGKILL)


@pytest.mark.parametrize("code", [MEMORY_FILE, SEGMENTS])
def test_files_of_memory_are_memory(anywhere: Lab, code: str) -> None:
    outcome = anywhere.run(code, small(memory_gb=0.25), seconds=500).outcome
    assert (outcome.exceeded, outcome.signal) == ("memory", signal.SIGKILL)


INOTIFY = """
import ctypes
libc = ctypes.CDLL(None)
made = 0
while made < 128 and libc.inotify_init() >= 0:
    made += 1
print(made)
"""


def test_a_sandbox_does_not_take_all_inotify_instances_of_its_user(anywhere: Lab) -> None:
    ran = anywhere.run(INOTIFY)
    if ran.outcome.enforced["inotify instances"] != "not enforced":
        assert int(ran.output) <= 16


def test_what_is_not_enforced_is_said(anywhere: Lab) -> None:
    enforced = anywhere.run("").outcome.enforced
    unseen = "deleted files that are only mapped or sent"
    if anywhere.backend != "bubblewrap" or os.geteuid() != 0:
        unseen += ", deleted files of processes that hide themselves"
    if anywhere.backend == "docker":
        assert enforced["inotify instances"] == "not enforced"
        unseen += ", folders of the image that its user may write to"
    assert enforced["files"] == f"total watched; not enforced: {unseen}"
    if "container engine" not in enforced["disk"]:  # some engines keep a limit themselves
        assert enforced["disk"] == f"file size rlimit; {enforced['files']}"
    assert set(enforced) == {"memory", "cpus", "processes", "shared memory", "disk", "files", "inotify instances"}


def test_folders_in_folders_without_end_do_not_stop_the_counting(tmp_path: Path) -> None:
    here = os.open(tmp_path, os.O_RDONLY)
    try:
        for _ in range(3000):
            os.mkdir("d" * 20, dir_fd=here)
            inner = os.open("d" * 20, os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = inner
        with os.fdopen(os.open("end", os.O_WRONLY | os.O_CREAT, dir_fd=here), "wb") as file:
            file.write(b"x" * 5_000_000)
    finally:
        os.close(here)
    held, files = list(disk_use([str(tmp_path)]))[-1]
    subprocess.run(["rm", "-rf", str(tmp_path / ("d" * 20))], check=True)  # Python would give up
    assert held >= 5_000_000
    assert files >= 3001  # and what processes of others hold
