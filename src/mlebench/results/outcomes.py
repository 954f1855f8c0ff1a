"""How runs ended, as the published guides count them: valid or not and why, and which medal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from mlebench.results.run import RunResult
from mlebench.results.statistics import Share

MEDALS = ("gold", "silver", "bronze", "none", "invalid")


@dataclass(frozen=True)
class Outcomes:
    """Counts over all runs; each run is in one of the reasons or valid, and in one of the medals."""

    valid: Share
    invalid: Share
    reasons: dict[str, Share]  # why a run has no valid submission, the most frequent first
    medals: dict[str, Share]  # gold, silver, bronze, none (valid without a medal), invalid
    suspected: Share  # runs whose submission uses a hole of its grader; they count above like all others
    suspected_medals: Share  # of all medals, those of such runs


def outcomes(runs: Sequence[RunResult]) -> Outcomes:
    """Count."""
    total = len(runs)
    medals = Counter(_medal(run) for run in runs)
    reasons = Counter(_reason(run) for run in runs if _medal(run) == "invalid")
    suspected = [run for run in runs if run.report and run.report.exploit_suspected]
    return Outcomes(
        valid=Share(total - medals["invalid"], total),
        invalid=Share(medals["invalid"], total),
        reasons={name: Share(count, total) for name, count in reasons.most_common()},
        medals={name: Share(medals[name], total) for name in MEDALS},
        suspected=Share(len(suspected), total),
        suspected_medals=Share(_won(suspected), _won(runs)),
    )


def _won(runs: Sequence[RunResult]) -> int:
    return sum(run.report is not None and run.report.any_medal for run in runs)


def _medal(run: RunResult) -> str:
    if run.report is None or not run.report.valid_submission:
        return "invalid"
    return run.report.medal or "none"


def _reason(run: RunResult) -> str:
    report = run.report
    if report is None:
        return "not in the source" if run.missing else "not graded"
    if report.error_kind in (None, "invalid", "missing"):  # reports of others know no kinds
        return "invalid submission" if report.submission_exists else "no submission"
    return f"grading failed: {report.error_kind}"


def suspicions(found: Outcomes) -> list[str]:
    """A sentence where there is anything to suspect."""
    if not found.suspected.part:
        return []
    medals = f"; {found.suspected_medals.part} of {found.suspected_medals.of} medals are theirs"
    runs = f"{found.suspected.part} of {found.suspected.of} submissions use a hole of their grader"
    return [f"exploits suspected: {runs}{medals if found.suspected_medals.of else ''}"]
