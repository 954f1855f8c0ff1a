"""What the command line itself needs of an option, apart from all others: `--help` must be instant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from mlebench.cli.settings import Setting

Command = TypeVar("Command", bound=Callable[..., Any])


def option(*names: str, **settings: Any) -> Callable[[Command], Command]:
    """`click.option` that a variable and a config file can set too."""
    return click.option(*names, cls=Setting, **settings)


def _be_verbose(context: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not context.meta.get(_VERBOSE):  # it may stand before and after the command's name
        from mlebench.logs import verbose

        context.meta[_VERBOSE] = True
        context.find_root().with_resource(verbose())


_VERBOSE = "mlebench.verbose"
verbose = option(
    "-v",
    "--verbose",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_be_verbose,
    help="Say on standard error what is done, and show tracebacks.",
)
