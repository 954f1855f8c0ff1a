from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from mlebench.scratch import Scratch, remove_leftovers

KILLED = """
import os, sys, tempfile
tempfile.tempdir = sys.argv[1]
from mlebench.scratch import Scratch
folder = Scratch("test").path
(folder / "deep" / "er").mkdir(parents=True)
os.kill(os.getpid(), 9)
"""


@pytest.fixture(autouse=True)
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_nobody_else_can_look_into_a_folder_and_it_goes_with_its_block(base: Path) -> None:
    with Scratch("test") as folder:
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        (folder / "file").touch()
    assert list(base.iterdir()) == []


def test_what_a_killed_process_leaves_is_taken_away_and_nothing_else(base: Path) -> None:
    subprocess.run([sys.executable, "-c", KILLED, str(base)], check=False)
    (left,) = base.iterdir()
    used, other, half = Scratch("test"), Scratch("other"), base / "mlebench-test-half-removed"
    half.mkdir()
    seen: list[Path] = []
    remove_leftovers("test", first=seen.append)
    assert seen == []  # as long as they are fresh, they may be about to be locked
    for folder in (left, used.path, other.path, half):
        os.utime(folder, (0, 0))
    remove_leftovers("test", first=seen.append)
    assert seen == [left]
    assert set(base.iterdir()) == {used.path, other.path}
    for scratch in (used, other):
        scratch.remove()
        scratch.remove()
    assert list(base.iterdir()) == []


def test_sockets_get_a_short_path_where_the_usual_one_is_long(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    long = base / ("x" * 100)
    long.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(long))
    with Scratch("test") as usual, Scratch("test", short=True) as short:
        assert usual.parent == long
        assert short.parent == Path("/tmp")
