"""What a group will run: every competition with every seed."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from mlebench.errors import MlebenchError

DEFAULT_TIME_LIMIT = 24 * 3600.0
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def parse_duration(text: str) -> float:
    """Seconds of a text such as `90`, `60s`, `1h30m` or `2d`.

    >>> parse_duration("1h30m")
    5400.0
    """
    text = text.strip().lower().replace(" ", "")
    if re.fullmatch(r"\d+(\.\d+)?", text):
        seconds = float(text)
    elif re.fullmatch(r"(\d+(\.\d+)?[smhd])+", text):
        seconds = sum(float(n) * _UNITS[unit] for n, unit in re.findall(r"([\d.]+)([smhd])", text))
    else:
        raise ValueError(f"'{text}' is not a duration such as 60s, 45m, 2h or 1h30m")
    if seconds <= 0:
        raise ValueError("a duration must be longer than nothing")
    return seconds


class PlannedRun(BaseModel):
    """One run of a group."""

    run_id: str
    competition_id: str
    seed: int


class GroupSpec(BaseModel):
    """metadata.json: what a group runs and how, fixed when it is made."""

    model_config = ConfigDict(extra="ignore")

    group_id: str
    created_at: str
    agent: str
    agent_digest: str
    agent_spec: dict[str, Any]
    sandbox: str
    guarantees: list[str]
    executor: str
    time_limit_seconds: float
    step_limit: int
    seeds: int
    benchmark_version: str
    versions: dict[str, str]
    data_sources: dict[str, str] = Field(description="by competition: real data, or a miniature")
    competitions: dict[str, dict[str, Any]] = Field(
        description="what each was graded against, so that a report needs nothing else"
    )
    runs: list[PlannedRun]


@dataclass(frozen=True)
class RunOptions:
    """How a group is run."""

    sandbox: str = "process"
    executor: str = "local"
    workers: int = 1
    seeds: int = 1
    time_limit: float = DEFAULT_TIME_LIMIT
    step_limit: int = 500
    grace: float = 10.0


def plan_runs(competition_ids: Sequence[str], seeds: int) -> list[PlannedRun]:
    """Seed by seed, so that a group that is stopped early has whole seeds."""
    if seeds < 1:
        raise MlebenchError("A group needs at least one seed.")
    return [
        PlannedRun(run_id=f"{competition_id}_{secrets.token_hex(4)}", competition_id=competition_id, seed=seed)
        for seed in range(seeds)
        for competition_id in competition_ids
    ]
