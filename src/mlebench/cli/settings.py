"""Options as settings: each has a variable and a place in config files, and knows which of them gave its value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.core import ParameterSource

from mlebench.errors import WrongUsage

if TYPE_CHECKING:
    from pathlib import Path

# Folders are the same for all commands: one variable, and one line at the top of a config file.
SHARED = ("data_dir", "runs_dir", "competitions_dir", "agents_dir")
_CONFIG = "mlebench.config"


class ConfigError(WrongUsage):
    """A config file is wrong; the message names file and key."""


class ConfigFile(NamedTuple):
    """A config file, and how it was come by: named, project or user."""

    path: Path
    kind: str
    content: dict[str, Any]


@dataclass(frozen=True)
class Config:
    """What config files say: the files, the nearest first, and which one decides each key."""

    files: list[ConfigFile] = field(default_factory=list)
    deciding: dict[str, ConfigFile] = field(default_factory=dict)

    def attach(self, context: click.Context) -> None:
        """Let the commands below this context know it."""
        context.meta[_CONFIG] = self

    @staticmethod
    def of(context: click.Context) -> Config:
        """What was attached."""
        return context.meta.get(_CONFIG) or Config()


class Setting(click.Option):
    """An option that a variable and a config file can set too."""

    path: tuple[str, ...] = ()  # the command that it belongs to, such as ("runs", "clean")

    @property
    def key(self) -> str:
        """Its name in a config file: the long option's."""
        long = next(name for name in self.opts if name.startswith("--"))
        return _word(long.removeprefix("--"))

    @property
    def table(self) -> tuple[str, ...]:
        """Where it stands in a config file."""
        return () if self.key in SHARED else tuple(map(_word, self.path))

    @property
    def full_key(self) -> str:
        """With its table, such as run.time_limit."""
        return ".".join((*self.table, self.key))

    @property
    def variable(self) -> str:
        """Such as MLEBENCH_RUN_TIME_LIMIT."""
        return "_".join(("MLEBENCH", *self.table, self.key)).upper()

    def belong_to(self, path: tuple[str, ...]) -> None:
        """Tell it its command, which gives its variable the name."""
        self.path, self.show_envvar = path, True
        self.envvar = self.variable

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """Convert; what is wrong with a value of a file is said with the file's name."""
        try:
            return super().type_cast_value(ctx, value)
        except click.BadParameter as error:
            file = file_of(ctx, self)
            if file is None:
                raise
            raise ConfigError(f"{file.path}: {self.full_key}: {error.message}") from error


def _word(name: str) -> str:
    return name.replace("-", "_")


def name_settings(command: click.Command, path: tuple[str, ...]) -> None:
    """Name the variables of a command and of those below it."""
    for setting in settings_of(command):
        setting.belong_to(path)
    for name, child in command.commands.items() if isinstance(command, click.Group) else ():
        name_settings(child, (*path, name))


def settings_of(command: click.Command) -> list[Setting]:
    """The settings of one command."""
    return [parameter for parameter in command.params if isinstance(parameter, Setting)]


def walk(context: click.Context) -> Iterator[click.Context]:
    """A context for each command, this one's first. It imports them all."""
    yield context
    if isinstance(context.command, click.Group):
        for name in context.command.list_commands(context):
            child = context.command.get_command(context, name)
            if child is not None:
                yield from walk(click.Context(child, context, info_name=name))


def file_of(context: click.Context, setting: Setting) -> ConfigFile | None:
    """The config file that gave a setting its value, if one did."""
    from_file = context.get_parameter_source(setting.name or "") is ParameterSource.DEFAULT_MAP
    return Config.of(context).deciding.get(setting.full_key) if from_file else None


def typed(*names: str) -> bool:
    """Whether any of these options was typed: what a variable or a file says may be meant for other calls."""
    context = click.get_current_context()
    return any(context.get_parameter_source(name) is ParameterSource.COMMANDLINE for name in names)


def strongest(options: Mapping[str, Any]) -> list[str]:
    """Of options that exclude each other, those that were used in the nearest way: what is typed beats a file."""
    context = click.get_current_context()
    settings = {setting.name: setting for setting in settings_of(context.command)}

    def distance(name: str) -> tuple[int, int]:
        file, source = file_of(context, settings[name]), context.get_parameter_source(name)
        return int(source or 0), Config.of(context).files.index(file) if file else 0

    used = [name for name, value in options.items() if value]
    return [name for name in used if distance(name) == min(map(distance, used))]


def refuse_unasked(names: Iterable[str], what: str) -> None:
    """A file that merely lies there may be a stranger's: it must not decide what is dangerous."""
    context = click.get_current_context()
    for setting in settings_of(context.command):
        file = file_of(context, setting) if setting.name in names else None
        if file and file.kind == "project" and context.params.get(setting.name or ""):
            raise WrongUsage(
                f"{file.path}: {setting.full_key}: {what}. A file that was not named cannot decide that.",
                hint=f"Where that is meant, say it: {setting.opts[0]} on the command line, or --config {file.path}",
            )
