"""A large group costs in proportion to its runs. Operations are counted, not seconds: load changes nothing."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from benchmarks import scale
from mlebench.runs.last_words import LastWords

DRIVEN = (40, 80, 400)
LOOKED_AT = (400, 800, 2000)  # pass@k is told for at most 100 seeds, which all of these have


def operations(work: Callable[[], object]) -> int:
    """Calls of functions, Python's and others, in this thread."""
    count = Counter[str]()

    def counted(frame: FrameType, event: str, argument: object) -> None:
        count[event] += 1

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count["call"] + count["c_call"]


@pytest.fixture(scope="module")
def group(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """One whose runs have ended."""
    [place] = prepared(tmp_path_factory, (8,)).values()
    scale.plan(place, 8)
    scale.drive(place, 8)
    return place.group()


def prepared(folders: pytest.TempPathFactory, sizes: tuple[int, ...]) -> dict[int, scale.Place]:
    found = {runs: scale.Place(folders.mktemp(str(runs))) for runs in sizes}
    for place in found.values():
        place.prepare()
    return found


def is_linear(step: str, places: dict[int, scale.Place]) -> bool:
    """One more run costs no more in a large group than in a small one."""
    small, middle, large = places
    took = {runs: operations(lambda r=runs: scale.STEPS[step](places[r], r)) for runs in places}  # type: ignore[misc]
    before, after = (took[middle] - took[small]) / (middle - small), (took[large] - took[middle]) / (large - middle)
    print(f"{step}: {before:.1f} and {after:.1f} operations for one more run")
    return 0 < after < 1.25 * before


def test_no_step_grows_faster_than_the_runs(tmp_path_factory: pytest.TempPathFactory) -> None:
    driven = prepared(tmp_path_factory, DRIVEN)
    for step in ("plan", "drive", "resume"):
        assert is_linear(step, driven), step
    places = prepared(tmp_path_factory, LOOKED_AT)
    for runs, place in places.items():
        scale.plan(place, runs)
        scale.finish(place, driven[DRIVEN[0]])
    for step in ("report", "index"):
        assert is_linear(step, places), step


def test_the_driver_keeps_little_of_a_run(group: Any) -> None:
    """What it hears is kept as a short text: the model takes 9 kB."""
    heard, run = LastWords(group), group.spec.runs[0]
    record = group.record(run)
    heard.hear(record)
    assert len(heard._heard[run.run_id]) < 2000
    assert heard[0] == record
    assert heard[-1].run_id == group.spec.runs[-1].run_id
    assert [each.run_id for each in heard[:2]] == [each.run_id for each in group.spec.runs[:2]]
    assert heard == group.records()
    assert len(heard) == 8


def test_the_last_word_counts_where_the_disk_did_not_take_it(group: Any) -> None:
    record = group.record(group.spec.runs[1])
    record.state = "failed"
    heard = LastWords(group)
    heard.hear(record)
    assert heard[1].state == "failed"
    assert group.record(group.spec.runs[1]).state == "finished"


def test_the_benchmark_measures_each_step_in_a_process_of_its_own(tmp_path: Path) -> None:
    steps = scale.simulate(tmp_path, 40, 8)
    assert [step.name for step in steps] == list(scale.STEPS)
    assert [step.runs for step in steps] == [40, 8, 40, 40, 40]
    assert all(step.cpu_seconds > 0 and step.peak_bytes > 0 for step in steps)
    assert steps[1].bytes_a_run < steps[1].peak_bytes / 8, "what every driver needs at first is no cost of a run"


_COUNTING = """
import subprocess
import sys
from collections import Counter
from pathlib import Path

from benchmarks import scale

count = Counter()
sys.addaudithook(lambda event, arguments: count.update([event]))
place, opened = scale.Place(Path(sys.argv[1])), []
place.prepare()
for runs in (8, 8, 48):  # the first imports what is needed
    scale.plan(place, runs)
    count.clear()
    scale.drive(place, runs)
    opened.append(count["open"])
print((opened[2] - opened[1]) / 40)
"""


def test_a_run_opens_few_files(tmp_path: Path) -> None:
    """What a group has in common is read once, and nothing that was just written is read again."""
    command = [sys.executable, "-c", _COUNTING, str(tmp_path)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    assert float(done.stdout.splitlines()[-1]) <= 30
