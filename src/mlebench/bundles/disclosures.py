"""What a bundle itself says that whoever compares results must know."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mlebench.bundles.consistency import BundledGroup, BundledRun
from mlebench.bundles.points import Point
from mlebench.catalog import Registry
from mlebench.errors import UnknownCompetition


def disclosures(groups: list[BundledGroup], registry: Registry) -> list[Point]:
    """One point each; a point that is not met is open, not a fault."""
    runs = [run for group in groups for run in group.runs]
    return [
        _point("made by an agent", "Every submission was made by an agent's program.", runs, _maker),
        _point("no score channel", "No agent could learn a score.", runs, _score_channel),
        _point("no network", "No agent could reach a network beside the gateway.", runs, _network),
        _point("isolated", "Every sandbox kept the answers out of reach.", runs, _isolation),
        _point(
            "resources", "Every run had the benchmark's resources.", runs, lambda run: run.record.resource_differences
        ),
        _point("data", "Everything was graded on data whose checksums were compared.", runs, _data),
        _point("no known leaks", "No competition of it has a known leak.", runs, lambda run: _leaks(run, registry)),
        _point("no suspected exploits", "No submission uses a known hole of its grader.", runs, _exploits),
        _point("not obfuscated", "Every agent knew the competition by its own id and description.", runs, _obfuscation),
        _point("own descriptions", "Every agent read a description that mlebench brings along.", runs, _description),
        _point("own leaderboards", "Medals are by the leaderboards that mlebench brings along.", runs, _leaderboard),
        _missing(groups),
    ]


def _point(name: str, good: str, runs: list[BundledRun], exceptions: Callable[[BundledRun], Iterable[str]]) -> Point:
    """Each exception once, with the number of runs that it holds for."""
    found: dict[str, int] = {}
    for run in runs:
        for text in exceptions(run):
            found[text] = found.get(text, 0) + 1
    if not found:
        return Point(name=name, status="holds", text=good)
    details = [f"{text} ({count} of {len(runs)} runs)" for text, count in found.items()]
    return Point(name=name, status="open", text="Not so for every run.", details=details)


def _maker(run: BundledRun) -> Iterable[str]:
    if run.record.kind != "program":
        yield f"handed in by the harness itself: {run.record.kind}"


def _score_channel(run: BundledRun) -> Iterable[str]:
    sealed = run.record.sealed
    if sealed is None:
        yield "it is not noted what the agent could reach"
    elif sealed.validator == "graded" and sealed.validator_calls:
        yield "the validator ran the whole grader, so that its verdicts may tell of the answers"


def _network(run: BundledRun) -> Iterable[str]:
    sealed = run.record.sealed
    for channel in sealed.channels if sealed else ():
        if channel != "validator" and not (channel.startswith("model (") and channel.endswith(")")):
            yield f"open: {channel}"  # hosts, the network, or a model with tools that run at the provider
    if "no-network" not in run.record.guarantees:
        yield f"sandbox '{run.record.sandbox}' does not close the network"


def _isolation(run: BundledRun) -> Iterable[str]:
    if "isolated" not in run.record.guarantees:
        yield f"sandbox '{run.record.sandbox}' isolates nothing"


def _data(run: BundledRun) -> Iterable[str]:
    if run.report.data not in ("verified", "starter"):
        yield f"{run.plan.competition_id}: {run.report.data or 'it is not noted what it was graded on'}"


def _leaks(run: BundledRun, registry: Registry) -> Iterable[str]:
    try:
        issues = registry.under(run.report.benchmark_version).get(run.plan.competition_id).known_issues
    except UnknownCompetition:
        return []
    return [f"{run.plan.competition_id}: {issue.note}" for issue in issues if issue.kind == "leak"]


def _exploits(run: BundledRun) -> Iterable[str]:
    reasons = run.report.exploits or ["no reason is given"] * run.report.exploit_suspected
    return [f"{run.plan.competition_id}: {reason}" for reason in reasons]


def _obfuscation(run: BundledRun) -> Iterable[str]:
    if run.record.alias is not None:
        left = len(run.record.not_hidden)
        yield "obfuscated" + (f", but for {left} names in {run.plan.competition_id}" if left else "")


def _description(run: BundledRun) -> Iterable[str]:
    if run.record.description_digest is not None:
        yield f"{run.plan.competition_id}: a file with SHA-256 {run.record.description_digest}"


def _leaderboard(run: BundledRun) -> Iterable[str]:
    if run.record.leaderboard_digest is not None:
        yield f"{run.plan.competition_id}: a file with SHA-256 {run.record.leaderboard_digest}"


def _missing(groups: list[BundledGroup]) -> Point:
    """Runs that were planned and came to nothing: they count, as failures."""
    nothing = [f"{run.record.run_id}: {run.report.error}" for g in groups for run in g.runs if run.report.score is None]
    if not nothing:
        return Point(name="complete", status="holds", text="Every run that was planned has a score.")
    return Point(name="complete", status="open", text="Runs without a score; they count as failures.", details=nothing)
