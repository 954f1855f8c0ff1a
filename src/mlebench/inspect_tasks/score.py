"""Scores: what was handed in is read out of the sandbox and graded here, where the answers are."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

from anyio import to_thread
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState
from inspect_ai.util import concurrency

from mlebench.grading.batch import Limits, SubmissionLine, grade_lines
from mlebench.inspect_tasks.options import TaskOptions
from mlebench.inspect_tasks.sandbox import handed_in
from mlebench.results.eval_logs import REPORT, SCORER
from mlebench.scratch import Scratch

if TYPE_CHECKING:
    from mlebench.grading.report import CompetitionReport

_AT_ONCE = 2  # submissions: each may take a share of the machine's memory
MEASURES = ("any_medal", "above_median", "valid", "percentile")


def _make(**given: object) -> Scorer:
    """Grade `submission.csv` of each sample. Takes the options of the task."""
    options = TaskOptions.of(given)

    async def score(state: TaskState, target: Target) -> Score:
        content, name = await handed_in(options.sandbox), str(state.sample_id)
        with Scratch("inspect") as folder:
            kept = options.submissions_dir or folder
            kept.mkdir(parents=True, exist_ok=True)
            path = kept / f"{name}-{state.epoch}-{state.uuid}.csv"  # several evaluations may use one folder
            if content is not None:
                path.write_bytes(content)
            async with concurrency("mlebench grading", _AT_ONCE):
                report = await to_thread.run_sync(_report, name, path, options)
        return _as_score(report)

    return score


grade = scorer(metrics={name: [mean(), stderr()] for name in MEASURES}, name=SCORER)(_make)


def _report(competition_id: str, submission: Path, options: TaskOptions) -> CompetitionReport:
    """In a process of its own, with limits: what agents hand in may be made to exhaust a grader."""
    line, limits = SubmissionLine(competition_id, submission), Limits(memory_bytes=Limits().memory_for(_AT_ONCE))
    graded = grade_lines([line], options.registry, options.data_dir, workers=1, limits=limits)
    return graded.competition_reports[0]


def _as_score(report: CompetitionReport) -> Score:
    """A fault of ours is an error of the sample, never a score of zero."""
    if report.error_kind in ("internal", "not-prepared", "crash"):
        raise RuntimeError(report.error)
    percentile = report.percentile
    if percentile is None and not report.valid_submission and report.data != "miniature":
        percentile = 0.0
    return Score(
        value={
            "any_medal": float(report.any_medal),
            "above_median": float(report.above_median),
            "valid": float(report.valid_submission),
            "percentile": math.nan if percentile is None else percentile,  # Inspect counts only what is a number
        },
        answer="no score" if report.score is None else f"{report.score:g}",
        explanation="\n".join([report.error or f"{report.medal or 'no'} medal", *report.warnings, *report.exploits]),
        metadata={REPORT: report.model_dump(mode="json")},
    )
