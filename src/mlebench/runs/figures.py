"""How a run stands while its agent works, from the files that its harness and its gateway write."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from mlebench import foreign
from mlebench.gateway.access import VALIDATIONS
from mlebench.runs.record import RunRecord, now
from mlebench.runs.run_folder import LOG

_TAIL = 4096
_CHUNK = 1 << 20


class Figures(NamedTuple):
    """What can be said of a run at any time."""

    seconds: float | None  # that the agent has worked; null before it starts
    last_line: str  # that it printed
    validator_calls: int
    tokens: int | None  # null where no model can be reached
    cost_usd: float | None  # null there, and where a used model has no price


class ValidatorCalls:
    """Counts the submissions that a run has had checked. Each time, only what is new in the journal is read."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._read, self._count = folder, 0, 0

    def count(self) -> int:
        """Up to now."""
        with suppress(OSError, foreign.ForeignError), foreign.opened(self._folder, VALIDATIONS) as journal:
            journal.seek(self._read)
            while data := journal.read(_CHUNK):
                whole = data.rfind(b"\n") + 1 or (len(data) if len(data) == _CHUNK else 0)
                # Quotes inside a text are escaped, so that these words are the field itself.
                self._count += sum(data.count(b'"valid": ' + word, 0, whole) for word in (b"true", b"false"))
                self._read += whole
                if not whole:
                    break
                journal.seek(self._read)
        return self._count


def figures(folder: Path, record: RunRecord, *, at_work: bool, calls: ValidatorCalls | None = None) -> Figures:
    """Of a run in this folder; `at_work` says whether anybody runs its group.

    With the same `calls` again and again, long journals are read once.
    """
    seconds = record.duration_seconds
    until = now() if at_work else record.heartbeat_at  # when a harness that has died last saw to it
    if record.state == "running" and record.started_at is not None and until is not None:
        seconds = max(0.0, (until - record.started_at).total_seconds())
    used = record.model
    return Figures(
        seconds,
        last_line(folder / LOG),
        record.sealed.validator_calls if record.sealed else (calls or ValidatorCalls(folder)).count(),
        used.prompt_tokens + used.completion_tokens if used else None,
        used.cost_usd if used else None,
    )


def last_line(path: Path) -> str:
    """The last line of a log, made harmless for a terminal."""
    try:
        with foreign.opened(path.parent, path.name) as file:
            file.seek(max(0, file.seek(0, 2) - _TAIL))
            lines = file.read(_TAIL).decode("utf-8", "replace").splitlines()
    except (OSError, foreign.ForeignError):
        return ""
    line = next((line for line in reversed(lines) if line.strip()), "")
    return "".join(c if c.isprintable() else " " for c in line).strip()
