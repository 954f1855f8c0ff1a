"""The tree of attempts: what was tried, and what to try next."""

from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["draft", "debug", "improve"]
_IMPROVEMENTS = 3  # of one attempt, before the next best gets its turn


@dataclass
class Attempt:
    """One script and what came of it."""

    number: int
    kind: Kind
    parent: int | None
    plan: str = ""
    code: str = ""
    output: str = ""
    exit_code: int | None = None  # null where it was not run, or ran out of time
    seconds: float = 0.0
    score: float | None = None  # its own, on data that it held out
    lower_is_better: bool | None = None  # as it says itself
    valid: bool = False  # says the validator of what it wrote
    problem: str | None = None  # why it is not good: null where it ended, has a score and wrote a valid submission

    def __str__(self) -> str:
        origin = self.kind if self.parent is None else f"{self.kind} of #{self.parent}"
        came = f"failed, {self.problem}" if self.problem else f"score {self.score:.6g}"
        return f"#{self.number} ({origin}): {came}"


@dataclass
class Tree:
    """All attempts, by number. `lower` is what the description says of the score's direction."""

    lower: bool = False
    attempts: list[Attempt] = field(default_factory=list)

    def children(self, parent: int | None) -> list[Attempt]:
        """What was made of an attempt; the drafts where it is null."""
        return [each for each in self.attempts if each.parent == parent]

    def direction(self) -> str:
        """Which scores are better: what most attempts say; the description where they disagree or say nothing."""
        votes = [each.lower_is_better for each in self.attempts if each.lower_is_better is not None]
        lower = self.lower if 2 * sum(votes) == len(votes) else 2 * sum(votes) > len(votes)
        return "lower" if lower else "higher"

    def ranked(self) -> list[Attempt]:
        """The good attempts, the best first; of equals the earlier one."""
        sign = 1 if self.direction() == "lower" else -1
        return sorted((each for each in self.attempts if not each.problem), key=lambda each: sign * (each.score or 0.0))

    def to_hand_in(self) -> Attempt | None:
        """The best; while there is none, the last that wrote a valid submission at all."""
        return next(iter(self.ranked() or [each for each in reversed(self.attempts) if each.valid]), None)

    def next_step(self, drafts: int, debug_depth: int) -> tuple[Kind, Attempt | None]:
        """A failure is repaired at once, `debug_depth` times in a row; then come drafts; then the best is improved."""
        last = self.attempts[-1] if self.attempts else None
        if last is not None and last.problem and self._repairs(last) < debug_depth:
            return "debug", last
        ranked = self.ranked()
        if not ranked or len(self.children(None)) < drafts:
            return "draft", None
        return "improve", next((a for a in ranked if len(self.children(a.number)) < _IMPROVEMENTS), ranked[0])

    def _repairs(self, attempt: Attempt) -> int:
        """How many repairs in a row led to this attempt."""
        count = 0
        while attempt.kind == "debug" and attempt.parent is not None:
            count, attempt = count + 1, self.attempts[attempt.parent]
        return count
