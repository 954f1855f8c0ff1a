"""One run under both versions of the benchmark, side by side; nothing is ever counted over both."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from mlebench import foreign
from mlebench.catalog import BENCHMARKS
from mlebench.errors import MlebenchError
from mlebench.grading.report import CompetitionReport, report_file
from mlebench.results.columns import NOTHING, number
from mlebench.results.run import RunResult

if TYPE_CHECKING:
    from rich.table import Table


def other_report(run: RunResult) -> CompetitionReport | None:
    """What `mlebench runs regrade` found of a run under the version that its group is not of."""
    if run.report is None or run.folder is None:
        return None
    other = next(version for version in BENCHMARKS if version != run.report.benchmark_version)
    try:
        return CompetitionReport.model_validate_json(foreign.read_bytes(run.folder, report_file(other)))
    except (OSError, ValueError, MlebenchError):  # none, or no whole one
        return None


class InBoth(NamedTuple):
    """A run that was graded under both versions."""

    run: RunResult
    reports: list[CompetitionReport]  # in the order of the versions


def in_both_versions(runs: Iterable[RunResult]) -> list[InBoth]:
    """The runs that were graded under both."""
    pairs = [(run, [run.report, other]) for run in runs if run.report and (other := other_report(run))]
    return [InBoth(run, sorted(reports, key=lambda report: report.benchmark_version)) for run, reports in pairs]


def side_by_side(runs: Iterable[RunResult]) -> Table | None:
    """A table of the runs that were graded under both versions; null where none was."""
    from rich.markup import escape
    from rich.table import Table

    found = in_both_versions(runs)
    if not found:
        return None
    table = Table(title="Under both versions", title_justify="left", box=None, pad_edge=False)
    for title in (
        "competition",
        "seed",
        *(f"{what} {version}" for version in BENCHMARKS for what in ("score", "medal")),
    ):
        table.add_column(title, justify="right" if title.startswith("score") else "left")
    for run, reports in found:
        figures = [cell for report in reports for cell in (score_or_why(report), report.medal or NOTHING)]
        table.add_row(escape(run.competition_id), str(run.seed), *figures)
    return table


def score_or_why(report: CompetitionReport) -> str:
    """The score, or that there is none."""
    return number(report.score) if report.score is not None else "not valid"
