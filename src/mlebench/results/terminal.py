"""Results as a table in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mlebench.data.manifest import DataKind, data_warnings
from mlebench.results.aggregate import Estimate, by_competition, by_complexity
from mlebench.results.load import Results, RunResult

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

MEDALS = {"gold": ("G", "bold yellow"), "silver": ("S", "bold white"), "bronze": ("B", "bold color(130)")}


def percent(value: Estimate | None, digits: int = 0) -> str:
    """62 ± 12, without the error where there is only one value."""
    if value is None:
        return "–"
    text = f"{value.mean:.{digits}f}"
    return text if value.error is None else f"{text} ± {value.error:.{digits}f}"


def number(value: float) -> str:
    """A score with the digits that matter."""
    return f"{value:.5g}"


def score(value: Estimate | None) -> str:
    """Mean score and its error."""
    if value is None:
        return "–"
    return number(value.mean) if value.error is None else f"{number(value.mean)} ± {value.error:.2g}"


def print_table(results: Results, console: Console | None = None) -> None:
    """Per agent: its competitions, and the figures over all of them."""
    from rich.console import Console

    console = console or Console()
    for agent in results.agents:
        runs = results.of(agent)
        console.print(_competitions(agent, runs))
        console.print(_summary(runs))
    for group in results.groups:
        if group.no_agent:
            console.print(f"{group.no_agent}   {group.name}", style="yellow", markup=False, soft_wrap=True)
        if group.isolated is False:
            console.print(f"sandbox: {group.sandbox} (no isolation)   {group.name}", style="yellow", markup=False)
        elif "open network" in group.channels:
            console.print(f"the network was open   {group.name}", style="yellow", markup=False)
        if group.resource_differences:
            console.print(
                f"Resources: {' '.join(group.resource_differences)}", style="dim", markup=False, soft_wrap=True
            )
        if group.model_cost_usd is not None:
            console.print(f"Models: {group.model_tokens:,} tokens, {group.model_cost_usd:.2f} US dollars", style="dim")
        marked: dict[DataKind, list[str]] = {"miniature": group.miniatures, "unverified": group.unverified}
        for kind, ids in marked.items():
            for sentence in data_warnings(kind) if ids else ():
                console.print(
                    f"{kind} data: {', '.join(ids)}. {sentence}", style="yellow", markup=False, soft_wrap=True
                )
        if group.ungraded:
            console.print(f"{group.name}: runs not graded: {group.ungraded}.", style="yellow", markup=False)


def as_text(results: Results) -> str:
    """The same as a text, with colours where it goes to a terminal."""
    from rich.console import Console

    console = Console()
    with console.capture() as captured:
        print_table(results, console)
    return captured.get()


def _competitions(agent: str, runs: list[RunResult]) -> Table:
    from rich.markup import escape
    from rich.table import Table

    table = Table(title=f"[bold]{escape(agent)}[/bold]", title_justify="left", box=None, pad_edge=False)
    table.add_column("competition", overflow="fold")
    for title in ("score", "bronze at", "medals", "percentile", "valid"):
        table.add_column(title, justify="left" if title == "medals" else "right", no_wrap=True)
    for summary in by_competition(runs):
        own = summary.members
        arrow = {True: " ↓", False: " ↑", None: ""}[own[0].facts.is_lower_better]
        thresholds = [t for run in own if run.report and (t := run.report.bronze_threshold) is not None]
        table.add_row(
            escape(summary.label) + (f" [yellow]({summary.mark})[/yellow]" if summary.mark else ""),
            score(summary.score) + arrow,
            number(thresholds[0]) if thresholds and "any_medal" in summary.measures else "–",
            _medals(own),
            percent(summary.percentile),
            _count(own),
        )
    return table


def _summary(runs: list[RunResult]) -> Table:
    from rich.table import Table

    columns = {
        "any_medal": "medal %",
        "gold": "gold",
        "silver": "silver",
        "bronze": "bronze",
        "above_median": "> median",
        "valid_submission": "valid %",
    }
    table = Table(box=None, pad_edge=False, title="", title_justify="left")
    for title in ("", "runs", *columns.values(), "percentile"):
        table.add_column(title, justify="right" if title else "left", no_wrap=True)
    for summary in by_complexity(runs):
        table.add_row(
            summary.label,
            f"{summary.competitions}×{summary.seeds}",
            *(percent(summary.measures.get(name)) for name in columns),
            percent(summary.percentile),
        )
    return table


def _medals(runs: Sequence[RunResult]) -> Text:
    """One letter for each seed, readable without colours too."""
    from rich.text import Text

    text = Text()
    for run in runs:
        letter, style = MEDALS.get((run.report.medal if run.report else None) or "", ("–", "dim"))
        text.append(letter + " ", style)
    return text


def _count(runs: Sequence[RunResult]) -> str:
    return f"{sum(bool(run.report and run.report.valid_submission) for run in runs)}/{len(runs)}"
