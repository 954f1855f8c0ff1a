"""CPUs that several harnesses of one machine share out among each other."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mlebench.sandbox import pool

HOLD = """
import os, sys
from mlebench.sandbox import pool
with pool.own_cpus(1):
    print(*sorted(os.sched_getaffinity(0)), flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other harnesses of this machine have CPUs of their own."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))


def test_another_process_gets_other_cpus_and_a_dead_one_holds_none() -> None:
    before = os.sched_getaffinity(0)
    if len(before) < 2:
        pytest.skip("this machine has one CPU")
    with subprocess.Popen(
        [sys.executable, "-c", HOLD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        theirs = {int(number) for number in other.stdout.readline().split()}
        assert theirs == {min(before)}
        with pool.own_cpus(1):
            ours = os.sched_getaffinity(0)
            assert len(ours) == 1
            assert not ours & theirs
            assert pool.cpus().take(4) == sorted(ours)
        with pool.own_cpus(len(before)):  # too few are left
            assert os.sched_getaffinity(0) == before
        other.kill()
    with pool.own_cpus(1):
        assert os.sched_getaffinity(0) == theirs
    assert os.sched_getaffinity(0) == before


@pytest.mark.parametrize(("named", "lent"), [(None, [0, 1, 2]), ("1,2", [1, 2]), ("", []), ("GPU-5ef1", [0, 1, 2])])
def test_gpus_are_those_that_a_scheduler_gave(
    named: str | None, lent: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "gpus_of_this_machine", lambda: (0, 1, 2))
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    if named is not None:
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", named)
    pool.gpus.cache_clear()
    try:
        assert pool.gpus().take(3) == lent
    finally:
        pool.gpus.cache_clear()
