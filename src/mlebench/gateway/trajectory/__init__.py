"""A run's trajectory: what its journal of model calls tells, as steps that people and other programs can read."""

from mlebench.gateway.trajectory.write import TRAJECTORY, write_trajectory

__all__ = ["TRAJECTORY", "write_trajectory"]
