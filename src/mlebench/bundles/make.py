"""Making a bundle: what of a run group goes into it, and what stays."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from mlebench import foreign
from mlebench.bundles.archive import BundleWriter
from mlebench.bundles.card import CARD, README, Card, GroupCard
from mlebench.bundles.clean import Cleaner
from mlebench.errors import MlebenchError
from mlebench.files import replaced
from mlebench.grading.report import GradingReport
from mlebench.runs import RunGroup, RunRecord
from mlebench.runs.group import GRADING_REPORT, REPORT, SNAPSHOTS_REPORT
from mlebench.runs.listed import METADATA, RUN_FILE
from mlebench.runs.plan import PlannedRun
from mlebench.runs.run_folder import JOURNALS, LOG

SUBMISSION = "submission/submission.csv"
TRANSCRIPTS = (LOG, "trajectory.json")


def make_bundle(
    groups: Sequence[RunGroup],
    target: Path,
    *,
    transcripts: bool = False,
    submissions: bool = True,
    on_run: Callable[[], None] = lambda: None,
) -> None:
    """Write the bundle of groups that are finished and graded; whole or not at all.

    `transcripts` adds what quotes the data: what models were asked and answered, trajectories, the agents' output.
    Without `submissions`, only their digests go in, where the rules of a competition want that.
    """
    if len({group.group_id for group in groups}) < len(groups):
        raise MlebenchError("A group is named twice.")
    for group in groups:
        _check_finished(group)
    try:
        with replaced(target) as new, new.open("wb") as file, BundleWriter(file) as writer:
            cards = [_Packing(writer, group, transcripts, submissions).add(on_run) for group in groups]
            card = Card(groups=cards)
            writer.add(CARD, io.BytesIO(card.model_dump_json(indent=2).encode() + b"\n"))
            writer.add(README, io.BytesIO(card.readme().encode()))
            writer.finish([group.group_id for group in groups])
    except OSError as error:
        raise MlebenchError(f"{target}: cannot be written ({error.strerror or error}).") from error


def _check_finished(group: RunGroup) -> None:
    resume = f"mlebench run --resume {group.folder}"
    if group.is_at_work():
        raise MlebenchError(f"{group.group_id} is still being run.")
    left = [record.run_id for record in group.records() if not record.done]
    if left:
        more = f" and {len(left) - 1} more" if len(left) > 1 else ""
        raise MlebenchError(f"{group.group_id} is not finished: {left[0]}{more}.", hint=f"Finish it with: {resume}")
    if not (group.folder / GRADING_REPORT).is_file():
        raise MlebenchError(f"{group.group_id} is not graded.", hint=f"Grade it with: {resume}")


class _Packing:
    """One group on its way into a bundle."""

    def __init__(self, writer: BundleWriter, group: RunGroup, transcripts: bool, submissions: bool) -> None:
        self._writer, self._group = writer, group
        self._transcripts, self._submissions = transcripts, submissions
        self._cleaner = Cleaner({"RUNS": group.folder.parent})

    def add(self, on_run: Callable[[], None]) -> GroupCard:
        group = self._group
        for name in (METADATA, GRADING_REPORT):
            self._add_record(name)
        records = []
        for run in group.spec.runs:
            records.append(self._add_run(run))
            on_run()
        return GroupCard.of(group, records, GradingReport.load(group.folder / GRADING_REPORT))

    def _add_run(self, run: PlannedRun) -> RunRecord:
        folder, record = run.run_id, RunRecord.load(self._group.folder_of(run))
        for name in (RUN_FILE, REPORT, SNAPSHOTS_REPORT):
            self._add_record(f"{folder}/{name}", missing_ok=name != RUN_FILE)
        for name in sorted(JOURNALS):
            self._add_journal(f"{folder}/{name}")
        for name in TRANSCRIPTS:
            self._add_file(f"{folder}/{name}", withheld=not self._transcripts)
        digest = self._add_file(f"{folder}/{SUBMISSION}", withheld=not self._submissions)
        if digest != (record.submission and record.submission.sha256):
            raise MlebenchError(
                f"{self._group.folder / folder / SUBMISSION}: is not what was taken out of the sandbox.",
                hint="Such a run cannot go into a bundle.",
            )
        return record

    def _add_record(self, name: str, *, missing_ok: bool = False) -> None:
        """JSON, without what concerns this machine."""
        with self._opened(name) as file:
            if file is not None:
                self._put(name, io.BytesIO(self._cleaner.record(file.read())))
            elif not missing_ok:
                raise MlebenchError(f"{self._group.folder / name}: is missing.")

    def _add_journal(self, name: str) -> None:
        """What was asked of the gateway. Its full text may be shown later: its digest is known."""
        with self._opened(name) as file, TemporaryFile() as shortened:
            if file is None:
                return
            shortened.writelines(self._cleaner.journal(file, bodies=self._transcripts))
            shortened.seek(0)
            self._put(name, shortened)
            if not self._transcripts:
                file.seek(0)
                self._withhold(name, file)

    def _add_file(self, name: str, *, withheld: bool) -> str | None:
        """As it is, or its digest alone; returns that, or null where there is no such file."""
        with self._opened(name) as file:
            if file is None:
                return None
            digest = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
            file.seek(0)
            if withheld:
                self._withhold(name, file)
            else:
                self._put(name, file)
            return digest

    def _put(self, name: str, file: IO[bytes]) -> None:
        self._writer.add(f"{self._group.group_id}/{name}", file)

    def _withhold(self, name: str, file: IO[bytes]) -> None:
        digest = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
        self._writer.withheld[f"{self._group.group_id}/{name}"] = digest

    @contextmanager
    def _opened(self, name: str) -> Iterator[IO[bytes] | None]:
        """A file of the group, which may be a stranger's; null where there is none."""
        if not (self._group.folder / name).is_file():
            yield None
            return
        with foreign.opened(self._group.folder, name) as file:
            yield file
