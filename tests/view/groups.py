"""Run groups for the pages, made of the same records that the harness writes."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from mlebench.catalog import CompetitionFacts, Registry
from mlebench.data.manifest import DataStamp
from mlebench.gateway.model import ModelUsage
from mlebench.grading.report import CompetitionReport
from mlebench.runs import GroupSpec, PlannedRun, RunGroup
from mlebench.runs.plan import RunSettings
from mlebench.runs.record import Failure, Sealed, Submission

BEGUN = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
REGISTRY = Registry()
TASKS = ("starter-breast-cancer", "starter-wine-cultivars")


def make_group(
    runs: Path, name: str, agent: str = "tester", tasks: tuple[str, ...] = TASKS, seeds: int = 1
) -> RunGroup:
    """A group that is planned."""
    spec = GroupSpec(
        group_id=name,
        created_at=BEGUN.isoformat(),
        agent=agent,
        agent_digest="0" * 64,
        agent_spec={},
        sandbox="bubblewrap",
        guarantees=["isolated"],
        settings=RunSettings(),
        executor="local",
        step_limit=500,
        seeds=seeds,
        benchmark_version="v1",
        versions={},
        data={task: DataStamp(source="embedded", kind="verified") for task in tasks},
        competitions={task: CompetitionFacts.of(REGISTRY.get(task)) for task in tasks},
        runs=[
            PlannedRun(run_id=f"{task}_{seed:08x}", competition_id=task, seed=seed)
            for seed in range(seeds)
            for task in tasks
        ],
    )
    return RunGroup.create(runs, spec)


def begin(group: RunGroup, run: PlannedRun, **fields: Any) -> Path:
    """Its agent works, and has printed a line."""
    record, folder = group.record(run), group.folder_of(run)
    record.state, record.attempt, record.started_at = "running", 1, datetime.now(UTC) - timedelta(seconds=61)
    for field, value in fields.items():
        setattr(record, field, value)
    record.save(folder)
    (folder / "run.log").write_text("line 1\n")
    return folder


def end(group: RunGroup, run: PlannedRun, score: float | None = None, **fields: Any) -> Path:
    """It has ended, and is graded where a score is given."""
    record, folder = group.record(run), group.folder_of(run)
    record.state, record.attempt, record.started_at, record.duration_seconds = "finished", 1, BEGUN, 65.0
    record.sealed = Sealed.of(["validator"], 3, BEGUN, knows_answers=False, isolated=True)
    record.model = ModelUsage(requests=2, prompt_tokens=1200, completion_tokens=34, cost_usd=0.0123)
    record.submission = Submission(bytes=4, sha256="0" * 64)
    for field, value in fields.items():
        setattr(record, field, value)
    record.save(folder)
    if score is not None:
        report = CompetitionReport.of(REGISTRY.get(run.competition_id), "submission.csv", score=score, data="verified")
        (folder / "report.json").write_text(report.model_dump_json())
    return folder


def fail(group: RunGroup, run: PlannedRun, message: str) -> Path:
    """It has ended badly."""
    return end(group, run, state="failed", failure=Failure(kind="agent", message=message), submission=None)


def write(folder: Path, name: str, content: str | bytes | list[Any] | dict[str, Any]) -> Path:
    """A file below a folder; lists become lines of JSON."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, list):
        content = "".join(json.dumps(entry) + "\n" for entry in content)
    elif isinstance(content, dict):
        content = json.dumps(content)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path
