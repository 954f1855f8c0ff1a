"""What exists: competitions, their facts and leaderboards, and the splits they form."""

from mlebench.catalog.competition import Competition, KnownIssue, Metric
from mlebench.catalog.facts import CompetitionFacts, LeaderboardFacts
from mlebench.catalog.folder import load_competition
from mlebench.catalog.leaderboard import Leaderboard, medal_ranks
from mlebench.catalog.registry import Registry
from mlebench.catalog.splits import SPLITS, ids_of_file, split_ids

__all__ = [
    "SPLITS",
    "Competition",
    "CompetitionFacts",
    "KnownIssue",
    "Leaderboard",
    "LeaderboardFacts",
    "Metric",
    "Registry",
    "ids_of_file",
    "load_competition",
    "medal_ranks",
    "split_ids",
]
