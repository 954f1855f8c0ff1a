"""Arguments of an agent: what `-A key=value` may set, checked before anything starts."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationInfo, field_validator

from mlebench.errors import WrongUsage
from mlebench.names import did_you_mean

Value = bool | int | float | str
Kind = Literal["string", "integer", "number", "boolean", "folder", "file"]
PATHS = ("folder", "file")  # kinds whose values lie on this machine, and are shown in the sandbox at the same place
_WORDS = {"string": "a text", "integer": "a whole number", "number": "a number", "boolean": "true or false"}


class Argument(BaseModel):
    """One argument: without a default it must be given."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    type: Kind = "string"
    default: Value | None = None
    description: str = ""

    @field_validator("default", mode="before")
    @classmethod
    def _of_its_type(cls, default: Any, info: ValidationInfo) -> Any:
        kind = info.data.get("type")
        if default is None or kind is None:
            return default
        if kind in PATHS:
            raise ValueError(f"a {kind} is somewhere else on every machine: it can have no default")
        return parse(kind, default)


def parse(kind: Kind, value: Value) -> Value:
    """A value, or the text of one, as this kind; ValueError says what it must be."""
    text = str(value).strip()
    if kind == "integer" and not isinstance(value, float) and re.fullmatch(r"[+-]?\d+", text):
        return int(text)
    if kind == "number" and not isinstance(value, bool):
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if math.isfinite(number):
            return number
    if kind == "boolean" and text.lower() in ("true", "false"):
        return text.lower() == "true"
    if kind == "string" and (isinstance(value, str) and "\0" not in value):
        return value
    if kind in PATHS:
        return _path(kind, text)
    raise ValueError(f"must be {_WORDS[kind]}, not '{value}'")


def _path(kind: Kind, text: str) -> str:
    path = Path(text).expanduser().absolute()
    if not (path.is_dir() if kind == "folder" else path.is_file()):
        raise ValueError(f"there is no {kind} {path}")
    return str(path)


def resolve(agent: str, known: Mapping[str, Argument], given: Mapping[str, Value]) -> dict[str, Value]:
    """Every argument with its value; what is wrong with what was given is said in the words of the command line."""
    for name in given:
        if name not in known:
            listed = f"It has: {', '.join(known)}" if known else "It has none."
            hint = did_you_mean(name, known, listed)
            raise WrongUsage(f"The agent '{agent}' has no argument '{name}'.", hint=hint)
    found: dict[str, Value] = {}
    for name, argument in known.items():
        value = given.get(name, argument.default)
        if value is None:
            what = f" ({argument.description})" if argument.description else ""
            raise WrongUsage(
                f"The agent '{agent}' needs its argument '{name}'{what}.",
                hint=f"Give it: -A {name}=... (see: mlebench agents show {agent})",
            )
        try:
            found[name] = parse(argument.type, value)
        except ValueError as error:
            raise WrongUsage(f"-A {name}: {error}", hint=f"See: mlebench agents show {agent}") from error
    return found


def variable(prefix: str, name: str) -> str:
    """The variable of an argument or a tool, such as ARG_TIME_LIMIT.

    >>> variable("ARG", "time-limit")
    'ARG_TIME_LIMIT'
    """
    return f"{prefix}_{name.upper().replace('-', '_')}"


def argument_variables(values: Mapping[str, Value], model: str | None) -> dict[str, str]:
    """What the agent finds in its environment: each argument, and the model that it shall ask for."""
    found = {variable("ARG", name): str(v).lower() if isinstance(v, bool) else str(v) for name, v in values.items()}
    return {**found, **({"MODEL": model} if model else {})}


def check_names(names: Mapping[str, object], prefix: str) -> None:
    """Names must make variables, each its own."""
    seen: dict[str, str] = {}
    for name in names:
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", name):
            raise ValueError(f"'{name}' must consist of letters, digits, '_' and '-'")
        other = seen.setdefault(variable(prefix, name), name)
        if other != name:
            raise ValueError(f"'{name}' and '{other}' would share the variable {variable(prefix, name)}")
