"""The submission as it was over time, for curves of score against time. Graded after the sandbox has closed."""

from __future__ import annotations

import time
from pathlib import Path

from mlebench.runs.record import Snapshot, Submission
from mlebench.sandbox import CollectLimits, collect_file

SNAPSHOTS = "snapshots"
NAME = "submission.csv"
SUBMISSION_LIMITS = CollectLimits(bytes_each=2 << 30, files=100)


class Snapshots:
    """Takes a copy every so often, unless nothing has changed since the last."""

    def __init__(self, sandbox: Path, folder: Path, every: float) -> None:
        self._sandbox, self._folder, self._every = sandbox, folder, every
        self._started = time.monotonic()
        self._next = self._started + every
        self.taken: list[Snapshot] = []

    def take_if_due(self) -> bool:
        """Whether there is a new one."""
        now = time.monotonic()
        if now < self._next:
            return False
        self._next += self._every * max(1, int((now - self._next) // self._every) + 1)
        seconds = round(now - self._started, 1)
        path = Path(SNAPSHOTS) / f"{seconds:010.1f}.csv"
        if (
            collect_file(self._sandbox / "submission", NAME, self._folder / path, SUBMISSION_LIMITS.bytes_each)
            is not None
        ):
            return False
        facts = Submission.of(self._folder / path)
        if facts is None or (self.taken and self.taken[-1].sha256 == facts.sha256):
            (self._folder / path).unlink(missing_ok=True)
            return False
        self.taken.append(Snapshot(**facts.model_dump(), seconds=seconds, path=path.as_posix()))
        return True
