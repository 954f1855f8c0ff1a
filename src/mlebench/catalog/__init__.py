"""What exists: competitions, their facts and leaderboards, and the splits they form.

The names come when they are asked for: a list of competitions needs no models.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mlebench.lazy import lazy_names

if TYPE_CHECKING:
    from mlebench.catalog.competition import Competition
    from mlebench.catalog.facts import CompetitionFacts, LeaderboardFacts
    from mlebench.catalog.folder import BENCHMARKS, Benchmark, load_competition
    from mlebench.catalog.leaderboard import Leaderboard, medal_ranks
    from mlebench.catalog.parts import KnownIssue, Metric
    from mlebench.catalog.registry import Registry
    from mlebench.catalog.splits import SPLITS, ids_of_file, split_ids
    from mlebench.catalog.version2 import Change, Version2
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "competition": ("Competition",),
            "facts": ("CompetitionFacts", "LeaderboardFacts"),
            "folder": ("BENCHMARKS", "Benchmark", "load_competition"),
            "leaderboard": ("Leaderboard", "medal_ranks"),
            "parts": ("KnownIssue", "Metric"),
            "registry": ("Registry",),
            "splits": ("SPLITS", "ids_of_file", "split_ids"),
            "version2": ("Change", "Version2"),
        },
    )

__all__ = [
    "BENCHMARKS",
    "SPLITS",
    "Benchmark",
    "Change",
    "Competition",
    "CompetitionFacts",
    "KnownIssue",
    "Leaderboard",
    "LeaderboardFacts",
    "Metric",
    "Registry",
    "Version2",
    "ids_of_file",
    "load_competition",
    "medal_ranks",
    "split_ids",
]
