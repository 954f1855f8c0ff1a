"""Grading the submissions of a bundle again, on the data of whoever checks it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from mlebench.bundles.consistency import BundledGroup, BundledRun
from mlebench.bundles.points import Point
from mlebench.catalog import Registry
from mlebench.data.layout import DataLayout
from mlebench.data.manifest import read_manifest
from mlebench.errors import MlebenchError, UnknownCompetition
from mlebench.grading.batch import SubmissionLine, grade_lines
from mlebench.grading.report import CompetitionReport
from mlebench.runs.plan import GroupSpec

_NAME = "regraded"
_COMPARED = ("score", "valid_submission", "gold_medal", "silver_medal", "bronze_medal", "above_median")


def regraded(
    groups: Sequence[BundledGroup],
    registry: Registry,
    data_dir: Path,
    wanted: bool,
    workers: int | None,
    on_run: Callable[[], None],
) -> list[Point]:
    """Whether scores and medals are the same here, and what is suspected here only."""
    if not wanted:
        return [Point(name=_NAME, status="unchecked", text="Grading was not asked for.")]
    pairs = [(group.group.spec, run) for group in groups for run in group.runs]
    left_out = {run.record.run_id: why for spec, run in pairs if (why := _why_not(run, spec, registry, data_dir))}
    chosen: list[BundledRun] = []
    again: list[CompetitionReport] = []
    for group in groups:
        own = [
            (run, SubmissionLine(run.plan.competition_id, run.submission))
            for run in group.runs
            if run.submission is not None and run.record.run_id not in left_out
        ]
        if own:
            lines, spec = [line for _, line in own], group.group.spec
            rules = registry.under(spec.benchmark_version).with_leaderboards(spec.leaderboards)
            report = grade_lines(lines, rules, data_dir, workers=workers, on_report=lambda _: on_run())
            chosen, again = chosen + [run for run, _ in own], again + report.competition_reports
    return [_verdict(chosen, again, left_out, len(pairs)), *_untold(chosen, again)]


def _verdict(
    chosen: Sequence[BundledRun], again: Sequence[CompetitionReport], left_out: Mapping[str, str], runs: int
) -> Point:
    faults = [text for run, new in zip(chosen, again, strict=True) for text in _differences(run, new)]
    broken = [
        f"{new.competition_id}: {new.error}" for new in again if new.error_kind not in (None, "invalid", "missing")
    ]
    if faults:
        return Point(name=_NAME, status="fails", text="Scores are other ones here.", details=faults)
    if left_out or broken or not chosen:
        details = [f"{run_id}: {why}" for run_id, why in left_out.items()] + broken
        text = f"{len(chosen) - len(broken)} of {runs} runs were graded again, with the same result."
        return Point(name=_NAME, status="unchecked", text=text, details=details)
    text = f"All {len(chosen)} submissions have the same scores and medals here."
    return Point(name=_NAME, status="holds", text=text)


def _untold(chosen: Sequence[BundledRun], again: Sequence[CompetitionReport]) -> list[Point]:
    """Suspicions that the bundle does not tell of: an earlier version made it, or somebody took them out."""
    pairs = [(run, new) for run, new in zip(chosen, again, strict=True) if not run.report.exploit_suspected]
    details = [f"{run.record.run_id}: {reason}" for run, new in pairs for reason in new.exploits]
    text = "Submissions use holes of their graders, and the bundle does not say so."
    return [Point(name="exploits found here", status="open", text=text, details=details)] if details else []


def _why_not(run: BundledRun, spec: GroupSpec, registry: Registry, data_dir: Path) -> str | None:
    """Why a run cannot be graded here; null where it can, or where there is nothing to grade."""
    if run.record.submission is None:
        return None
    if run.submission is None:
        return "its submission was left out of the bundle"
    stamp = spec.data[run.plan.competition_id]
    try:
        layout = DataLayout.of(registry.under(spec.benchmark_version).get(run.plan.competition_id), data_dir)
        if not layout.is_prepared():
            return f"{run.plan.competition_id} is not prepared here"
        if stamp.digest is None or stamp.differs_from(read_manifest(layout).stamp):
            return f"{run.plan.competition_id}: the data here is not the data it was graded on"
    except (UnknownCompetition, MlebenchError) as error:
        return str(error)
    return None


def _differences(run: BundledRun, new: CompetitionReport) -> list[str]:
    if new.error_kind not in (None, "invalid", "missing"):
        return []  # a fault of this machine says nothing of the bundle
    placed = _COMPARED if run.report.data != "miniature" else _COMPARED[:2]
    return [
        f"{run.record.run_id}: {name} is {getattr(new, name)} here, {getattr(run.report, name)} in the bundle"
        for name in placed
        if getattr(new, name) != getattr(run.report, name)
    ]
