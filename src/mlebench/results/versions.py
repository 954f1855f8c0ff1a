"""One run under both versions of the benchmark, side by side; nothing is ever counted over both."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

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
        return CompetitionReport.model_validate_json(foreign.read_text(run.folder, report_file(other)))
    except (OSError, ValueError, MlebenchError):  # none, or no whole one
        return None


def side_by_side(runs: Iterable[RunResult]) -> Table | None:
    """The runs that were graded under both versions; null where none was."""
    from rich.markup import escape
    from rich.table import Table

    pairs = [(run, run.report, other) for run in runs if run.report and (other := other_report(run))]
    if not pairs:
        return None
    table = Table(title="Under both versions", title_justify="left", box=None, pad_edge=False)
    for title in (
        "competition",
        "seed",
        *(f"{what} {version}" for version in BENCHMARKS for what in ("score", "medal")),
    ):
        table.add_column(title, justify="right" if title.startswith("score") else "left")
    for run, report, other in pairs:
        by_version = {each.benchmark_version: each for each in (report, other)}
        figures = [_figures(by_version[version]) for version in BENCHMARKS if version in by_version]
        table.add_row(escape(run.competition_id), str(run.seed), *(cell for pair in figures for cell in pair))
    return table


def _figures(report: CompetitionReport) -> tuple[str, str]:
    return number(report.score) if report.score is not None else "not valid", report.medal or NOTHING
