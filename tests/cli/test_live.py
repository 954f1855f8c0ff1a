"""The display of a group at work."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

from mlebench.cli.live import _Lines, _Table, duration
from mlebench.runs import RunGroup
from mlebench.runs.figures import last_line
from tests.runs.conftest import Harness, harness  # noqa: F401


def shown(group: RunGroup, table: _Table) -> list[str]:
    console = Console(file=io.StringIO(), width=100, force_terminal=True, color_system=None)
    console.print(table)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


def test_every_run_at_work_has_a_line_of_its_own(harness: Harness) -> None:  # noqa: F811
    group = harness.group("pass", seeds=3)
    table = _Table(group)
    for record in group.records()[:2]:
        (group.folder / record.run_id / "run.log").write_text(f"\x1b[2Jstep {record.seed}\n")
        record.state = "running"
        table.update(record)
    lines = shown(group, table)
    assert lines[0].startswith("0 of 3 runs ended")
    assert [line for line in lines if "seed 0" in line and "step 0" in line and line.startswith("spooky")]
    assert [line for line in lines if "seed 1" in line and "step 1" in line and line.startswith("spooky")]
    assert not any("\x1b[2J" in line for line in lines)


def test_a_run_that_is_tried_again_counts_once(harness: Harness) -> None:  # noqa: F811
    group = harness.group("pass", seeds=2)
    console = Console(file=io.StringIO(), width=100)
    lines = _Lines(group, console)
    for record in group.records():
        for state in ("running", "failed") * 3:
            lines(record.model_copy(update={"state": state}))
    assert isinstance(console.file, io.StringIO)
    counts = [line.split("]")[0] for line in console.file.getvalue().splitlines()]
    assert counts == ["[1/2"] * 3 + ["[2/2"] * 3


def test_the_last_line_is_found_and_made_harmless(tmp_path: Path) -> None:
    log = tmp_path / "run.log"
    assert last_line(log) == ""
    log.write_bytes(b"x" * 10_000 + b"\nfirst\n\x1b[31mlast\xff\n\n  \n")
    assert last_line(log) == "[31mlast�"


def test_durations_are_said_as_people_say_them() -> None:
    assert [duration(value) for value in (None, 4.21, 185, 7620)] == ["–", "4.2 s", "3m05s", "2h07m"]
