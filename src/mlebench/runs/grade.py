"""Grading a group, when its sandboxes are closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from functools import partial
from json import dumps
from operator import itemgetter
from pathlib import Path

from mlebench.catalog import Registry
from mlebench.errors import MlebenchError
from mlebench.files import write_atomically
from mlebench.grading.batch import Limits, SubmissionLine, grade_each
from mlebench.grading.faults import write_tracebacks
from mlebench.grading.report import CompetitionReport, GradingReport
from mlebench.logs import group_log
from mlebench.runs.group import (
    GRADING_FAULTS,
    GRADING_REPORT,
    REPORT,
    SNAPSHOTS_FAULTS,
    SNAPSHOTS_REPORT,
    RunGroup,
)
from mlebench.runs.launch import check_data
from mlebench.runs.plan import PlannedRun

GradeEach = Callable[[Sequence[SubmissionLine]], Generator[tuple[int, CompetitionReport], None, None]]


def grade_group(
    group: RunGroup,
    registry: Registry,
    data_dir: Path,
    *,
    workers: int | None = None,
    miniature_medals: bool = False,
    on_report: Callable[[CompetitionReport], None] = lambda report: None,
) -> GradingReport:
    """Grade every run, each once, and write report.json beside it and one report for the group.

    A run without a submission stays in the report: nothing drops out of the denominator. The traceback of a grader
    that failed stands beside report.json. Data that is not what the group was made with is refused.
    """
    registry = registry.under(group.spec.benchmark_version).with_leaderboards(group.spec.leaderboards)
    check_data(group, registry, data_dir)
    grade = partial(
        grade_each,
        registry=registry,
        data_dir=data_dir,
        workers=workers,
        limits=Limits(),
        miniature_medals=miniature_medals,
    )
    with group_log(group.folder):
        try:
            reports = {run.run_id: _earlier(group, run, miniature_medals) for run in group.spec.runs}
            for run, report in _grade_runs(group, [r for r in group.spec.runs if reports[r.run_id] is None], grade):
                reports[run.run_id] = report
                on_report(report)
            _grade_snapshots(group, grade)
            whole = GradingReport.of([report for report in reports.values() if report is not None])
            write_atomically(group.folder / GRADING_REPORT, whole.to_json())
        except OSError as error:
            raise MlebenchError(
                f"{group.folder}: a report cannot be written ({error.strerror}).",
                hint=f"Those that are written are kept. Go on with: mlebench run --resume {group.folder}",
            ) from error
    return whole


def _grade_runs(
    group: RunGroup, runs: Sequence[PlannedRun], grade: GradeEach
) -> Iterator[tuple[PlannedRun, CompetitionReport]]:
    """Each report is written as soon as it is made, so that whatever ends us costs what is in work, and no more."""
    lines = [SubmissionLine(run.competition_id, group.file_of(run, "submission/submission.csv")) for run in runs]
    with closing(grade(lines)) as graded:
        for index, report in graded:
            folder = group.folder_of(runs[index])
            [told] = write_tracebacks([report], folder / GRADING_FAULTS)
            told.obfuscated = group.spec.settings.obfuscate
            write_atomically(folder / REPORT, told.model_dump_json(indent=2) + "\n")
            yield runs[index], told


def _grade_snapshots(group: RunGroup, grade: GradeEach) -> None:
    """Write snapshots.json beside each run that has snapshots: what each would have scored."""
    runs = [run for run in group.spec.runs if not (group.folder_of(run) / SNAPSHOTS_REPORT).exists()]
    kept = [(run, snapshot) for run in runs for snapshot in group.record(run).snapshots]
    lines = [SubmissionLine(run.competition_id, group.file_of(run, snapshot.path)) for run, snapshot in kept]
    left = Counter(run.run_id for run, _ in kept)
    found: dict[str, list[tuple[float, CompetitionReport]]] = {}
    with closing(grade(lines)) as graded:
        for index, report in graded:
            run, snapshot = kept[index]
            found.setdefault(run.run_id, []).append((snapshot.seconds, report))
            left[run.run_id] -= 1
            if not left[run.run_id]:
                _write_snapshots(group.folder_of(run), sorted(found.pop(run.run_id), key=itemgetter(0)))


def _write_snapshots(folder: Path, found: Sequence[tuple[float, CompetitionReport]]) -> None:
    told = write_tracebacks([report for _, report in found], folder / SNAPSHOTS_FAULTS)
    entries = [{"seconds": s, **report.model_dump(mode="json")} for (s, _), report in zip(found, told, strict=True)]
    write_atomically(folder / SNAPSHOTS_REPORT, dumps(entries, indent=2) + "\n")


def _earlier(group: RunGroup, run: PlannedRun, miniature_medals: bool) -> CompetitionReport | None:
    """A report of an earlier call, unless a fault of ours stood in its way, or it says more or less than it shall."""
    try:
        report = CompetitionReport.model_validate_json((group.folder_of(run) / REPORT).read_bytes())
    except (OSError, ValueError):
        return None
    if group.spec.data[run.competition_id].kind == "miniature" and (miniature_medals or report.data is None):
        return None
    return report if report.error_kind in (None, "invalid", "missing") else None
