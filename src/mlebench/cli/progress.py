"""Progress on the terminal: bars where there is a terminal, plain lines or silence where there is none."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from mlebench.cli.tables import printable

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import RenderableType
    from rich.progress import Progress, TaskID

    from mlebench.data.many import Display, Outcome

_LINE_EVERY = 30.0  # seconds between two lines about the same step


@contextmanager
def counting(label: str, total: int) -> Iterator[Callable[[], None]]:
    """A bar that counts to `total`; call the yielded function after each step."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(label, total=total)
        yield lambda: bar.advance(task)


@contextmanager
def installing(log: Path) -> Iterator[Callable[[str], None]]:
    """Shows what an installer is at; call the yielded function with each step."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda text: click.echo(text, err=True)
        return
    from rich.live import Live

    shown = _Installing(log)
    with Live(shown, console=console, refresh_per_second=4, transient=True):
        yield shown.step


class _Installing:
    """A spinner, the step, and the last line of the installer's log."""

    def __init__(self, log: Path) -> None:
        from rich.spinner import Spinner

        self._log, self._spinner, self._step = log, Spinner("dots"), ""

    def step(self, text: str) -> None:
        self._step = text

    def __rich__(self) -> RenderableType:
        from rich.console import Group
        from rich.text import Text

        from mlebench.runs.figures import last_line

        self._spinner.update(text=Text(self._step))
        return Group(self._spinner, Text(last_line(self._log), "dim", no_wrap=True, overflow="ellipsis"))


@contextmanager
def preparing(total: int, *, quiet: bool = False) -> Iterator[Display]:
    """Shows the preparation of many competitions: a bar for each in work, and one for all.

    With `quiet`, standard output is left to others.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield _Lines(quiet)
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        TextColumn("{task.fields[count]}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bars:
        yield _Bars(bars, total, quiet)


class _Bars:
    def __init__(self, bars: Progress, total: int, quiet: bool) -> None:
        self._bars, self._quiet = bars, quiet
        self._tasks: dict[str, TaskID] = {}
        self._all = bars.add_task("all", total=total, count=f"0/{total}", visible=total > 1)
        self._total, self._done = total, 0

    def listener(self, competition_id: str) -> _Bar:
        self._tasks[competition_id] = self._bars.add_task(competition_id, total=None, count="")
        return _Bar(self._bars, self._tasks[competition_id], competition_id)

    def finished(self, outcome: Outcome) -> None:
        self._bars.remove_task(self._tasks.pop(outcome.competition_id))
        self._done += 1
        self._bars.update(self._all, completed=self._done, count=f"{self._done}/{self._total}")
        if outcome.error:
            self._bars.console.print(printable(f"Error: {outcome.error}"), style="red", markup=False)
        elif self._quiet or sys.stdout.isatty():
            # Where standard output is the same terminal, it must not write across the bars.
            self._bars.console.print(_line(outcome), markup=False)
        else:
            click.echo(_line(outcome))


class _Bar:
    def __init__(self, bars: Progress, task: TaskID, name: str) -> None:
        self._bars, self._task, self._name = bars, task, name
        self._done, self._total = 0.0, 0.0

    def stage(self, label: str, total: float | None) -> None:
        self._done, self._total = 0.0, total or 0.0
        self._bars.reset(self._task, total=total, description=printable(f"{self._name}: {label}"), count="")

    def advance(self, amount: float) -> None:
        self._done += amount
        of = f"/{self._total:,.0f}" if self._total else ""
        self._bars.update(self._task, advance=amount, count=f"{self._done:,.0f}{of}")


class _Lines:
    """For logs: one line per step, and another now and then while it lasts."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet

    def listener(self, competition_id: str) -> _Line:
        return _Line(competition_id)

    def finished(self, outcome: Outcome) -> None:
        if outcome.error:
            click.secho(printable(f"Error: {outcome.error}"), fg="red", err=True)
        else:
            click.echo(_line(outcome), err=self._quiet)


class _Line:
    def __init__(self, name: str) -> None:
        self._name, self._label, self._total, self._done, self._last = name, "", 0.0, 0.0, time.monotonic()

    def stage(self, label: str, total: float | None) -> None:
        self._label, self._total, self._done, self._last = label, total or 0.0, 0.0, time.monotonic()
        click.echo(printable(f"{self._name}: {label}"), err=True)

    def advance(self, amount: float) -> None:
        self._done += amount
        if time.monotonic() - self._last >= _LINE_EVERY:
            self._last = time.monotonic()
            of = f" of {self._total:,.0f}" if self._total else ""
            click.echo(f"{self._name}: {self._label}: {self._done:,.0f}{of}", err=True)


def _line(outcome: Outcome) -> str:
    return f"{outcome.competition_id}: {outcome.outcome}"
