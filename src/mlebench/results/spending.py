"""What runs have cost: dollars, tokens, hours."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from mlebench.results.run import RunResult

if TYPE_CHECKING:
    from mlebench.runs import RunRecord


class Spent(NamedTuple):
    """A sum over those runs for which it is known."""

    total: float
    runs: int

    @property
    def mean(self) -> float:
        """Of a run."""
        return self.total / self.runs


def _cost(record: RunRecord) -> float | None:
    return record.model.cost_usd if record.model else None


def _tokens(record: RunRecord) -> float | None:
    return record.model.prompt_tokens + record.model.completion_tokens if record.model else None


def _hours(record: RunRecord) -> float | None:
    return None if record.duration_seconds is None else record.duration_seconds / 3600


def _gpu_hours(record: RunRecord) -> float | None:
    hours = _hours(record)
    return None if hours is None or record.resources is None else hours * record.resources.gpus


SPENDING: dict[str, Callable[[RunRecord], float | None]] = {
    "cost_usd": _cost,
    "tokens": _tokens,
    "hours": _hours,
    "gpu_hours": _gpu_hours,
}


def spending(runs: Iterable[RunResult]) -> dict[str, Spent]:
    """Each figure that is known of any of these runs."""
    records = [run.record for run in runs if run.record is not None]
    found = {}
    for name, of in SPENDING.items():
        values = [value for record in records if (value := of(record)) is not None]
        if values:
            found[name] = Spent(math.fsum(values), len(values))
    return found
