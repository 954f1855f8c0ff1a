"""What the pages know of the groups in a folder. It is kept, and brought up to date where files have changed."""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from mlebench import foreign
from mlebench.errors import MlebenchError
from mlebench.grading.report import CompetitionReport
from mlebench.runs import PlannedRun, RunGroup, RunRecord
from mlebench.runs.figures import Figures, ValidatorCalls, figures
from mlebench.runs.group import REPORT
from mlebench.runs.listed import METADATA, RUN_FILE
from mlebench.view.files import has_address

_FRESH_SECONDS = 1.0  # so long, what was looked at is not looked at again
_UNSETTLED_NS = 2_000_000_000  # a folder may change once more without its time telling: clocks of disks are coarse
_Stamp = tuple[int, int, int] | None


class Row(NamedTuple):
    """One run in a list."""

    run_id: str
    competition_id: str
    seed: int
    state: str
    seconds: float | None
    message: str
    validator_calls: int | None
    tokens: int | None
    cost_usd: float | None
    handed_in: bool
    score: float | None
    medal: str | None


_Rows = dict[str, tuple[tuple[_Stamp, _Stamp], Row]]  # by the run's name, with the state of the files that it is from


class IndexedGroup:
    """One group: its plan, and a row for each of its runs."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.name = folder, folder.name
        self.problem: str | None = None  # why it cannot be read
        self.states: Counter[str] = Counter()
        self.at_work = False
        self._group: RunGroup | None = None
        self._stamp: _Stamp = None
        self._rows: _Rows = {}
        self._calls: dict[str, ValidatorCalls] = {}
        self._looked = 0.0
        self._lock = threading.Lock()

    @property
    def group(self) -> RunGroup:
        """The plan; an error where it cannot be read."""
        if self._group is None:
            raise MlebenchError(self.problem or f"{self.name} cannot be read.")
        return self._group

    @property
    def rows(self) -> list[Row]:
        """In the order of the plan."""
        return [row for _, row in self._rows.values()]

    def update(self) -> None:
        """Look what has changed, and read that."""
        with self._lock:
            if time.monotonic() - self._looked < _FRESH_SECONDS and self._stamp is not None:
                return
            self._update()
            self._looked = time.monotonic()

    def _update(self) -> None:
        """What is new is put in place as a whole: somebody else may be reading."""
        stamp, group, known = _stamp(f"{self.folder}/{METADATA}"), self._group, self._rows
        if stamp != self._stamp or group is None:
            known, self.problem = {}, None
            try:
                group = RunGroup.open(self.folder)
            except MlebenchError as error:
                group, self.problem = None, error.message
        at_work = _is_at_work(group)  # before the runs are looked at: one that ends meanwhile is not cut off
        rows = _rows(group, known) if group else {}
        self._stamp, self._group, self._rows = stamp, group, rows
        self.at_work = at_work or _is_at_work(group)
        self.states = Counter(self.state(row) for _, row in rows.values())

    def state(self, row: Row) -> str:
        """In words; a run whose harness has died does not run any more."""
        lost = row.state == "running" and not self.at_work
        return "cut off" if lost else row.state.replace("_", " ")

    def run(self, run_id: str) -> PlannedRun | None:
        """A run by its name."""
        known = self._group.spec.runs if self._group else ()
        return next((run for run in known if run.run_id == run_id), None)

    def figures(self, record: RunRecord) -> Figures:
        """How a run stands now."""
        folder = self.folder / record.run_id
        with self._lock:  # what is counted is counted once
            calls = self._calls.setdefault(record.run_id, ValidatorCalls(folder))
            return figures(folder, record, at_work=self.at_work, calls=calls)


class Index:
    """The groups below a folder; with `only`, this one alone."""

    def __init__(self, root: Path, only: str | None = None) -> None:
        self.root, self._only = root, only
        self._groups: dict[str, IndexedGroup] = {}
        self._scanned: int | None = None  # the time of the folder when it was looked through
        self._unfinished = 0  # folders that may become groups
        self._lock = threading.Lock()

    def names(self) -> list[str]:
        """The newest first: names begin with the time."""
        with self._lock:
            self._look()
            return sorted(self._groups, reverse=True)

    def _look(self) -> None:
        if self._only is not None:
            self._groups.setdefault(self._only, IndexedGroup(self.root / self._only))
            return
        changed = self.root.stat().st_mtime_ns
        if changed != self._scanned:
            self._scan()
            settled = time.time_ns() - changed > _UNSETTLED_NS
            self._scanned = changed if settled and not self._unfinished else None

    def _scan(self) -> None:
        with os.scandir(self.root) as found:
            folders = [e.name for e in found if e.is_dir(follow_symlinks=False) and has_address(e.name)]
        # A group exists from the moment its plan does; folders without one may still become groups.
        known = {name for name in folders if name in self._groups or os.path.lexists(self.root / name / METADATA)}
        self._unfinished = len(folders) - len(known)
        self._groups = {name: self._groups.get(name) or IndexedGroup(self.root / name) for name in known}

    def get(self, name: str) -> IndexedGroup | None:
        """A group as it is now; null where there is none of this name."""
        with self._lock:
            if name not in self._groups:
                self._look()
            group = self._groups.get(name)
        if group is not None:
            group.update()
        return group


def _is_at_work(group: RunGroup | None) -> bool:
    try:
        return group is not None and group.is_at_work()
    except MlebenchError:
        return False


def _rows(group: RunGroup, known: _Rows) -> _Rows:
    """In the order of the plan; what is known and has not changed is kept."""
    found: _Rows = {}
    for run in group.spec.runs:
        place = f"{group.folder}/{run.run_id}"
        stamps = (_stamp(f"{place}/{RUN_FILE}"), _stamp(f"{place}/{REPORT}"))
        before = known.get(run.run_id)
        found[run.run_id] = before if before and before[0] == stamps else (stamps, _row(group, run))
    return found


def _row(group: RunGroup, run: PlannedRun) -> Row:
    record, report = group.record(run), report_of(group, run)
    used = record.model
    message = record.failure.message if record.failure else record.left_behind[0] if record.left_behind else ""
    return Row(
        run.run_id,
        run.competition_id,
        run.seed,
        str(record.state),
        record.duration_seconds,
        message[:300],
        record.sealed.validator_calls if record.sealed else None,
        used.prompt_tokens + used.completion_tokens if used else None,
        used.cost_usd if used else None,
        record.submission is not None,
        report.score if report else None,
        report.medal if report else None,
    )


def report_of(group: RunGroup, run: PlannedRun) -> CompetitionReport | None:
    """What a run was graded with, where it was."""
    try:
        content = foreign.read_bytes(group.folder, f"{run.run_id}/{REPORT}")
        return CompetitionReport.model_validate_json(content)
    except (OSError, ValueError, foreign.ForeignError):
        return None


def _stamp(path: str) -> _Stamp:
    try:
        found = os.lstat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
