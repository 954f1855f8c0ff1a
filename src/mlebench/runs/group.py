"""A run group on disk: RUNS/<timestamp>_run-group_<agent>/."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from pydantic import ValidationError

from mlebench import foreign
from mlebench.catalog.given import digest_of
from mlebench.errors import MlebenchError, WrongUsage
from mlebench.fields import reason
from mlebench.files import write_atomically
from mlebench.locks import try_lock, wait_for_lock
from mlebench.runs.listed import METADATA, RUN_FILE, list_groups
from mlebench.runs.plan import GroupSpec, PlannedRun
from mlebench.runs.record import RecordError, RunRecord, now

_log = logging.getLogger(__name__)
_LOCK = ".lock"
GRADING_REPORT = "grading_report.json"
REPORT = "report.json"
GRADING_FAULTS = "grading_faults.log"  # tracebacks of a grader, beside the report
SNAPSHOTS_REPORT = "snapshots.json"
SNAPSHOTS_FAULTS = "snapshots_faults.log"
DESCRIPTIONS = "descriptions"  # ID.md, where the user named others than ours


@dataclass(frozen=True)
class RunGroup:
    """A group's folder and its plan."""

    folder: Path
    spec: GroupSpec

    @classmethod
    def create(
        cls, runs_dir: Path, spec: GroupSpec, descriptions: Mapping[str, bytes] = MappingProxyType({})
    ) -> RunGroup:
        """Write the plan and one folder per run; the group exists from the moment metadata.json does.

        `descriptions` are those that agents read in place of ours: the group keeps them, whatever becomes of the files.
        """
        folder = runs_dir / spec.group_id
        try:
            folder.mkdir(parents=True)
            group = cls(folder, spec)
            if descriptions:
                (folder / DESCRIPTIONS).mkdir()
            for name, content in descriptions.items():
                (folder / DESCRIPTIONS / f"{name}.md").write_bytes(content)
            for run in spec.runs:
                group.folder_of(run).mkdir()
                # Not by a rename, as later: before the plan is there, nobody reads it.
                (group.folder_of(run) / RUN_FILE).write_text(group.planned_record(run).to_json())
            write_atomically(folder / METADATA, spec.model_dump_json(indent=2) + "\n")
        except OSError as error:
            raise MlebenchError(f"The run group cannot be written to {runs_dir}: {error}") from error
        return group

    @classmethod
    def open(cls, folder: Path) -> RunGroup:
        """Read an existing group, which may be a stranger's: nothing that is read or written in it is a link."""
        folder = folder.absolute()  # agents without a sandbox work elsewhere, and are told paths in it
        path = folder / METADATA
        try:
            if not path.is_file():
                raise WrongUsage(f"{folder} is not a run group: it has no {METADATA}.")
            foreign.check(folder, levels=2)
            return cls(folder, GroupSpec.model_validate_json(foreign.read_bytes(folder, METADATA)))
        except (OSError, ValidationError) as error:
            raise MlebenchError(f"{path}: cannot be read ({reason(error)})") from error

    @classmethod
    def find(cls, name: str, runs_dir: Path) -> RunGroup:
        """A group by path, by name below the runs folder, or `latest`."""
        if name == "latest":
            groups = list_groups(runs_dir)
            if not groups:
                raise MlebenchError(f"There is no run group in {runs_dir}.")
            return cls.open(groups[-1])
        path = Path(name)
        return cls.open(path if path.is_dir() else runs_dir / name)

    @property
    def group_id(self) -> str:
        """The folder's name."""
        return self.spec.group_id

    def folder_of(self, run: PlannedRun) -> Path:
        """Where one run lies."""
        return self.folder / run.run_id

    def file_of(self, run: PlannedRun, name: str) -> Path:
        """A file of one run, which may not lead out of the group."""
        return foreign.inside(self.folder, f"{run.run_id}/{name}")

    def description_of(self, competition_id: str) -> str | None:
        """What agents read in place of our description; null: ours."""
        digest = self.spec.descriptions.get(competition_id)
        if digest is None:
            return None
        name = f"{DESCRIPTIONS}/{competition_id}.md"
        if digest_of(foreign.read_bytes(self.folder, name)) != digest:
            raise MlebenchError(f"{self.folder / name}: has changed since the group was made.")
        return foreign.read_text(self.folder, name)

    def planned_record(self, run: PlannedRun) -> RunRecord:
        """A run that has not begun."""
        given = self.spec.leaderboards.get(run.competition_id)
        return RunRecord(
            run_id=run.run_id,
            competition_id=run.competition_id,
            agent=self.spec.agent,
            kind=self.spec.kind,
            seed=run.seed,
            created_at=now(),
            sandbox=self.spec.sandbox,
            guarantees=self.spec.guarantees,
            time_limit_seconds=self.spec.settings.resources.time_limit,
            step_limit=self.spec.step_limit,
            arguments=self.spec.settings.arguments,
            model_name=self.spec.settings.model_name,
            tools=self.spec.tools,
            data=self.spec.data[run.competition_id].kind,
            alias=self.spec.aliases.get(run.competition_id),
            description_digest=self.spec.descriptions.get(run.competition_id),
            leaderboard_digest=given.digest if given else None,
        )

    def record(self, run: PlannedRun) -> RunRecord:
        """One run's state, for those who look. A record that cannot be read is shown as such, and stays as it is."""
        try:
            return RunRecord.load(self.folder_of(run))
        except RecordError as error:
            record = self.planned_record(run)
            if not isinstance(error.__cause__, FileNotFoundError):
                record.state = "unreadable"
            record.left_behind.append(error.message)
            return record

    def record_to_run(self, run: PlannedRun) -> RunRecord:
        """One run's state, for those who hold the lock and run what is left.

        A run whose record is known to be broken is planned again, and the record kept beside the new one. One that only
        cannot be read now (a network disk that is gone, a version that is not known) is an error: it may have finished.
        """
        folder = self.folder_of(run)
        try:
            return RunRecord.load(folder)
        except RecordError as error:
            if not error.broken:
                raise
            _log.warning("%s: planned again, as its record is broken.", run.run_id, exc_info=True)
            folder.mkdir(exist_ok=True)
            path, number = folder / RUN_FILE, 1
            while (kept := folder / f"{RUN_FILE}.damaged{f'-{number}' * (number > 1)}").exists():
                number += 1
            if os.path.lexists(path):
                path.rename(kept)
            record = self.planned_record(run)
            record.left_behind.append(error.message)
            record.save(folder)
            return record

    def records(self) -> list[RunRecord]:
        """All runs, in the order of the plan."""
        return [self.record(run) for run in self.spec.runs]

    def is_at_work(self) -> bool:
        """Whether a harness is running the group now. Looking takes no right to write."""
        try:
            with (self.folder / _LOCK).open("rb") as file:
                return not try_lock(file)
        except FileNotFoundError:
            return False  # nobody has ever run it
        except OSError as error:
            raise MlebenchError(f"{self.folder / _LOCK}: cannot be read ({error.strerror}).") from error

    @contextmanager
    def locked(self, patience: float = 0.5, *, shared: bool = False) -> Iterator[None]:
        """Only one harness works on a group; a killed one holds nothing.

        `patience` in seconds is for those who only look whether it is locked. Those who work on single runs
        share the lock with each other, and each has that of its run.
        """
        with _locked(self.folder, patience, shared, "another mlebench is running this group"):
            yield

    @contextmanager
    def run_locked(self, run: PlannedRun) -> Iterator[None]:
        """Only one of those who work on single runs works on this one."""
        with _locked(self.folder_of(run), 0.5, False, "another mlebench is working on this run"):
            yield


@contextmanager
def _locked(folder: Path, patience: float, shared: bool, otherwise: str) -> Iterator[None]:
    try:
        folder.mkdir(exist_ok=True)  # somebody may have taken away a run's
        file = (folder / _LOCK).open("a+")
    except OSError as error:
        raise MlebenchError(f"{folder}: cannot be written ({error.strerror}).") from error
    with file:
        if not wait_for_lock(file, patience, shared=shared):
            raise MlebenchError(f"{folder}: {otherwise}.")
        yield
