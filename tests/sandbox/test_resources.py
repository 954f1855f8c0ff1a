"""The resources file."""

from __future__ import annotations

import os
from pathlib import Path

import psutil
import pytest

from mlebench.sandbox import BENCHMARK, Resources
from mlebench.sandbox.pool import Pool
from mlebench.sandbox.resources import GIB, ResourcesError


def test_without_a_file_a_run_has_what_the_benchmark_says() -> None:
    assert (BENCHMARK.time_limit, BENCHMARK.cpus, BENCHMARK.memory_gb, BENCHMARK.gpus) == (86400, 36, 440, 1)
    assert BENCHMARK.differences() == []


def test_a_file_names_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "resources.yaml"
    path.write_text("time_limit: 1h30m\ncpus: 8\nmemory_gb: 32\n")
    found = Resources.load(path)
    assert found.time_limit == 5400
    assert found.memory_bytes == 32 << 30
    assert found.gpus == 1
    assert found.differences() == [
        "1.5 hours, less than the benchmark's 24 hours.",
        "8 CPUs, less than the benchmark's 36.",
        "32 GB of memory, less than the benchmark's 440.",
    ]


def test_more_than_the_benchmark_is_said_too() -> None:
    assert Resources(gpus=8).differences() == ["8 GPUs, more than the benchmark's 1."]


def test_a_machine_that_shows_a_little_less_does_not_stray() -> None:
    assert Resources(memory_gb=433).differences() == []


def test_an_empty_file_is_the_benchmark(tmp_path: Path) -> None:
    (tmp_path / "resources.yaml").write_text("")
    assert Resources.load(tmp_path / "resources.yaml") == BENCHMARK


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cpu: 3", "cpu: unknown field"),
        ("cpus: 0", "cpus: must be greater than 0"),
        ("time_limit: soon", "time_limit: .*'soon' is not a duration"),
        ("- 3", "mapping of fields"),
        ("cpus: [", "resources.yaml"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_field(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "resources.yaml").write_text(text)
    with pytest.raises(ResourcesError, match=message):
        Resources.load(tmp_path / "resources.yaml")


def test_a_missing_file_is_no_traceback(tmp_path: Path) -> None:
    with pytest.raises(ResourcesError, match="No such file"):
        Resources.load(tmp_path / "none.yaml")


def test_a_run_gets_what_the_machine_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2})
    monkeypatch.setattr("mlebench.sandbox.resources.gpus_of_this_machine", list)
    found = BENCHMARK.effective(tmp_path)
    assert found.cpus == 3
    assert found.memory_gb == psutil.virtual_memory().total / GIB
    assert found.gpus == 0
    assert found.shared_memory_gb <= found.memory_gb
    assert found.disk_bytes < os.statvfs(tmp_path).f_bavail * os.statvfs(tmp_path).f_frsize
    assert "0 GPUs, less than the benchmark's 1." in found.differences()


def test_sandboxes_share_cpus_as_evenly_as_they_can() -> None:
    pool = Pool(range(4))
    first, second, third = pool.take(2), pool.take(2), pool.take(3)
    assert (first, second, third) == ([0, 1], [2, 3], [0, 1, 2])
    pool.give_back(first)
    pool.give_back(third)
    assert pool.take(2) == [0, 1]
    assert pool.take(9) == [0, 1, 2, 3]
