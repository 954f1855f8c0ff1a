"""What exists: competitions, their facts and leaderboards, and the splits they form.

The names come when they are asked for: a list of competitions needs no models.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mlebench.catalog.competition import Competition, KnownIssue, Metric
    from mlebench.catalog.folder import load_competition
    from mlebench.catalog.leaderboard import Leaderboard, medal_ranks
    from mlebench.catalog.registry import Registry
    from mlebench.catalog.splits import SPLITS, ids_of_file, split_ids
else:
    _MODULES = {
        "competition": ("Competition", "KnownIssue", "Metric"),
        "folder": ("load_competition",),
        "leaderboard": ("Leaderboard", "medal_ranks"),
        "registry": ("Registry",),
        "splits": ("SPLITS", "ids_of_file", "split_ids"),
    }

    def __getattr__(name: str) -> object:
        from importlib import import_module

        for module, names in _MODULES.items():
            if name in names:
                return getattr(import_module(f"mlebench.catalog.{module}"), name)
        raise AttributeError(f"module 'mlebench.catalog' has no attribute {name!r}")


__all__ = [
    "SPLITS",
    "Competition",
    "KnownIssue",
    "Leaderboard",
    "Metric",
    "Registry",
    "ids_of_file",
    "load_competition",
    "medal_ranks",
    "split_ids",
]
