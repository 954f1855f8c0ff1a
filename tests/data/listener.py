"""Somebody who listens to progress."""

from __future__ import annotations


class Counter:
    """Remembers the steps and how far they have come."""

    def __init__(self) -> None:
        self.stages: list[tuple[str, float | None]] = []
        self.done = 0.0

    def stage(self, label: str, total: float | None) -> None:
        self.stages.append((label, total))

    def advance(self, amount: float) -> None:
        self.done += amount
