"""Rows of results that are here: run groups, grading reports, bundles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from mlebench.bundles import Bundle, Verification, verify_bundle
from mlebench.catalog import Registry
from mlebench.errors import MlebenchError, UnknownCompetition
from mlebench.results import Results, RunResult, Source, by_complexity, load_results
from mlebench.results.run import apart
from mlebench.scratch import Scratch
from mlebench.standings.row import SPLITS, Figure, Row


def rows_of_results(results: Results, registry: Registry, *, status: str = "yours") -> list[Row]:
    """One row for each agent. Raises where it has nothing that a leaderboard takes."""
    return [_row(results, agent, registry, status) for agent in results.agents]


def rows_of_bundle(path: Path, registry: Registry, data_dir: Path, *, regrade: bool) -> tuple[list[Row], Verification]:
    """The rows of a bundle that holds together, and what was found when it was looked at."""
    found = verify_bundle(path, registry, data_dir, regrade=regrade)
    if found.level == "inconsistent":
        faults = [point.text for point in found.points if point.status == "fails"]
        raise MlebenchError(f"{path}: no leaderboard takes it. {' '.join(faults)}", hint=f"See: mlebench verify {path}")
    rows = rows_of_results(results_of_bundle(path, registry), registry, status="bundle")
    return [row.model_copy(update={"verified": ", ".join(found.levels)}) for row in rows], found


def results_of_bundle(path: Path, registry: Registry) -> Results:
    """What a bundle says; verify it first."""
    with Scratch("bundle") as folder, Bundle.open(path) as bundle:
        bundle.unpack(folder)
        results = load_results([Source((folder / name,)) for name in bundle.manifest.groups], registry)
        return replace(results, runs=[replace(run, folder=None) for run in results.runs])


def _row(results: Results, agent: str, registry: Registry, status: str) -> Row:
    runs, _ = apart(results.of(agent))
    if not runs:
        raise MlebenchError(f"{agent}: no leaderboard takes runs on miniatures.")
    records = [run.record for run in runs if run.record is not None]
    if any(record.kind == "oracle" for record in records):
        raise MlebenchError(f"{agent}: no leaderboard takes submissions that were made from the answers.")
    groups = [group for group in results.groups if group.agent == agent]
    sealed = [record.sealed for record in records if record.sealed is not None]
    models = sorted({name for record in records if record.model for name in record.model.models})
    figures = {
        summary.label: Figure(mean=found.mean, error=found.error)
        for summary in by_complexity(runs)
        if summary.label in SPLITS and (found := summary.measures.get("any_medal"))
    }
    return Row(
        agent=agent,
        models=", ".join(models) or "none",
        figures=figures,
        hours=max((g.time_limit_seconds / 3600 for g in groups if g.time_limit_seconds), default=None),
        hardware=_hardware(runs),
        network=_network(channel for seal in sealed for channel in seal.channels) if sealed else None,
        test_score_feedback=any(group.validator_knew_answers for group in groups) if sealed else None,
        known_leaks=any(_has_leak(run.competition_id, registry.under(groups[0].benchmark_version)) for run in runs),
        reports=True,
        padded_seeds=any(run.missing for run in runs),
        benchmark=", ".join(sorted({group.benchmark_version for group in groups})),
        date=min((group.created_at[:10] for group in groups if group.created_at), default=None),
        status=status,
        note=" ".join(note.removeprefix(f"{agent}: ") for note in results.only([agent]).notes) or None,
    )


def _hardware(runs: Iterable[RunResult]) -> str | None:
    known = [run.record.hardware for run in runs if run.record is not None and run.record.hardware]
    texts = [
        f"{each['cores']} cores, {each['memory_gb']} GB"
        + (f", {each['graphics_cards']}" if "graphics_cards" in each else "")
        for each in known
        if {"cores", "memory_gb"} <= set(each)
    ]
    return "; ".join(dict.fromkeys(texts)) or None


def _network(channels: Iterable[str]) -> str:
    open_ones = [
        c for c in dict.fromkeys(channels) if c != "validator" and not (c.startswith("model (") and c[-1] == ")")
    ]
    return ", ".join(open_ones) or "none"


def _has_leak(competition_id: str, registry: Registry) -> bool:
    try:
        return any(issue.kind == "leak" for issue in registry.get(competition_id).known_issues)
    except UnknownCompetition:
        return False
