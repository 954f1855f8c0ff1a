"""Config files: mlebench.toml of the project and of the user, with the same settings as options and variables."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from mlebench.cli.settings import Config, ConfigError, ConfigFile, Setting, settings_of, walk
from mlebench.names import did_you_mean

NAME = "mlebench.toml"


def user_file() -> Path:
    """Where the user's own lies, or would lie."""
    from platformdirs import user_config_path

    return user_config_path("mle-bench", appauthor=False) / NAME


def apply(context: click.Context, named: Path | None) -> None:
    """Read the config files and give what they say to all commands as their defaults."""
    files = list(_files(named))
    config = Config(files)
    config.attach(context)
    if not files:
        return
    contexts = [each for each in walk(context) if each is not context]
    for file in files:
        _refuse_unknown(file, file.content, (), _known(contexts))
    defaults: dict[str, Any] = {}
    for each in contexts:
        for setting in settings_of(each.command):
            for file in files:
                if (value := _value(file, setting)) is not None:
                    config.deciding[setting.full_key] = file
                    place = defaults
                    for name in setting.path:
                        place = place.setdefault(name, {})
                    place[setting.name or ""] = value
                    break
    context.default_map = defaults


def _files(named: Path | None) -> Iterator[ConfigFile]:
    """The nearest first."""
    mine = user_file()
    if named is not None:
        yield ConfigFile(named.absolute(), "named", _read(named))
    elif (found := _nearest()) and found != mine:
        yield ConfigFile(found, "project", _read(found))
    if mine.is_file():
        yield ConfigFile(mine, "user", _read(mine))


def _nearest() -> Path | None:
    here = Path.cwd()
    path = next((folder / NAME for folder in (here, *here.parents) if (folder / NAME).is_file()), None)
    # In a folder that others can write to, such as /tmp, it could name anybody's code.
    if path is not None and path.stat().st_uid not in (os.getuid(), 0):
        click.secho(
            f"Warning: {path} belongs to somebody else and is not read. Where it is meant: --config {path}",
            fg="yellow",
            err=True,
        )
        return None
    return path


def _read(path: Path) -> dict[str, Any]:
    from mlebench.fields import reason

    try:
        return _plain(tomllib.loads(path.read_text(encoding="utf-8")))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: is not TOML ({error})") from error
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: {reason(error)}") from error


def _plain(content: dict[str, Any]) -> dict[str, Any]:
    """With '_' for '-': both may be written."""
    return {
        key.replace("-", "_"): _plain(value) if isinstance(value, dict) else value for key, value in content.items()
    }


def _known(contexts: list[click.Context]) -> dict[tuple[str, ...], list[str]]:
    """Keys by table."""
    known: dict[tuple[str, ...], list[str]] = {(): []}
    for context in contexts:
        path = tuple(context.command_path.replace("-", "_").split()[1:])
        known.setdefault(path, [])
        known[path[:-1]].append(path[-1])
        for setting in settings_of(context.command):
            known[setting.table].append(setting.key)
    return {table: list(dict.fromkeys(keys)) for table, keys in known.items()}


def _refuse_unknown(
    file: ConfigFile, content: dict[str, Any], table: tuple[str, ...], known: dict[tuple[str, ...], list[str]]
) -> None:
    for key, value in content.items():
        inner = (*table, key)
        if inner in known:
            if not isinstance(value, dict):
                raise ConfigError(f"{file.path}: {'.'.join(inner)}: is a command: write a table, [{'.'.join(inner)}]")
            _refuse_unknown(file, value, inner, known)
        elif key not in known[table]:
            hint = did_you_mean(key, known[table], f"See: mlebench config {' '.join(table)}".strip())
            raise ConfigError(f"{file.path}: {'.'.join(inner)}: there is no such setting.", hint=hint)


def _value(file: ConfigFile, setting: Setting) -> Any:
    """As it would be typed; null where the file does not say it."""
    place: Any = file.content
    for name in setting.table:
        place = place.get(name, {})
    value = place.get(setting.key)
    where = f"{file.path}: {setting.full_key}"
    if value is None or isinstance(value, bool) == setting.is_flag is True:
        return value
    if setting.is_flag:
        raise ConfigError(f"{where}: must be true or false")
    parts = value if isinstance(value, list) else [value]
    if any(isinstance(part, bool | list | dict) for part in parts):
        raise ConfigError(f"{where}: must be a text or a number{', or a list of them' if setting.multiple else ''}")
    if not setting.multiple and isinstance(value, list):
        raise ConfigError(f"{where}: must be one value, not a list")
    texts = [_path(file, str(part)) if isinstance(setting.type, click.Path) else str(part) for part in parts]
    return texts if setting.multiple else texts[0]


def _path(file: ConfigFile, text: str) -> str:
    """Relative to the file, since the command may be typed anywhere below it."""
    return str(file.path.parent / Path(text).expanduser())
