"""Results as a table in the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from mlebench.console import new_console
from mlebench.data.manifest import DataKind, data_warnings
from mlebench.logs import one_line
from mlebench.results.aggregate import Summary, by_competition
from mlebench.results.columns import MORE, NOTHING, RESULTS, Row, number, percent, rows, score, with_percent
from mlebench.results.integrity import integrity_lines
from mlebench.results.outcomes import outcomes, suspicions
from mlebench.results.run import GroupInfo, Results, RunResult, apart
from mlebench.results.versions import side_by_side

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

MEDALS = {"gold": ("G", "bold yellow"), "silver": ("S", "bold white"), "bronze": ("B", "bold color(130)")}
_MOST_LETTERS = 16  # more would leave no space for the other columns


def print_table(results: Results, console: Console | None = None) -> None:
    """Per agent: its competitions, and the figures over all of them; or the rows that `--by` asks for."""
    console = console or new_console()
    if results.by is not None:
        _print_rows(rows(results, results.by), results.by, console)
    for agent in results.agents:
        own = results.of(agent)
        if results.by is None:
            console.print(_competitions(agent, own))
            _print_rows(rows(results.only([agent]), "split"), "split", console)
        for kind, part in zip(("", " (miniature)"), apart(own), strict=True):
            if part:
                console.print(f"{agent}{kind}: {outcome_lines(part)}", markup=False, highlight=False, soft_wrap=True)
    if both := side_by_side(results.runs):
        console.print(both)
    for note in results.notes:
        console.print(note, style="yellow", markup=False, highlight=False, soft_wrap=True)
    for group in results.groups:
        _print_marks(group, console)
    for line in integrity_lines(results.integrity):
        console.print(line, style="yellow", markup=False, highlight=False, soft_wrap=True)


def _print_rows(lines: Sequence[Row], by: str, console: Console) -> None:
    """Two tables, since one would be too wide for most terminals; columns that know nothing are left out."""
    several = len({row.agent for row in lines}) > 1 or by == "agent"
    for columns in (RESULTS, MORE):
        console.print(_table(lines, by, columns, agents=several))


def _table(lines: Sequence[Row], by: str, columns: Mapping[str, Callable[[Summary], str]], *, agents: bool) -> Table:
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False, title="", title_justify="left")
    cells = {title: [of(row.summary) for row in lines] for title, of in columns.items()}
    shown = {title: texts for title, texts in cells.items() if set(texts) != {NOTHING}}
    if agents:
        table.add_column("agent", overflow="fold")
    table.add_column("split" if by == "agent" else by, overflow="fold")
    for title in shown:
        table.add_column(title, justify="right", no_wrap=True)
    for index, row in enumerate(lines):
        mark = f" [yellow]({row.summary.mark})[/yellow]" if row.summary.mark not in (None, row.summary.label) else ""
        names = [escape(row.agent)] * agents + [escape(row.summary.label) + mark]
        table.add_row(*names, *(texts[index] for texts in shown.values()))
    return table


def outcome_lines(runs: Sequence[RunResult]) -> str:
    """Valid and invalid with reasons, and the medals, each with counts and percentages."""
    found = outcomes(runs)
    reasons = ", ".join(f"{name} {with_percent(count)}" for name, count in found.reasons.items())
    medals = ", ".join(f"{name} {with_percent(count)}" for name, count in found.medals.items())
    invalid = f"invalid {with_percent(found.invalid)}" + (f": {reasons}" if reasons else "")
    lines = [f"{len(runs)} runs", f"valid {with_percent(found.valid)}; {invalid}", f"medals: {medals}"]
    return "\n  ".join([*lines, *suspicions(found)])


def _print_marks(group: GroupInfo, console: Console) -> None:
    name = one_line(group.name)
    if group.no_agent:
        console.print(f"{group.no_agent}   {name}", style="yellow", markup=False, soft_wrap=True)
    if group.isolated is False:
        console.print(f"sandbox: {group.sandbox} (no isolation)   {name}", style="yellow", markup=False)
    elif "open network" in group.channels:
        console.print(f"the network was open   {name}", style="yellow", markup=False)
    if group.obfuscated:
        left = f"; {len(group.not_hidden)} names could not be hidden" if group.not_hidden else ""
        console.print(f"the competitions were obfuscated{left}   {name}", style="yellow", markup=False)
    for what, given in {"descriptions": group.described_by_user, "leaderboards": group.leaderboards_of_user}.items():
        if given:
            console.print(f"{what}: files that the user named   {name}", style="yellow", markup=False)
    if group.resource_differences:
        console.print(
            f"Resources: {one_line(' '.join(group.resource_differences))}", style="dim", markup=False, soft_wrap=True
        )
    if group.model_cost_usd is not None:
        console.print(f"Models: {group.model_tokens:,} tokens, {group.model_cost_usd:.2f} US dollars", style="dim")
    marked: dict[DataKind, list[str]] = {"miniature": group.miniatures, "unverified": group.unverified}
    for kind, ids in marked.items():
        for sentence in data_warnings(kind) if ids else ():
            console.print(f"{kind} data: {', '.join(ids)}. {sentence}", style="yellow", markup=False, soft_wrap=True)
    if group.ungraded:
        console.print(f"{name}: runs not graded: {group.ungraded}.", style="yellow", markup=False)


def as_text(results: Results) -> str:
    """The same as a text, with colours where it goes to a terminal."""
    console = new_console()
    with console.capture() as captured:
        print_table(results, console)
    return "".join(f"{line.rstrip()}\n" for line in captured.get().splitlines())


def _competitions(agent: str, runs: list[RunResult]) -> Table:
    from rich.markup import escape
    from rich.table import Table

    versions = {run.report.benchmark_version for run in runs if run.report} - {"v1"}
    title = f"[bold]{escape(one_line(agent))}[/bold]{''.join(f' (benchmark {name})' for name in versions)}"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
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
            number(thresholds[0]) if thresholds and "any_medal" in summary.measures else NOTHING,
            _medals(own) + _difficulty(own),
            percent(summary.percentile, 0),
            _count(own),
        )
    return table


def _difficulty(runs: Sequence[RunResult]) -> str:
    """Beside the medals: a leaderboard is of the original task."""
    found = {run.report.difficulty for run in runs if run.report} - {"same"}
    return f"({', '.join(sorted(found))} task)" if found else ""


def _medals(runs: Sequence[RunResult]) -> Text:
    """One letter for each seed, readable without colours too; of many seeds, how many have which."""
    from rich.text import Text

    letters = [MEDALS.get((run.report.medal if run.report else None) or "", (NOTHING, "dim")) for run in runs]
    if len(letters) <= _MOST_LETTERS:
        return Text.assemble(*((f"{letter} ", style) for letter, style in letters))
    found = Counter(letters)
    kinds = [kind for kind in (*MEDALS.values(), (NOTHING, "dim")) if found[kind]]
    return Text.assemble(*((f"{found[kind]}×{kind[0]} ", kind[1]) for kind in kinds))


def _count(runs: Sequence[RunResult]) -> str:
    return f"{sum(bool(run.report and run.report.valid_submission) for run in runs)}/{len(runs)}"
