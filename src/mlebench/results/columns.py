"""Figures as short texts, and the columns that tables have, in the terminal and in Markdown."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from mlebench.errors import WrongUsage
from mlebench.results.aggregate import Summary, by_category, by_competition, by_complexity, headline
from mlebench.results.run import Results
from mlebench.results.statistics import Estimate, Interval, Share

NOTHING = "–"


class Row(NamedTuple):
    """One line of a table."""

    agent: str
    summary: Summary


def percent(value: Estimate | None, digits: int = 1) -> str:
    """62.5 ± 12.5, without the error where there is only one value."""
    if value is None:
        return NOTHING
    text = f"{value.mean:.{digits}f}"
    return text if value.error is None else f"{text} ± {value.error:.{digits}f}"


def number(value: float) -> str:
    """A score with the digits that matter."""
    return f"{value:.5g}"


def score(value: Estimate | None) -> str:
    """Mean score and its error."""
    if value is None:
        return NOTHING
    return number(value.mean) if value.error is None else f"{number(value.mean)} ± {value.error:.2g}"


def interval(value: Interval | None, digits: int = 1) -> str:
    """40.0 to 75.0."""
    return NOTHING if value is None else f"{value.low:.{digits}f} to {value.high:.{digits}f}"


def share(value: Share | None) -> str:
    """12 of 16."""
    return NOTHING if value is None else f"{value.part} of {value.of}"


def with_percent(value: Share) -> str:
    """12 (75.0 %)."""
    return f"{value.part} ({value.percent:.1f} %)"


def amount(value: float) -> str:
    """A quantity with the digits that matter: 0.0123, 4.56, 789, 12,300."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _measure(name: str) -> Callable[[Summary], str]:
    return lambda summary: percent(summary.measures.get(name))


def last_of_k(values: list[float]) -> str:
    """What all seeds together reach: 62.5 (k = 3)."""
    return f"{values[-1]:.1f} (k = {len(values)})" if values else NOTHING


def _spent(name: str) -> Callable[[Summary], str]:
    def text(summary: Summary) -> str:
        found = summary.spent.get(name)
        known = sum(not run.missing for run in summary.members)
        return NOTHING if found is None else amount(found.total) + (f" ({found.runs} runs)" * (found.runs < known))

    return text


RESULTS: dict[str, Callable[[Summary], str]] = {
    "runs": lambda s: f"{s.competitions}×{s.seeds}",
    "medal %": _measure("any_medal"),
    "95 % interval": lambda s: interval(s.interval("any_medal")),
    "medals": lambda s: share(s.count("any_medal")),
    "gold": _measure("gold"),
    "silver": _measure("silver"),
    "bronze": _measure("bronze"),
    "> median": _measure("above_median"),
    "valid %": _measure("valid_submission"),
    "valid": lambda s: share(s.count("valid_submission")),
}
MORE: dict[str, Callable[[Summary], str]] = {
    "made %": _measure("made_submission"),
    "percentile": lambda s: percent(s.percentile),
    "percentile, 95 %": lambda s: interval(s.interval_of_mean("percentile")),
    "normalised": lambda s: percent(s.normalised, 3),
    "normalised, 95 %": lambda s: interval(s.interval_of_mean("normalised"), 3),
    "pass@k %": lambda s: last_of_k(s.pass_at_k),
    "best-of-k percentile": lambda s: last_of_k(s.best_of_k("percentile")),
    "US dollars": _spent("cost_usd"),
    "tokens": _spent("tokens"),
    "hours": _spent("hours"),
    "GPU hours": _spent("gpu_hours"),
}

_BY: dict[str, Callable[[Results, str], list[Summary]]] = {
    "split": lambda results, agent: by_complexity(results.of(agent)),
    "category": lambda results, agent: by_category(results.of(agent)),
    "competition": lambda results, agent: by_competition(results.of(agent)),
    "agent": lambda results, agent: [headline(results.of(agent))],
}


def rows(results: Results, by: str) -> list[Row]:
    """The lines that `--by` asks for."""
    if by not in _BY:
        raise WrongUsage(f"There is no table by {by}.", hint=f"By: {', '.join(_BY)}")
    return [Row(agent, summary) for agent in results.agents for summary in _BY[by](results, agent)]
