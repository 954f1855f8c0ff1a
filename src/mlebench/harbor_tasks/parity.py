"""parity_experiment.json: what agents reached in our own runs, to compare with the same tasks in Harbor."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from statistics import fmean
from typing import Any

from mlebench.results.aggregate import Summary, headline
from mlebench.results.run import MEASURES, Results, RunResult

_METRICS = ("any_medal", "above_median", "valid_submission")


def parity(results: Results, tasks: Sequence[str]) -> list[dict[str, Any]]:
    """One entry for each agent, of its runs on what was exported. Nothing of Harbor's is known yet."""
    entries = []
    for agent in results.agents:
        runs = [run for run in results.of(agent) if run.competition_id in tasks]
        if runs:
            entries.append(_entry(agent, results, runs, len(tasks)))
    return entries


def _entry(agent: str, results: Results, runs: list[RunResult], tasks: int) -> dict[str, Any]:
    summary = headline(runs)
    groups = [group for group in results.groups if group.agent == agent]
    return {
        "adapter_name": "mlebench",
        "agent": agent,
        "model": None,
        "date": datetime.now(UTC).date().isoformat(),
        "adapted_benchmark_size": tasks,
        "parity_benchmark_size": summary.competitions,
        "number_of_runs": summary.seeds,
        "notes": f"Runs of mlebench: {', '.join(group.name for group in groups)}. Not run in Harbor yet.",
        "original_parity_repo": None,
        "adapter_pr": [],
        "dataset_pr": [],
        "parity_pr": [],
        "metrics": [
            _metric(name, summary, groups[0].benchmark_version) for name in _METRICS if name in summary.measures
        ],
    }


def _metric(name: str, summary: Summary, benchmark: str) -> dict[str, Any]:
    measured = summary.measures[name]
    error = "" if measured.error is None else f" +/- {measured.error:.1f}%"
    return {
        "benchmark_name": f"mlebench {benchmark}, {summary.label}",
        "metric": f"{name} (%)",
        "original": f"{measured.mean:.1f}%{error}",
        "harbor": None,
        "original_runs": _by_seed(name, summary.members),
        "harbor_runs": [],
    }


def _by_seed(name: str, runs: Sequence[RunResult]) -> list[float]:
    """The percentage of each seed."""
    index = list(MEASURES).index(name)
    seeds = sorted({run.replicate for run in runs})
    return [round(100 * fmean(r.reached[index] for r in runs if r.replicate == seed), 2) for seed in seeds]
