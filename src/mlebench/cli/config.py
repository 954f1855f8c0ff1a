"""mlebench config."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.core import ParameterSource

from mlebench.cli import options
from mlebench.cli.settings import SHARED, Config, Setting, settings_of, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

_HIDDEN = "(set)"  # what people paste into a report of a fault holds no secret


class Row(NamedTuple):
    """One setting."""

    setting: str
    value: Any
    source: str  # variable, project, named, user or default
    where: str  # the variable's name or the file's
    variable: str


@click.command(
    name="config",
    epilog="""\b
Examples:
  mlebench config
  mlebench config run
  mlebench config runs clean --json
\b
A config file (mlebench.toml here or in a folder above, or in your config folder) looks like this:
  data_dir = "/big/disk"
  [run]
  sandbox = "docker"
  time_limit = "24h"
The command line comes first, then variables, the project's file, your own file, and the defaults.""",
)
@click.argument("words", nargs=-1, metavar="[COMMAND]…")
@options.as_json
@click.pass_context
def command(context: click.Context, words: tuple[str, ...], as_json: bool) -> None:
    """Show every setting, its value, and where the value comes from: a variable, a config file, or the default."""
    import json

    from mlebench.cli.config_files import user_file

    rows = _rows(context.find_root(), words)
    files = [{"kind": file.kind, "path": str(file.path)} for file in Config.of(context).files]
    if as_json:
        content = {"files": files, "user_file": str(user_file()), "settings": [row._asdict() for row in rows]}
        click.echo(json.dumps(content, indent=2))
        return
    for file in files:
        click.echo(f"{file['kind']}: {file['path']}")
    if not user_file().is_file():
        click.echo(f"Your own file would be: {user_file()}")
    click.echo()
    _print(rows)


def _rows(root: click.Context, words: tuple[str, ...]) -> list[Row]:
    from mlebench.errors import WrongUsage
    from mlebench.names import did_you_mean

    contexts = {tuple(each.command_path.split()[1:]): each for each in walk(root)}
    if words not in contexts:
        known = [" ".join(path) for path in contexts if path]
        wrong = " ".join(words)
        raise WrongUsage(f"There is no command '{wrong}'.", hint=did_you_mean(wrong, known, "See: mlebench --help"))
    chosen = [
        each for path, each in contexts.items() if path and path[: len(words)] == words and not each.command.hidden
    ]
    rows = {row.setting: row for each in chosen for row in _of(each)}
    return sorted(rows.values(), key=lambda row: row.setting not in SHARED)


def _of(context: click.Context) -> Iterator[Row]:
    config = Config.of(context)
    for setting in settings_of(context.command):
        file, name = config.deciding.get(setting.full_key), setting.name or ""
        value, source, where = setting.value_from_envvar(context), "variable", setting.variable
        if value is not None:
            context.set_parameter_source(name, ParameterSource.ENVIRONMENT)
        elif file is not None:
            context.set_parameter_source(name, ParameterSource.DEFAULT_MAP)
            value, source, where = context.lookup_default(name), file.kind, str(file.path)
        if value is None:
            yield Row(setting.full_key, _default(setting), "default", "", setting.variable)
        else:
            converted = setting.type_cast_value(context, value)  # a wrong one is told
            shown = converted if setting.is_flag else _without_secrets(setting.key, value)
            yield Row(setting.full_key, shown, source, where, setting.variable)


def _without_secrets(key: str, value: Any) -> Any:
    from mlebench.data.stores.access import shown

    return _HIDDEN if key == "token" else shown(value) if key == "data_url" else value


def _default(setting: Setting) -> Any:
    from mlebench.data.layout import default_data_dir

    value = default_data_dir() if setting.key == "data_dir" else setting.to_info_dict()["default"]
    if setting.is_flag or setting.multiple:
        return value or (False if setting.is_flag and not setting.secondary_opts else None)
    return str(value) if isinstance(value, Path) else value


def _print(rows: list[Row]) -> None:
    from rich.table import Table

    from mlebench.console import new_console

    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("setting", "value", "from"):
        table.add_column(title, overflow="fold")
    for row in rows:
        style = "dim" if row.source == "default" else ""
        table.add_row(row.setting, _text(row.value), row.where if row.source == "variable" else row.source, style=style)
    new_console().print(table)
    click.echo(f"Each has a variable, such as {rows[-1].variable} for {rows[-1].setting}." if rows else "No settings.")


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "–" if value is None else ", ".join(value) if isinstance(value, list | tuple) else str(value)
