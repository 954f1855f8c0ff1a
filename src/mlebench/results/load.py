"""Reading results: run groups, and grading reports, ours or ones that others published."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from mlebench.catalog import CompetitionFacts, Registry
from mlebench.data.manifest import DataKind
from mlebench.errors import MlebenchError, UnknownCompetition, WrongUsage
from mlebench.grading.report import CompetitionReport, GradingReport
from mlebench.runs import RunGroup, RunRecord
from mlebench.runs.group import REPORT

# What must stand beside the figures where no agent's program made them.
_NOT_AGENTS = {
    "oracle": "oracle: the harness handed in the answers, which is no result of an agent",
    "replay": "replay: submissions that were made elsewhere, by nobody knows what",
}


@dataclass(frozen=True)
class RunResult:
    """One run. `report` is null where it has not been graded, `record` where only a report is known."""

    agent: str
    group: str
    competition_id: str
    seed: int
    report: CompetitionReport | None
    record: RunRecord | None
    facts: CompetitionFacts
    replicate: int = 0
    made_with: DataKind | None = None  # as the group says; a report of version 0.1 does not

    @property
    def data(self) -> DataKind | None:
        """What it was graded on, or would be; null where nobody noted it."""
        return (self.report and self.report.data) or self.made_with

    @property
    def is_miniature(self) -> bool:
        """Such a run is never counted together with others."""
        return self.data == "miniature"

    @property
    def has_leaderboard(self) -> bool:
        """Whether there are medals to win: when it was graded, or as far as is known before."""
        return (self.report.gold_threshold if self.report else self.facts.leaderboard) is not None


@dataclass(frozen=True)
class GroupInfo:
    """Where results come from."""

    name: str
    agent: str
    benchmark_version: str
    kind: str = "program"  # who handed in: an agent's program, or the harness itself (oracle, replay)
    sandbox: str | None = None
    isolated: bool | None = None
    created_at: str | None = None
    time_limit_seconds: float | None = None
    seeds: int | None = None
    versions: dict[str, str] = field(default_factory=dict)
    miniatures: list[str] = field(default_factory=list)
    unverified: list[str] = field(default_factory=list)  # checksums not compared
    ungraded: int = 0
    resource_differences: list[str] = field(default_factory=list)  # from the benchmark's resources, in sentences
    channels: list[str] = field(default_factory=list)  # what led out of the sandboxes
    validator_knew_answers: bool = False  # each call ran the whole grader, as in 0.1.0
    model_tokens: int | None = None
    model_cost_usd: float | None = None  # null where no model was used, or one without a price

    @property
    def no_agent(self) -> str | None:
        """What must be said where no agent's program handed in; no table of results takes such a group for one."""
        return None if self.kind == "program" else _NOT_AGENTS.get(self.kind, f"{self.kind}: not handed in by an agent")


@dataclass(frozen=True)
class Results:
    """All runs that a report speaks of."""

    groups: list[GroupInfo]
    runs: list[RunResult]

    @property
    def agents(self) -> list[str]:
        """In order of appearance."""
        return list(dict.fromkeys(run.agent for run in self.runs))

    def of(self, agent: str) -> list[RunResult]:
        """The runs of one agent."""
        return [run for run in self.runs if run.agent == agent]


def load_results(paths: Sequence[Path], registry: Registry | None = None) -> Results:
    """Read groups (folders) and grading reports (JSON files)."""
    groups: list[GroupInfo] = []
    runs: list[RunResult] = []
    for path in paths:
        if path.is_dir():
            info, found = _of_group(RunGroup.open(path))
        elif path.is_file():
            info, found = _of_report(path, registry)
        else:
            raise WrongUsage(f"There is no run group or grading report {path}.")
        groups.append(info)
        runs += found
    if not runs:
        raise MlebenchError("There are no runs to report on.")
    return Results(groups, _numbered(runs))


def _of_group(group: RunGroup) -> tuple[GroupInfo, list[RunResult]]:
    spec = group.spec
    runs = []
    for run in spec.runs:
        folder = group.folder_of(run)
        try:
            report = CompetitionReport.model_validate_json((folder / REPORT).read_bytes())
        except (OSError, ValueError):
            report = None
        kind = spec.data[run.competition_id].kind
        if report is not None and report.data is None and kind == "miniature":
            report = report.on_miniature()
        facts, record = spec.competitions[run.competition_id], group.record(run)
        result = RunResult(spec.agent, group.group_id, run.competition_id, run.seed, report, record, facts)
        runs.append(replace(result, made_with=kind))
    records = [run.record for run in runs if run.record is not None]
    used = [record.model for record in records if record.model is not None]
    costs = [usage.cost_usd for usage in used]
    info = GroupInfo(
        name=group.group_id,
        agent=spec.agent,
        kind=spec.kind,
        benchmark_version=spec.benchmark_version,
        sandbox=spec.sandbox,
        isolated="isolated" in spec.guarantees,
        created_at=spec.created_at,
        time_limit_seconds=spec.settings.resources.time_limit,
        seeds=spec.seeds,
        versions=spec.versions,
        miniatures=_on(runs, "miniature"),
        unverified=_on(runs, "unverified"),
        ungraded=sum(run.report is None for run in runs),
        resource_differences=_each_once(sentence for record in records for sentence in record.resource_differences),
        channels=_each_once(name for record in records if record.sealed for name in record.sealed.channels),
        validator_knew_answers=any(
            record.sealed.validator == "graded" and record.sealed.validator_calls > 0
            for record in records
            if record.sealed
        ),
        model_tokens=sum(usage.prompt_tokens + usage.completion_tokens for usage in used) if used else None,
        model_cost_usd=sum(cost for cost in costs if cost is not None) if used and None not in costs else None,
    )
    return info, runs


def _on(runs: Iterable[RunResult], kind: DataKind) -> list[str]:
    return _each_once(run.competition_id for run in runs if run.data == kind)


def _each_once(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(texts))


def _of_report(path: Path, registry: Registry | None) -> tuple[GroupInfo, list[RunResult]]:
    whole = GradingReport.load(path)
    registry = registry or Registry.default()
    seen: Counter[str] = Counter()
    runs = []
    for report in whole.competition_reports:
        # Such a report does not know seeds: the n-th report of a competition counts as its n-th seed.
        seed = seen[report.competition_id]
        seen[report.competition_id] += 1
        facts = _facts(report, registry)
        runs.append(RunResult(path.stem, path.stem, report.competition_id, seed, report, None, facts))
    version = whole.competition_reports[0].benchmark_version if whole.competition_reports else "v1"
    info = GroupInfo(
        name=path.stem,
        agent=path.stem,
        benchmark_version=version,
        miniatures=_on(runs, "miniature"),
        unverified=_on(runs, "unverified"),
    )
    return info, runs


def _facts(report: CompetitionReport, registry: Registry) -> CompetitionFacts:
    try:
        return CompetitionFacts.of(registry.get(report.competition_id))
    except UnknownCompetition:  # a competition of somebody else's: its thresholds are in the report
        known: dict[str, object] = {"name": report.competition_id, "is_lower_better": report.is_lower_better}
        if report.gold_threshold is None:
            known["leaderboard"] = None
        return CompetitionFacts.model_validate(known)


def _numbered(runs: list[RunResult]) -> list[RunResult]:
    """Number the runs of each agent and competition, over all groups: replicates are what errors are taken over."""
    seen: Counter[tuple[str, str, bool]] = Counter()
    numbered = []
    for run in runs:
        key = (run.agent, run.competition_id, run.is_miniature)
        numbered.append(replace(run, replicate=seen[key]))
        seen[key] += 1
    return numbered
