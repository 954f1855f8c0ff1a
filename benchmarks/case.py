"""A heavy competition at the size of its real data: how its cost is measured against the floor.

The floor of preparation reads the same tables with the fastest reader here (Arrow), links the same files and streams
the same archives. The floor of grading reads the submission and the answers with that reader. Both are measured in
the same run, in processes of their own.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from benchmarks.measure import Cost, fastest_of, measure
from benchmarks.reader import Table, read_all, table_of
from benchmarks.table import Row
from mlebench.catalog import Competition, Registry
from mlebench.data import ZipMember
from mlebench.data.manifest import Manifest
from mlebench.data.progress import listening
from mlebench.grading.grade import grade_submission, load_paired
from mlebench.grading.read import read_submission

PREPARE_GOAL, GRADE_GOAL, MEMORY_GOAL = 3.0, 2.0, 2.0
LARGE_TABLE = 64 << 20  # bytes; below, threads and buffers take more


@dataclass(frozen=True)
class Case:
    """One competition. `build(raw, scale)` writes a raw tree with `scale` times the real number of rows or files."""

    competition_id: str
    size: str  # the real size, in words
    build: Callable[[Path, float], None]
    scale: float = 1.0  # what the machine holds in reasonable time; the ratio is what extrapolates
    tables: tuple[str, ...] = ()  # raw CSV files that preparation reads; "a.zip::b.csv" is a member
    json_files: tuple[str, ...] = ()  # raw JSON files that preparation reads
    copied_archives: tuple[str, ...] = ()  # archives whose members move to other archives
    extracted_archives: tuple[str, ...] = ()  # archives whose members become files
    opened: str = ""  # prepared files whose content preparation has to look at, as a pattern
    submission: Callable[[Path, Path], None] | None = None  # (prepared, target); the perfect submission by default
    own_answers: bool = False  # `submission` writes answers too, of other rows than were prepared
    prepare_note: str = ""  # why a goal is out of reach, where it is
    grade_note: str = ""  # what grading does that is no reading
    parts: tuple[str, ...] = ("prepare", "grade")
    grade_scale: float | None = None  # where what is graded is not scaled like the raw data

    def rows(self, work: Path) -> list[Row]:
        """Build, prepare, grade, and compare each with its floor."""
        data = work / "data" / self.competition_id
        raw, prepared = work / "raw" / self.competition_id, data / "prepared"
        raw.mkdir(parents=True)
        self.build(raw, self.scale)
        load = partial(load_competition, self.competition_id)
        costs, floors = [], []
        for _ in range(2 if "prepare" in self.parts else 1):
            shutil.rmtree(prepared, ignore_errors=True)
            for side in ("public", "private"):
                (prepared / side).mkdir(parents=True)
            costs.append(measure(prepare, self.competition_id, raw, prepared, first=load))
            if "prepare" in self.parts:
                floors.append(self.floor_of_preparation(raw, prepared))
        found = []
        if floors:
            cost, floor = fastest_of(costs), fastest_of(floors)
            found.append(self._row("prepare", cost, floor, PREPARE_GOAL, self.scale, self.prepare_note))
        if "grade" in self.parts:
            submission = self.write_submission(prepared)
            tables = [table_of(submission), table_of(prepared / Registry().get(self.competition_id).answers)]
            costs, readings, floors = [], [], []
            for _ in range(4):  # in turns, as the load of the machine changes
                for function, into in ((grade, costs), (read_for_grading, readings)):
                    into.append(measure(function, self.competition_id, submission, work / "data", first=load))
                floors.append(measure(read_all, tables))
            cost, floor = fastest_of(costs), fastest_of(floors)
            scale = self.scale if self.grade_scale is None else self.grade_scale
            share = f"{fastest_of(readings).seconds / cost.seconds:.1f} of the time reads"
            note = "; ".join(filter(None, (share, self.grade_note)))
            found.append(self._row("grade", cost, floor, GRADE_GOAL, scale, note))
        return found

    def write_submission(self, prepared: Path) -> Path:
        """What is graded, beside the competition's folder."""
        data = prepared.parents[1]
        target = data / f"{self.competition_id}.csv"
        Manifest(competition_id=self.competition_id, source="synthetic").write(prepared)  # else it is refused
        (self.submission or write_perfect_for(self.competition_id, data))(prepared, target)
        if self.own_answers:
            # It has the rows that are graded, which the public side must name.
            shutil.copyfile(target, prepared / Registry().get(self.competition_id).sample_submission)
        return target

    def floor_of_preparation(self, raw: Path, prepared: Path) -> Cost:
        """What nobody can avoid, in a process of its own."""
        tables = [table_of(source_of(raw, name)) for name in self.tables]
        linked = links_in(prepared)
        opened = [str(path) for path in prepared.glob(self.opened)] if self.opened else []
        with tempfile.TemporaryDirectory(dir=prepared.parent) as folder:
            return measure(floor_of_preparation, self, raw, tables, linked, opened, Path(folder))

    def _row(self, what: str, cost: Cost, floor: Cost, goal: float, scale: float, note: str) -> Row:
        largest: int = floor.result
        took = f"{cost.seconds / scale:.{0 if cost.seconds >= 10 * scale else 1}f} s"
        notes = [took if scale == 1 else f"about {took} at full size"]
        if largest < LARGE_TABLE:
            notes.append(f"{cost.peak_bytes / 1e6:.0f} MB")
        return Row(
            what=f"{what} {self.competition_id}",
            floor=self.size if scale == 1 else f"{self.size}, at {scale:g} of it",
            ratio=cost.seconds / floor.seconds,
            goal=goal,
            memory_ratio=cost.peak_bytes / largest if largest >= LARGE_TABLE else None,
            memory_goal=MEMORY_GOAL if largest >= LARGE_TABLE else None,
            note="; ".join([", ".join(notes), *filter(None, [note])]),
        )


