"""An executor: the last run of the plan first."""

from __future__ import annotations

from collections.abc import Sequence

from mlebench.runs.execute import Listener, RunJob
from mlebench.runs.local import LocalExecutor


class ReversedExecutor(LocalExecutor):
    """As `local`, in the other order."""

    def run(self, jobs: Sequence[RunJob], on_change: Listener) -> None:
        """Turn the list round."""
        super().run(list(reversed(jobs)), on_change)
