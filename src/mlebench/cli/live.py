"""The progress of a group of runs: a live table on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from mlebench.cli.tables import printable

if TYPE_CHECKING:
    from rich.console import RenderableType

    from mlebench.runs import RunGroup, RunRecord

STYLES = {
    "planned": "dim",
    "running": "cyan",
    "finished": "green",
    "failed": "red",
    "timed_out": "yellow",
    "cancelled": "magenta",
}
_WORDS = 300  # programs that speak JSON have long lines


def style_of(state: str) -> str:
    """A state of a later version stands out."""
    return STYLES.get(state, "red")


class Watcher(Protocol):
    """Hears of every change of a run."""

    def __call__(self, record: RunRecord) -> None:
        """A run has changed."""


def duration(seconds: float | None) -> str:
    """As people say it: 4.2 s, 3m05s, 2h07m."""
    if seconds is None:
        return "–"
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}m{rest:02d}s" if minutes < 60 else f"{minutes // 60}h{minutes % 60:02d}m"


@contextmanager
def watching(group: RunGroup, *, quiet: bool = False) -> Iterator[Watcher]:
    """Show a group at work."""
    from rich.console import Console

    console = Console(stderr=True)
    if quiet:
        yield lambda record: None
    elif console.is_terminal:
        from rich.live import Live

        table = _Table(group)
        with Live(table, console=console, refresh_per_second=4, transient=True):
            yield table.update
    else:
        yield _Lines(group, console)


def outcome_line(record: RunRecord) -> str:
    """How a run ended, in one line."""
    text = f"{record.competition_id} seed {record.seed}: {record.state.replace('_', ' ')}"
    if record.duration_seconds is not None:
        text += f" after {duration(record.duration_seconds)}"
    if record.state == "finished" and record.submission is None:
        text += ", no submission"
    if record.failure is not None:
        text += f" ({record.failure.kind.replace('_', ' ')}: {record.failure.message.splitlines()[0]})"
    if record.model_trouble is not None:
        text += f"; {record.model_trouble}"
    return printable(text)


def last_words(group: RunGroup, record: RunRecord) -> str:
    """What a crashed agent said last, and how to read the rest."""
    from mlebench.runs.figures import last_line

    said = last_line(group.folder / record.run_id / "run.log")
    said = said[:_WORDS] + " …" if len(said) > _WORDS else said
    more = f"  all of it: mlebench runs logs {group.folder} {record.run_id}"
    return f"  last words: {said}\n{more}" if said else f"  it printed nothing\n{more}"


class _Lines:
    """One line when a run begins and one when it ends."""

    def __init__(self, group: RunGroup, console: Any) -> None:
        self._console, self._total = console, len(group.spec.runs)
        self._states: dict[str, str] = {}
        self._done = {record.run_id for record in group.records() if record.done}

    def __call__(self, record: RunRecord) -> None:
        if self._states.get(record.run_id) == record.state:
            return
        self._states[record.run_id] = record.state
        if record.state == "running":
            self._done.discard(record.run_id)  # it may have ended before, and be tried again
        else:
            self._done.add(record.run_id)
            line = f"[{len(self._done)}/{self._total}] {outcome_line(record)}"
            self._console.print(line, style=style_of(record.state), markup=False, highlight=False, soft_wrap=True)


class _Table:
    """The runs at work with their last words, and how many have ended in which way."""

    def __init__(self, group: RunGroup) -> None:
        self._group = group
        self._records = {record.run_id: record for record in group.records()}
        self._started: dict[str, float] = {}
        self._begun = time.monotonic()

    def update(self, record: RunRecord) -> None:
        if record.state == "running":
            self._started.setdefault(record.run_id, time.monotonic())
        self._records[record.run_id] = record

    def __rich__(self) -> RenderableType:
        from rich.console import Group
        from rich.padding import Padding
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        from mlebench.runs.figures import last_line

        states = [record.state for record in self._records.values()]
        ended = sum(state not in ("planned", "running") for state in states)
        summary = Text(f"{ended} of {len(states)} runs ended", style="bold")
        for state in ("finished", "failed", "timed_out", "cancelled"):
            if count := states.count(state):
                summary.append(f"   {count} {state.replace('_', ' ')}", STYLES[state])
        summary.append(f"   {duration(time.monotonic() - self._begun)}", "dim")
        table = Table.grid(padding=(0, 2), expand=True)
        table.add_column(no_wrap=True, max_width=44)
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True, justify="right")
        table.add_column(no_wrap=True, overflow="ellipsis", ratio=1)
        for record in self._records.values():
            if record.state == "running":
                elapsed = time.monotonic() - self._started.get(record.run_id, time.monotonic())
                line = last_line(self._group.folder / record.run_id / "run.log")
                table.add_row(
                    Text(record.competition_id, "cyan"),
                    f"seed {record.seed}",
                    duration(elapsed),
                    Text(line, "dim"),
                )
        bar = ProgressBar(total=max(1, len(states)), completed=ended)
        return Group(summary, Padding(bar, 0), table)  # alone, the bar does not end its line
