"""Grading a group, when its sandboxes are closed."""

from __future__ import annotations

from collections.abc import Callable
from json import dumps
from pathlib import Path

from mlebench.catalog import Registry
from mlebench.files import write_atomically
from mlebench.grading.batch import SubmissionLine, grade_lines
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
    check_data(group, data_dir)
    with group_log(group.folder):
        return _grade(group, registry, data_dir, workers, miniature_medals, on_report)


def _grade(
    group: RunGroup,
    registry: Registry,
    data_dir: Path,
    workers: int | None,
    miniature_medals: bool,
    on_report: Callable[[CompetitionReport], None],
) -> GradingReport:
    reports = {run.run_id: _earlier(group, run, miniature_medals) for run in group.spec.runs}
    missing = [run for run in group.spec.runs if reports[run.run_id] is None]
    lines = [SubmissionLine(run.competition_id, group.file_of(run, "submission/submission.csv")) for run in missing]
    if lines:
        graded = grade_lines(
            lines, registry, data_dir, workers=workers, miniature_medals=miniature_medals, on_report=on_report
        )
        for run, report in zip(missing, graded.competition_reports, strict=True):
            [report] = write_tracebacks([report], group.folder_of(run) / GRADING_FAULTS)
            reports[run.run_id] = report
            write_atomically(group.folder_of(run) / REPORT, report.model_dump_json(indent=2) + "\n")
    _grade_snapshots(group, registry, data_dir, workers, miniature_medals)
    whole = GradingReport.of([report for report in reports.values() if report is not None])
    write_atomically(group.folder / GRADING_REPORT, whole.to_json())
    return whole


def _grade_snapshots(
    group: RunGroup, registry: Registry, data_dir: Path, workers: int | None, miniature_medals: bool
) -> None:
    """Write snapshots.json beside each run that has snapshots: what each would have scored."""
    runs = [run for run in group.spec.runs if not (group.folder_of(run) / SNAPSHOTS_REPORT).exists()]
    kept = [(run, snapshot) for run in runs for snapshot in group.record(run).snapshots]
    if not kept:
        return
    lines = [SubmissionLine(run.competition_id, group.file_of(run, snapshot.path)) for run, snapshot in kept]
    graded: dict[Path, list[tuple[float, CompetitionReport]]] = {}
    reports = grade_lines(
        lines, registry, data_dir, workers=workers, miniature_medals=miniature_medals
    ).competition_reports
    for (run, snapshot), report in zip(kept, reports, strict=True):
        graded.setdefault(group.folder_of(run), []).append((snapshot.seconds, report))
    for folder, found in graded.items():
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
