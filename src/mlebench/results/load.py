"""Reading results: run groups, grading reports, ours or ones that others published, and logs of Inspect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from mlebench.catalog import CompetitionFacts, Registry
from mlebench.catalog.leaderboard import percentile_on
from mlebench.data.manifest import DataKind
from mlebench.errors import MlebenchError, UnknownCompetition, WrongUsage
from mlebench.grading.report import CompetitionReport, GradingReport, refuse_training
from mlebench.results.integrity import GroupIntegrity, read_integrity
from mlebench.results.run import OBFUSCATED, GroupInfo, Results, RunResult
from mlebench.results.seeds import SeedNumbers, Splits, not_shown
from mlebench.results.sources import EVAL_LOG, Source, agent_names, sources_at


def load_results(
    sources: Sequence[Path | Source],
    registry: Registry | None = None,
    *,
    complete_seeds: bool = False,
    benchmark: str | None = None,
) -> Results:
    """Read groups (folders), grading reports (JSON files) and logs of Inspect, all of one version of the benchmark: of
    `benchmark`, else of the one that all are of.

    Within each split of which a source has any competition, the missing runs are failures; with `complete_seeds`,
    seeds that lack any are left out instead.
    """
    registry = registry or Registry.default()
    found = [s for each in sources for s in ([each] if isinstance(each, Source) else sources_at(each))]
    names = agent_names(path for source in found for path in source.parts if path.is_file())
    numbers, splits = SeedNumbers(), Splits(registry)
    groups: list[GroupInfo] = []
    integrity: list[GroupIntegrity] = []
    by_agent: dict[str, list[list[RunResult]]] = {}
    notes = [note for source in found for note in source.notes]
    for source in found:
        own: dict[str, list[RunResult]] = {}
        for path in source.parts:
            if path.is_dir():
                info, part = _of_group(path, source.agent)
                if found_there := read_integrity(path, info.name, info.agent):
                    integrity.append(found_there)
            elif path.suffix == EVAL_LOG:
                info, part = _of_eval_log(path, source.agent, registry)
            else:
                info, part = _of_report(path, source.agent or names[path], registry)
            if benchmark not in (None, info.benchmark_version):
                notes.append(f"{info.agent}: {path} is of {info.benchmark_version} and is left out.")
                continue
            if not part:
                notes.append(f"{info.agent}: {path} holds no runs and is left out.")
            groups.append(info)
            _require_one_version({group.benchmark_version for group in groups})
            own.setdefault(info.agent, []).extend(numbers.number(part, known=path.is_dir() or path.suffix == EVAL_LOG))
        for agent, part in own.items():
            by_agent.setdefault(agent, []).append(part)
    runs: list[RunResult] = []
    for parts in by_agent.values():
        completed, told = splits.completed(parts, complete_seeds=complete_seeds)
        runs, notes = runs + completed, notes + told
    if not runs:
        raise MlebenchError(" ".join(["There are no runs to report on.", *notes]))
    results = Results(groups, [r for r in runs if not r.missing], [r for r in runs if r.missing], integrity=integrity)
    return replace(results, notes=notes + [note for agent in results.agents for note in not_shown(runs, agent)])


def _require_one_version(versions: Collection[str]) -> None:
    """Two versions are two benchmarks: a figure over both would be of neither."""
    if len(versions) > 1:
        raise WrongUsage(
            f"These results are of versions {' and '.join(sorted(versions))}, which are never counted together.",
            hint="Choose with --benchmark, or put them side by side: mlebench compare ONE OTHER",
        )


def _of_group(path: Path, name: str | None) -> tuple[GroupInfo, list[RunResult]]:
    from mlebench.runs.group import REPORT, RunGroup  # models that reports on published results do without

    group = RunGroup.open(path)
    spec = group.spec
    agent = (name or spec.agent) + OBFUSCATED * spec.settings.obfuscate
    runs = []
    for run in spec.runs:
        folder = group.folder_of(run)
        try:
            report = CompetitionReport.model_validate_json((folder / REPORT).read_bytes())
        except (OSError, ValueError):
            report = None
        refuse_training([report] if report else [], folder / REPORT)
        kind = spec.data[run.competition_id].kind
        if report is not None and report.data is None and kind == "miniature":
            report = report.on_miniature()
        facts, record = spec.competitions[run.competition_id], group.record(run)
        runs.append(
            RunResult(
                agent,
                group.group_id,
                run.competition_id,
                run.seed,
                report,
                record,
                facts,
                made_with=kind,
                folder=folder,
            )
        )
    records = [run.record for run in runs if run.record is not None]
    used = [record.model for record in records if record.model is not None]
    costs = [usage.cost_usd for usage in used]
    info = GroupInfo(
        name=group.group_id,
        agent=agent,
        benchmark_version=spec.benchmark_version,
        kind=spec.kind,
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
        snapshot_seconds=spec.settings.snapshot_seconds,
        obfuscated=spec.settings.obfuscate,
        described_by_user=bool(spec.descriptions),
        leaderboards_of_user=bool(spec.leaderboards),
        not_hidden=_each_once(f"{r.competition_id}: {text}" for r in records for text in r.not_hidden),
    )
    return info, runs


def _on(runs: Iterable[RunResult], kind: DataKind) -> list[str]:
    return _each_once(run.competition_id for run in runs if run.data == kind)


def _each_once(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(texts))


def _of_report(path: Path, agent: str, registry: Registry) -> tuple[GroupInfo, list[RunResult]]:
    whole = GradingReport.load(path)
    obfuscated = any(report.obfuscated for report in whole.competition_reports)
    agent += OBFUSCATED * obfuscated
    versions = {report.benchmark_version for report in whole.competition_reports}
    seen: Counter[tuple[str, DataKind | None]] = Counter()
    known: dict[str, CompetitionFacts] = {}
    runs = []
    for report in whole.competition_reports:
        # Such a report does not know seeds: the n-th report of a competition counts as its n-th seed.
        seed = seen[report.competition_id, report.data]
        seen[report.competition_id, report.data] += 1
        if report.competition_id not in known:
            known[report.competition_id] = _facts(report, registry)
        facts = known[report.competition_id]
        placed = _with_percentile(report, facts)
        runs.append(RunResult(agent, path.stem, report.competition_id, seed, placed, None, facts))
    _require_one_version(versions)
    info = GroupInfo(
        name=path.stem,
        agent=agent,
        obfuscated=obfuscated,
        leaderboards_of_user=any(report.leaderboard_digest for report in whole.competition_reports),
        benchmark_version=next(iter(versions), "v1"),
        miniatures=_on(runs, "miniature"),
        unverified=_on(runs, "unverified"),
    )
    return info, runs


def _of_eval_log(path: Path, name: str | None, registry: Registry) -> tuple[GroupInfo, list[RunResult]]:
    from mlebench.results.eval_logs import read_eval_log

    log = read_eval_log(path)
    agent, versions = name or log.agent, {sample.benchmark for sample in log.samples}
    _require_one_version(versions)
    runs = []
    for sample in log.samples:
        facts = CompetitionFacts.of(registry.under(sample.benchmark).get(sample.competition_id))
        report = sample.report and _with_percentile(sample.report, facts)
        run = RunResult(
            agent, path.stem, sample.competition_id, sample.seed, report, None, facts, made_with=sample.kind
        )
        runs.append(run)
    info = GroupInfo(
        name=path.stem,
        agent=agent,
        benchmark_version=next(iter(versions), "v1"),
        sandbox=log.sandbox,
        isolated=log.isolated,
        created_at=log.created_at,
        time_limit_seconds=log.time_limit_seconds,
        seeds=len({sample.seed for sample in log.samples}),
        versions=log.versions,
        miniatures=_on(runs, "miniature"),
        unverified=_on(runs, "unverified"),
        ungraded=sum(run.report is None for run in runs),
        model_tokens=log.model_tokens,
    )
    return info, runs


def _facts(report: CompetitionReport, registry: Registry) -> CompetitionFacts:
    try:
        return CompetitionFacts.of(registry.under(report.benchmark_version).get(report.competition_id))
    except UnknownCompetition:  # a competition of somebody else's: its thresholds are in the report
        known: dict[str, object] = {"name": report.competition_id, "is_lower_better": report.is_lower_better}
        if report.gold_threshold is None:
            known["leaderboard"] = None
        return CompetitionFacts.model_validate(known)


def _with_percentile(report: CompetitionReport, facts: CompetitionFacts) -> CompetitionReport:
    """Reports of others do not have it: without this, only what is not valid would have a percentile, of 0."""
    known = facts.leaderboard.percentiles if facts.leaderboard else None
    if known is None or report.percentile is not None or report.score is None or report.data == "miniature":
        return report
    percentile = percentile_on(known, report.score, lower_is_better=report.is_lower_better)
    return report.model_copy(update={"percentile": percentile})
