"""Results made for tests: published-form reports, and run groups on disk that nobody has run."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from mlebench.catalog import CompetitionFacts, Registry
from mlebench.data.manifest import DataKind, DataStamp
from mlebench.gateway.model import ModelUsage
from mlebench.grading.report import CompetitionReport, GradingReport
from mlebench.runs import RunGroup
from mlebench.runs.group import REPORT, SNAPSHOTS_REPORT
from mlebench.runs.listed import RUN_FILE
from mlebench.runs.plan import GroupSpec, RunSettings, plan_runs
from mlebench.runs.record import Snapshot
from mlebench.sandbox import Resources

# The fields of a report that others have published; ours has more.
PUBLISHED = (
    *("competition_id", "score", "gold_threshold", "silver_threshold", "bronze_threshold", "median_threshold"),
    *("any_medal", "gold_medal", "silver_medal", "bronze_medal", "above_median", "submission_exists"),
    *("valid_submission", "is_lower_better", "created_at", "submission_path"),
)


def graded(registry: Registry, competition_id: str, outcome: str, *, data: DataKind | None = None) -> CompetitionReport:
    """A report by its outcome: gold, silver, bronze, median (above it), none, invalid or missing."""
    competition = registry.get(competition_id)
    places = competition.leaderboard
    assert places is not None
    if outcome in ("invalid", "missing"):
        kind: Any = outcome
        return CompetitionReport.of(competition, "x.csv", error="wrong", error_kind=kind, data=data)
    sign = -1.0 if competition.metric.lower_is_better else 1.0
    scores = {
        "gold": places.gold,
        "silver": places.silver,
        "bronze": places.bronze,
        "median": (places.median + places.bronze) / 2,
        "none": places.median - sign * 1.0,
    }
    return CompetitionReport.of(competition, "x.csv", score=scores[outcome], data=data)


def published(path: Path, registry: Registry, outcomes: Sequence[tuple[str, str]]) -> Path:
    """A grading report in the published form, without our additions."""
    content = GradingReport.of([graded(registry, i, outcome) for i, outcome in outcomes]).model_dump(mode="json")
    content["competition_reports"] = [{n: e[n] for n in PUBLISHED} for e in content["competition_reports"]]
    del content["problems"], content["total_exploits_suspected"]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content))
    return path


def group_on_disk(
    runs_dir: Path,
    registry: Registry,
    ids: Sequence[str],
    outcome: Callable[[str, int], str],
    *,
    agent: str = "made",
    name: str = "2026-01-02T03-04-05-UTC_run-group_made",
    seeds: int = 2,
    hours: float = 24.0,
    kind: DataKind = "verified",
    isolated: bool = True,
    obfuscate: bool = False,
    snapshots: Callable[[str, int], Mapping[float, str]] | None = None,
    **record_fields: Any,
) -> RunGroup:
    """A group as a harness leaves it; `outcome` and `snapshots` (hours -> outcome) say what each run came to."""
    resources = Resources(time_limit=hours * 3600)
    spec = GroupSpec(
        group_id=name,
        created_at="2026-01-02T03:04:05+00:00",
        agent=agent,
        agent_digest="0",
        agent_spec={},
        sandbox="bubblewrap" if isolated else "process",
        guarantees=["isolated"] if isolated else [],
        settings=RunSettings(resources=resources, snapshot_seconds=3600.0 if snapshots else None, obfuscate=obfuscate),
        executor="local",
        step_limit=500,
        seeds=seeds,
        benchmark_version="v1",
        versions={"mlebench": "0.1.0"},
        data={i: DataStamp(source="miniature" if kind == "miniature" else "kaggle", kind=kind) for i in ids},
        competitions={i: CompetitionFacts.of(registry.get(i)) for i in ids},
        aliases=(aliases := {i: f"task-{number}" for number, i in enumerate(ids)} if obfuscate else {}),
        runs=plan_runs(ids, seeds, aliases),
    )
    group = RunGroup.create(runs_dir, spec)
    for run in spec.runs:
        folder = group.folder_of(run)
        record = group.planned_record(run).model_copy(
            update={
                "state": "finished",
                "duration_seconds": hours * 3600,
                "resources": resources,
                "model": ModelUsage(prompt_tokens=1000, completion_tokens=500, cost_usd=0.25),
                **record_fields,
            }
        )
        taken = snapshots(run.competition_id, run.seed) if snapshots else {}
        record.snapshots = [
            Snapshot(bytes=1, sha256=str(at), seconds=at * 3600 + 0.4, path=f"snapshots/{at}.csv") for at in taken
        ]
        (folder / RUN_FILE).write_text(record.model_dump_json())
        report = graded(registry, run.competition_id, outcome(run.competition_id, run.seed), data=kind)
        (folder / REPORT).write_text(report.model_dump_json())
        if taken:
            entries = [
                {"seconds": at * 3600 + 0.4, **graded(registry, run.competition_id, what).model_dump(mode="json")}
                for at, what in taken.items()
            ]
            (folder / SNAPSHOTS_REPORT).write_text(json.dumps(entries))
    return group
