"""The index is brought up to date, not made anew."""

from __future__ import annotations

import os
import time
from collections import Counter
from pathlib import Path

import pytest

from mlebench.runs import RunGroup, RunRecord
from mlebench.view import index as module
from mlebench.view.index import Index
from tests.view.groups import end, fail, make_group


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often records and plans were read, by their group's name."""
    found: Counter[str] = Counter()
    load, opened = RunRecord.load, RunGroup.open

    def count_load(folder: Path) -> RunRecord:
        found[f"{folder.parent.name}/run"] += 1
        return load(folder)

    def count_open(folder: Path) -> RunGroup:
        found[folder.name] += 1
        return opened(folder)

    monkeypatch.setattr(RunRecord, "load", count_load)
    monkeypatch.setattr(RunGroup, "open", count_open)
    monkeypatch.setattr(module, "_FRESH_SECONDS", 0.0)
    return found


def test_only_what_has_changed_is_read_again(runs: Path, reads: Counter[str]) -> None:
    group = make_group(runs, "a", seeds=300)
    index = Index(runs)
    seen = index.get("a")
    assert seen is not None
    assert seen.states == {"planned": 600}
    assert reads == {"a": 1, "a/run": 600}
    for run in group.spec.runs[:3]:
        end(group, run, 0.9)
    fail(group, group.spec.runs[5], "no")
    reads.clear()
    index.get("a")
    assert seen.states == {"planned": 596, "finished": 3, "failed": 1}
    assert seen.rows[0].score == 0.9
    assert reads["a/run"] == 4
    assert reads["a"] == 0
    (group.folder_of(group.spec.runs[0]) / "report.json").unlink()
    index.get("a")
    assert seen.rows[0].score is None


def test_only_groups_that_are_looked_at_are_read(runs: Path, reads: Counter[str]) -> None:
    for number in range(30):
        make_group(runs, f"{number:02}")
    reads.clear()
    index = Index(runs)
    assert index.names()[:2] == ["29", "28"]
    index.get("07")
    assert reads == {"07": 1, "07/run": 2}


def test_groups_come_and_go(runs: Path) -> None:
    index = Index(runs)
    assert index.names() == []
    (runs / "a").mkdir()  # a group that is being made
    assert index.names() == []
    long_ago = time.time() - 60
    os.utime(runs, (long_ago, long_ago))
    assert index.names() == []
    (runs / "a").rmdir()
    make_group(runs, "a")
    os.utime(
        runs, (long_ago, long_ago)
    )  # its time is that of the look before: a folder without a plan is looked at again
    assert index.names() == ["a"]
    (runs / "a").rename(runs / "b")
    assert index.names() == ["b"]
    assert index.get("a") is None


def test_a_plan_that_is_replaced_is_read_again(runs: Path, reads: Counter[str]) -> None:
    group = make_group(runs, "a")
    index = Index(runs)
    seen = index.get("a")
    assert seen is not None
    metadata = group.folder / "metadata.json"
    whole = metadata.read_text()
    metadata.write_text("{")
    index.get("a")
    assert seen.problem is not None
    metadata.write_text(whole)
    index.get("a")
    assert seen.problem is None
    assert len(seen.rows) == 2


def test_a_single_group_is_shown_alone(runs: Path) -> None:
    make_group(runs, "a")
    make_group(runs, "b")
    index = Index(runs, only="a")
    assert index.names() == ["a"]
    assert index.get("b") is None
    assert index.get("a") is not None
