"""Logs of Inspect (`.eval`) that tasks of ours wrote, as results."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mlebench.data.manifest import DataKind
from mlebench.errors import MissingExtra, WrongUsage
from mlebench.grading.report import CompetitionReport

SCORER, REPORT = "grade", "report"  # where the grading report lies: in the metadata of this scorer's score


@dataclass(frozen=True)
class EvalSample:
    """One sample: a competition and an epoch, which counts as a seed. No report: its agent or its sandbox failed."""

    competition_id: str
    seed: int
    benchmark: str
    kind: DataKind | None
    report: CompetitionReport | None


@dataclass(frozen=True)
class EvalLog:
    """What a log says of an evaluation."""

    agent: str
    sandbox: str | None
    isolated: bool | None
    created_at: str
    time_limit_seconds: float | None
    versions: dict[str, str]
    model_tokens: int
    samples: list[EvalSample]


def read_eval_log(path: Path) -> EvalLog:
    """Read a log. One sample is in memory at a time: their conversations are long."""
    try:
        from inspect_ai.log import read_eval_log as read
        from inspect_ai.log import read_eval_log_samples
    except ImportError as error:
        raise MissingExtra(f"Reading {path.name}", "inspect") from error
    try:
        head = read(str(path), header_only=True)
        samples = [_sample(each) for each in read_eval_log_samples(str(path), all_samples_required=False)]
    except (OSError, ValueError, KeyError) as error:  # whatever a file holds that is no log
        raise WrongUsage(f"{path}: is not a log of Inspect ({error}).") from error
    if not (head.eval.task_registry_name or "").startswith("mlebench/"):
        raise WrongUsage(f"{path}: is a log of the task '{head.eval.task}', which is not one of mlebench's.")
    facts = head.eval.metadata or {}
    return EvalLog(
        agent=f"{head.plan.steps[-1].solver} {head.eval.model}",
        sandbox=facts.get("sandbox"),
        isolated=facts.get("isolated"),
        created_at=head.eval.created,
        time_limit_seconds=head.eval.config.time_limit,
        versions=dict(head.eval.packages),
        model_tokens=sum(usage.total_tokens for usage in head.stats.model_usage.values()),
        samples=samples,
    )


def _sample(sample: Any) -> EvalSample:
    score = (sample.scores or {}).get(SCORER)
    report = score and CompetitionReport.model_validate(score.metadata[REPORT])
    return EvalSample(
        competition_id=str(sample.id),
        seed=sample.epoch - 1,
        benchmark=sample.metadata.get("benchmark", "v1"),
        kind=(sample.metadata.get("data") or {}).get("kind"),
        report=report,
    )