class Quiet:
    """Somebody who does not care how far it has come."""

    def stage(self, label: str, total: float | None) -> None:
        """A step begins."""

    def advance(self, amount: float) -> None:
        """It has come further."""


@cache
def load_competition(competition_id: str) -> Competition:
    """Looking it up and importing its code is start-up, as other imports are."""
    competition = Registry().get(competition_id)
    _ = competition.prepare_function, competition.score_function
    return competition


def prepare(competition_id: str, raw: Path, prepared: Path) -> None:
    """The competition's own preparation, on all cores as `mlebench prepare` does it."""
    with listening(Quiet(), workers=len(os.sched_getaffinity(0))):
        load_competition(competition_id).prepare_function(raw, prepared / "public", prepared / "private")


def grade(competition_id: str, submission: Path, data_dir: Path) -> None:
    """Grading as a user calls it, reading included."""
    report = grade_submission(load_competition(competition_id), submission, data_dir)
    if report.error_kind is not None:
        raise RuntimeError(report.error)


def read_for_grading(competition_id: str, submission: Path, data_dir: Path) -> None:
    """What `grade` does before it looks at anything."""
    competition = load_competition(competition_id)
    load_paired(competition, data_dir)
    read_submission(submission, competition.text_columns)


def write_perfect_for(competition_id: str, data_dir: Path) -> Callable[[Path, Path], None]:
    """The perfect submission as the competition defines it."""
    from mlebench.data import write_csv
    from mlebench.grading.grade import load_answers

    def write(prepared: Path, target: Path) -> None:
        competition = Registry().get(competition_id)
        if competition.perfect_submission is not None:
            write_csv(competition.perfect_submission(load_answers(competition, data_dir)), target)
        else:
            shutil.copyfile(prepared / (competition.gold_submission or competition.answers), target)

    return write


def floor_of_preparation(
    case: Case, raw: Path, tables: list[Table], linked: list[str], opened: list[str], folder: Path
) -> int:
    """What nobody can avoid. The result is the size of the largest table in memory."""
    largest = read_all(tables)
    for name in case.json_files:
        json.loads((raw / name).read_bytes())
    for number, path in enumerate(linked):
        os.link(path, f"{folder}/{number}")
    for path in opened:
        with open(path, "rb") as file:  # noqa: PTH123 - a Path takes as long as reading does
            file.read()
    for name in case.copied_archives:
        shutil.copyfile(raw / name, folder / "copy")
    for name in case.extracted_archives:
        with zipfile.ZipFile(raw / name) as archive:
            archive.extractall(folder / "extracted")
    return largest


def links_in(prepared: Path) -> list[str]:
    """The files that preparation linked."""
    return [str(path) for path in prepared.rglob("*") if path.is_file() and path.stat().st_nlink > 1]


def source_of(raw: Path, name: str) -> Path | ZipMember:
    archive, _, member = name.partition("::")
    return ZipMember(raw / archive, member) if member else raw / name
