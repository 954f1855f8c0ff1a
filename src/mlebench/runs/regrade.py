"""The submissions of a group under the other version of the benchmark, where they fit both."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from mlebench.catalog import Registry
from mlebench.errors import MlebenchError, WrongUsage
from mlebench.files import write_atomically
from mlebench.grading.batch import Limits, SubmissionLine, grade_each
from mlebench.grading.faults import write_tracebacks
from mlebench.grading.report import CompetitionReport, report_file
from mlebench.runs.group import RunGroup
from mlebench.runs.launch import check_data
from mlebench.runs.plan import PlannedRun

_SUBMISSION = "submission/submission.csv"


class Regraded(NamedTuple):
    """The reports by run, and the competitions whose submissions say nothing of the other version."""

    reports: dict[str, CompetitionReport]
    left_out: list[str]


def regrade_group(
    group: RunGroup,
    benchmark: str,
    registry: Registry,
    data_dir: Path,
    *,
    workers: int | None = None,
    on_report: Callable[[CompetitionReport], None] = lambda report: None,
) -> Regraded:
    """Grade every run whose competition has the same data in both versions, and write report-VERSION.json beside it.

    An agent that worked on other data than a version's has not worked on its task: such runs are left out.
    """
    if benchmark == group.spec.benchmark_version:
        raise WrongUsage(f"{group.group_id} is of {benchmark} already.", hint="Name the other version: --benchmark")
    check_data(group, registry.under(group.spec.benchmark_version), data_dir)
    rules = registry.under(benchmark).with_leaderboards(group.spec.leaderboards)
    left_out = [name for name in group.spec.competitions if not _same_data(name, registry)]
    runs: list[PlannedRun] = [run for run in group.spec.runs if run.competition_id not in left_out]
    lines = [SubmissionLine(run.competition_id, group.file_of(run, _SUBMISSION)) for run in runs]
    reports: dict[str, CompetitionReport] = {}
    graded = grade_each(lines, rules, data_dir, workers=workers, limits=Limits(), miniature_medals=False)
    try:
        with closing(graded):
            for index, report in graded:
                folder = group.folder_of(runs[index])
                [told] = write_tracebacks([report], folder / f"grading_faults-{benchmark}.log")
                write_atomically(folder / report_file(benchmark), told.model_dump_json(indent=2) + "\n")
                reports[runs[index].run_id] = told
                on_report(told)
    except OSError as error:
        raise MlebenchError(f"{group.folder}: a report cannot be written ({error.strerror}).") from error
    return Regraded(reports, left_out)


def _same_data(competition_id: str, registry: Registry) -> bool:
    return registry.under("v2").get(competition_id).shares_v1_data
