"""Runs as experiment trackers know them: parameters, figures, tags, files. One run of ours is one of theirs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from mlebench import foreign
from mlebench.results.overview import FILES, scores_over_time
from mlebench.results.run import MEASURES, Results, RunResult
from mlebench.results.spending import SPENDING

_LONGEST = 5_000  # characters of a parameter or tag: MLflow takes 6,000


@dataclass(frozen=True)
class TrackedRun:
    """What is told about one run."""

    run: RunResult
    params: dict[str, str]
    metrics: dict[str, float]
    tags: dict[str, str]
    curve: list[tuple[float, float]]  # what its snapshots would have scored, by seconds

    @property
    def name(self) -> str:
        """For people."""
        return f"{self.run.agent} {self.run.competition_id} {self.run.seed}"

    @property
    def key(self) -> str:
        """The same for the same run, whenever and with whatever else it is exported."""
        run = self.run
        if run.record is not None:
            return _digest([run.group, run.record.run_id])[:16]
        graded = [run.report.created_at, run.report.submission_path] if run.report else []
        return _digest([run.group, run.agent, run.competition_id, run.seed, *graded])[:16]

    @property
    def digest(self) -> str:
        """Another one where something about it has changed, such as its grade."""
        return _digest([self.params, self.metrics, self.tags, self.curve])

    def copy_files(self, target: Path) -> list[Path]:
        """Copy what the run has left, plain files only; those that were copied."""
        if self.run.folder is None:
            return []
        wanted = {Path(name).parts[0] for name in FILES}
        found = foreign.look(self.run.folder).entries  # what leads out of the folder is not among them
        files = [entry for entry in found if entry.kind == "file" and entry.path.parts[0] in wanted]
        foreign.copy(self.run.folder, files, target)
        return [target / entry.path for entry in files]


class Tracker(Protocol):
    """Where runs are put."""

    def known(self) -> dict[str, str]:
        """The digests of runs that are there, by key; empty where one is not whole."""

    def add(self, run: TrackedRun, *, files: bool) -> None:
        """Put a run there, in place of what it was before."""

    def close(self) -> None:
        """Nothing more comes."""


class Exported(NamedTuple):
    """What became of the runs."""

    added: int
    replaced: int
    kept: int  # they were there already, as they are
    unfinished: int  # left out

    def __str__(self) -> str:
        told = {"added": self.added, "replaced": self.replaced, "there already": self.kept}
        told["left out, for they have not ended"] = self.unfinished
        return ", ".join(f"{count} {what}" for what, count in told.items() if count or what == "added")


def export(results: Results, tracker: Tracker, *, files: bool, on_run: Callable[[], None]) -> Exported:
    """Put all runs that have ended into a tracker, each once."""
    there = tracker.known()
    added = replaced = kept = unfinished = 0
    for run in results.runs:
        tracked = describe(run, files=files)
        if run.record is not None and not run.record.done:
            unfinished += 1
        elif there.get(tracked.key) == tracked.digest:
            kept += 1
        else:
            replaced, added = (replaced + 1, added) if tracked.key in there else (replaced, added + 1)
            tracker.add(tracked, files=files)
            there[tracked.key] = tracked.digest
        on_run()
    tracker.close()
    return Exported(added, replaced, kept, unfinished)


def describe(run: RunResult, *, files: bool = False) -> TrackedRun:
    """What a tracker is told; what is not known is left out."""
    record, report, facts = run.record, run.report, run.facts
    params: dict[str, object] = {"agent": run.agent, "competition_id": run.competition_id, "seed": run.seed}
    tags: dict[str, object] = {
        "group": run.group,
        "complexity": facts.complexity,
        "category": facts.category,
        "metric": facts.metric,
        "data": run.data,
        "files": "yes" if files else "no",
    }
    metrics: dict[str, float | None] = {"percentile": run.percentile, "normalised_score": run.normalised}
    if report is not None:
        metrics |= dict(zip(MEASURES, map(float, run.reached), strict=True)) | {"score": report.score}
        tags |= {"medal": report.medal, "error": report.error, "error_kind": report.error_kind}
        params["benchmark_version"] = report.benchmark_version
    if record is not None:
        params |= {"model": record.model_name, "sandbox": record.sandbox, "time_limit": record.time_limit_seconds}
        params |= {f"argument.{name}": value for name, value in record.arguments.items()}
        metrics |= {name: of(record) for name, of in SPENDING.items()}
        metrics["validator_calls"] = record.sealed.validator_calls if record.sealed else None
        tags |= {"run_id": record.run_id, "state": record.state, "failure": record.failure and record.failure.message}
    return TrackedRun(
        run,
        _texts(params),
        {name: float(value) for name, value in metrics.items() if value is not None},
        _texts(tags),
        [(seconds, score) for seconds, score in scores_over_time(run) if score is not None],
    )


def _texts(known: dict[str, object]) -> dict[str, str]:
    """Trackers take few characters in names; values are whatever was written, cut."""
    return {
        "".join(c if c.isascii() and (c.isalnum() or c in "_-.") else "_" for c in name): str(value)[:_LONGEST]
        for name, value in known.items()
        if value is not None and value != ""
    }


def _digest(facts: list[object]) -> str:
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()
