"""Variables that begin with MLEBENCH_ and that nobody reads: the user believes that they do something."""

from __future__ import annotations

import os

import click

from mlebench.cli.settings import SHARED, Setting, settings_of, walk
from mlebench.names import near

_PREFIX = "MLEBENCH_"
# Set in sandboxes by the harness, or read by tests and benchmarks.
_OWN = {"MLEBENCH_SANDBOX", "MLEBENCH_GUARANTEES", "MLEBENCH_RUN_ID"}
_OWN_BEGINNINGS = ("MLEBENCH_TEST_", "MLEBENCH_BENCH_")
_SHOWN = 3


def warn_of_unknown(context: click.Context) -> None:
    """Name the variables that nobody reads, and those that were meant."""
    shared = {f"{_PREFIX}{key}".upper() for key in (*SHARED, "config", "verbose")}
    found = [name for name in os.environ if name.startswith(_PREFIX) and name not in shared | _OWN]
    found = sorted(name for name in found if not name.startswith(_OWN_BEGINNINGS))
    if not found:  # then no command need be imported
        return
    settings = [setting for each in walk(context) for setting in settings_of(each.command)]
    for name in found:
        if name not in (setting.variable for setting in settings):
            hint = _meant(name, settings) or "See: mlebench config"
            click.secho(f"Warning: the variable {name} is not read. {hint}", fg="yellow", err=True)


def _meant(name: str, settings: list[Setting]) -> str | None:
    # Up to 0.1.0 all commands shared one variable for options of one name.
    renamed = [setting.variable for setting in settings if f"{_PREFIX}{setting.key}".upper() == name]
    known = {setting.variable.removeprefix(_PREFIX): setting.variable for setting in settings}
    meant = renamed or [known[each] for each in near(name.removeprefix(_PREFIX), known)]
    if len(meant) > _SHOWN:
        return f"Each command has its own: {', '.join(meant[:_SHOWN])}, …"
    return f"Did you mean {' or '.join(meant)}?" if meant else None
