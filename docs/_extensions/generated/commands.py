"""The reference of the command line, from the commands themselves."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterator

import click

from generated.tables import table
from mlebench.cli.main import cli


def commands() -> str:
    """A section for each command: usage, what it does, options with their variables, examples."""
    return "\n\n".join(_sections(cli, cli.make_context("mlebench", [], resilient_parsing=True)))


def _sections(command: click.Command, context: click.Context) -> Iterator[str]:
    yield _section(command, context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None
            yield from _sections(child, click.Context(child, info_name=name, parent=context))


def _section(command: click.Command, context: click.Context) -> str:
    level = "###" if context.command_path.count(" ") > 1 else "##"
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    parts = [
        f"{level} {context.command_path}",
        f"    {usage}",
        inspect.cleandoc(command.help or "").replace("\b\n", "").replace("\f", ""),
    ]
    rows = [
        _row(option, context) for option in command.params if isinstance(option, click.Option) and not option.hidden
    ]
    if rows:
        parts.append(table(["option", "variable", "meaning"], rows))
    if command.epilog:
        parts.append(_epilog(command.epilog))
    return "\n\n".join(part for part in parts if part)


def _row(option: click.Option, context: click.Context) -> list[str]:
    names = ", ".join([*option.opts, *option.secondary_opts])
    value = "" if option.is_flag else f" {option.make_metavar(context)}"
    extra = option.get_help_extra(context)
    notes = [f"default: {extra['default']}" if "default" in extra else "", extra.get("range"), extra.get("required")]
    help_text = (option.help or "") + "".join(f" [{note}]" for note in notes if note)
    # An option that a variable is read for elsewhere says so in its help text.
    told = [] if "[env var:" in help_text else [f"`{variable}`" for variable in extra.get("envvars", ())]
    return [f"`{names}{value}`", ", ".join(told), help_text]


def _epilog(text: str) -> str:
    """Sentences as they are; what is indented below "Examples:" as code."""
    parts = []
    for block in re.split(r"\n\n|\x08\n", text.strip()):
        first, _, rest = block.strip().partition("\n")
        if rest.startswith(" "):
            parts += [first, textwrap.indent(textwrap.dedent(rest), "    ")]
        else:
            parts.append(block.strip())
    return "\n\n".join(parts)
