"""The command line. Commands are imported when they are called, so that `--help` is instant."""

from __future__ import annotations

import atexit
import gc
import importlib
import os
import sys
from typing import Any

import click

from mlebench._version import __version__
from mlebench.cli import settings
from mlebench.cli.every_command import option, verbose

COMMANDS = {
    "demo": ("mlebench.cli.demo", "The whole line on the offline starter track."),
    "competitions": ("mlebench.cli.competitions", "List and describe competitions."),
    "prepare": ("mlebench.cli.prepare", "Turn raw data into a local task."),
    "grade": ("mlebench.cli.grade", "Grade many submissions."),
    "grade-sample": ("mlebench.cli.grade_sample", "Grade one submission."),
    "validate": ("mlebench.cli.validate", "Check a submission without scoring it."),
    "new": ("mlebench.cli.new", "Make a competition folder of your own."),
    "lint": ("mlebench.cli.lint", "Check competition folders."),
    "run": ("mlebench.cli.run", "Let an agent work on competitions, then grade it."),
    "runs": ("mlebench.cli.runs", "Look at run groups."),
    "view": ("mlebench.cli.view", "Run groups in a browser, live."),
    "report": ("mlebench.cli.report", "Results as a table and as a page."),
    "compare": ("mlebench.cli.compare", "Is one agent better than another?"),
    "plan": ("mlebench.cli.plan", "How many runs it takes to see a difference."),
    "export": ("mlebench.cli.export", "Runs into MLflow or Weights & Biases, tasks into Harbor."),
    "bundle": ("mlebench.cli.bundle", "Results in one file that a stranger can check."),
    "countersign": ("mlebench.cli.countersign", "Vouch for a signed bundle."),
    "leaderboard": ("mlebench.cli.leaderboard", "Published results with yours among them."),
    "verify": ("mlebench.cli.verify", "Check a bundle, and grade it again."),
    "integrity": ("mlebench.cli.integrity", "Broken rules, copied code, leaks, models that know the task."),
    "agents": ("mlebench.cli.agents", "List, describe, make and build agents."),
    "mcp": ("mlebench.cli.mcp", "What a run knows, as tools for its agent."),
    "data": ("mlebench.cli.data", "Share prepared data between machines."),
    "doctor": ("mlebench.cli.doctor", "Say what this machine can do."),
    "config": ("mlebench.cli.config", "Show settings and where each comes from."),
    "dev": ("mlebench.cli.dev", "Check competitions you work on."),
}


class LazyGroup(click.Group):
    """Knows its commands by name and one line each; imports one when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order in which a user meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command."""
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(COMMANDS[cmd_name][0]).command
        assert isinstance(command, click.Command)
        _add_verbose(command)
        settings.name_settings(command, (cmd_name,))
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Call the command; with --verbose, where it failed is shown."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception:
            import logging

            logging.getLogger(__name__).debug("The command failed.", exc_info=True)
            raise

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


def _add_verbose(command: click.Command) -> None:
    """The option of all commands, since a user adds it where the cursor is: at the end."""
    if not any(parameter.name == "verbose" for parameter in command.params):
        verbose(command)
    for child in command.commands.values() if isinstance(command, click.Group) else ():
        _add_verbose(child)


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Start with: mlebench demo",
)
@click.version_option(__version__, prog_name="mlebench")
@option(
    "--config",
    type=click.Path(exists=True, dir_okay=False),
    help="A config file, in place of the project's mlebench.toml.",
)
@verbose
@click.pass_context
def cli(context: click.Context, config: str | None) -> None:
    """Measure how well AI agents do machine-learning engineering."""
    from pathlib import Path

    from mlebench.cli import config_files, variables

    config_files.apply(context, Path(config) if config else None)
    variables.warn_of_unknown(context)


settings.name_settings(cli, ())


def main() -> None:
    """Entry point: a problem is one message and exit code 1 or 2. The traceback of one that is ours goes to a file."""
    from mlebench.errors import MlebenchError

    _start_and_end_sooner()
    try:
        # One name, however it was called: config files know commands by the words after it.
        cli(prog_name="mlebench", standalone_mode=True, terminal_width=_help_width())
    except MlebenchError as error:
        from mlebench.cli.tables import printable

        click.secho(printable(f"Error: {error.message}"), fg="red", err=True)
        if error.hint:
            click.echo(printable(error.hint), err=True)
        if hasattr(error, "__notes__"):  # where a fault of ours is behind it, its traceback
            _say_where(error)
        sys.exit(error.exit_code)
    except Exception as fault:
        from mlebench.logs import harmless

        click.secho(harmless(f"Unexpected error: {type(fault).__name__}: {fault}"), fg="red", err=True)
        _say_where(fault)
        sys.exit(1)


def _start_and_end_sooner() -> None:
    """A third of what a small command takes beside its imports would be looking for what nobody needs."""
    gc.set_threshold(100_000, 20, 100)  # imports make many objects, which stay
    atexit.register(gc.freeze)  # those alive at the end are not searched once more
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # it would read what every installed package offers


def _help_width() -> int:
    """What click takes by itself, which imports shutil and with it three libraries for archives to find it out."""
    try:
        columns = int(os.environ.get("COLUMNS", 0)) or os.get_terminal_size(1).columns
    except (OSError, ValueError):
        columns = 80
    return max(min(columns, 80) - 2, 50)


def _say_where(fault: Exception) -> None:
    from traceback import format_exception

    from mlebench.cli.options import say_where

    say_where("".join(format_exception(fault)))
