"""Limits by control groups. Three ways lead to one, and which works depends on the machine.

systemd is the rule for ordinary users; without it, root can write to the unified hierarchy or to the older
one, which has a tree for each controller. Where none works, rlimits and a watchful keeper must do.
"""

from mlebench.sandbox.cgroups.find import end_leftovers, open_group
from mlebench.sandbox.cgroups.groups import Group, Limits

__all__ = ["Group", "Limits", "end_leftovers", "open_group"]
