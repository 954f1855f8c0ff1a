"""The table of competitions, from the catalog."""

from __future__ import annotations

from generated.tables import plain, table
from mlebench.catalog import Competition, Registry

SPLITS = {
    "starter": "Starter track",
    "low": "Low complexity (lite)",
    "medium": "Medium complexity",
    "high": "High complexity",
    "dev": "For development",
}
HEAD = ["competition", "category", "metric", "download", "teams", "gold", "silver", "bronze", "median", "known issues"]


def competitions() -> str:
    """A section with a table for each split, then the known issues of each competition."""
    catalog = list(Registry())
    parts = []
    for complexity, title in SPLITS.items():
        members = [competition for competition in catalog if competition.complexity == complexity]
        parts += [f"## {title}", f"{len(members)} competitions.", table(HEAD, map(_row, members))]
    parts += ["## Known issues", "What is wrong with v1 of each competition; its results carry these notes."]
    for competition in catalog:
        if competition.known_issues:
            notes = [f"- **{issue.kind}**: {plain(issue.note)}" for issue in competition.known_issues]
            parts += [f"(issues-{competition.id})=\n### {competition.id}", "\n".join(notes)]
    return "\n\n".join(parts)


def counts() -> str:
    """How many competitions there are, in a sentence."""
    catalog = list(Registry())
    numbers = {name: sum(c.complexity == name for c in catalog) for name in SPLITS}
    benchmark = numbers["low"] + numbers["medium"] + numbers["high"]
    return (
        f"{len(catalog)} competitions: {benchmark} of the benchmark ({numbers['low']} of low, {numbers['medium']} of "
        f"medium, {numbers['high']} of high complexity), {numbers['dev']} for development, and {numbers['starter']} of "
        f"the starter track."
    )


def _row(competition: Competition) -> list[str]:
    leaderboard = competition.leaderboard
    direction = "↓" if competition.metric.lower_is_better else "↑"
    issues = len(competition.known_issues)
    return [
        f"**{plain(competition.name)}** `{competition.id}`",
        plain(competition.category),
        f"{plain(competition.metric.name)} {direction}",
        _size(competition),
        f"{leaderboard.teams or 'not known'}" + (" models" if leaderboard.kind == "model" else ""),
        *(f"{figure:g}" for figure in (leaderboard.gold, leaderboard.silver, leaderboard.bronze, leaderboard.median)),
        f"[{issues}](#issues-{competition.id})" if issues else "none",
    ]


def _size(competition: Competition) -> str:
    if competition.source == "embedded":
        return "none"
    size = competition.archive_gb
    if size is None:
        return "not known"
    return f"{size:.3g} GB" if size >= 1 else f"{1000 * size:.3g} MB"
