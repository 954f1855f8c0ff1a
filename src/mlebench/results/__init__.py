"""What results mean: aggregation over seeds, tables, pages."""

from mlebench.results.aggregate import Summary, by_category, by_competition, by_complexity
from mlebench.results.load import load_results
from mlebench.results.run import GroupInfo, Results, RunResult
from mlebench.results.sources import Source, find_sources
from mlebench.results.statistics import Estimate, Interval, estimate

__all__ = [
    "Estimate",
    "GroupInfo",
    "Interval",
    "Results",
    "RunResult",
    "Source",
    "Summary",
    "by_category",
    "by_competition",
    "by_complexity",
    "estimate",
    "find_sources",
    "load_results",
]
