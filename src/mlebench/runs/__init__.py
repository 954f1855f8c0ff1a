"""Running agents: plan, store, executors, and grading once the sandboxes are closed."""

from mlebench.runs.group import RunGroup
from mlebench.runs.plan import GroupSpec, PlannedRun, plan_runs
from mlebench.runs.record import Failure, RunRecord, State

__all__ = ["Failure", "GroupSpec", "PlannedRun", "RunGroup", "RunRecord", "State", "plan_runs"]
