"""What results mean: aggregation over seeds, tables, pages."""

from mlebench.results.aggregate import Estimate, Summary, by_competition, by_complexity, estimate
from mlebench.results.load import GroupInfo, Results, RunResult, load_results

__all__ = [
    "Estimate",
    "GroupInfo",
    "Results",
    "RunResult",
    "Summary",
    "by_competition",
    "by_complexity",
    "estimate",
    "load_results",
]
