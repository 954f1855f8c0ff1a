"""Running agents: plan, store, executors, and grading once the sandboxes are closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import mlebench.quiet  # noqa: F401
from mlebench.lazy import lazy_names

if TYPE_CHECKING:
    from mlebench.runs.group import RunGroup
    from mlebench.runs.listed import State
    from mlebench.runs.plan import GroupSpec, PlannedRun, plan_runs
    from mlebench.runs.record import Failure, RunRecord
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "group": ("RunGroup",),
            "listed": ("State",),
            "plan": ("GroupSpec", "PlannedRun", "plan_runs"),
            "record": ("Failure", "RunRecord"),
        },
    )

__all__ = ["Failure", "GroupSpec", "PlannedRun", "RunGroup", "RunRecord", "State", "plan_runs"]
