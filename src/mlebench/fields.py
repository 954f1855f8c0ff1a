"""What is wrong with a file that somebody wrote, in plain sentences: `file: field: what must be changed`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import yaml

from mlebench.errors import MlebenchError

if TYPE_CHECKING:
    from pydantic import ValidationError  # slow to import, and needed only where something is wrong

Checked = TypeVar("Checked")
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the safe one, in C where it exists
MAPPING = "must hold a mapping of fields to values"

# By the beginning of the kind that pydantic gives a problem; `{}` are its details.
_SENTENCES = {
    "extra_forbidden": "unknown field",
    "missing": "is missing",
    "int": "must be a whole number",
    "float": "must be a number",
    "finite_number": "must be a finite number",
    "decimal": "must be a number",
    "bool": "must be true or false",
    "string_type": "must be a text",
    "string_too_short": "must have at least {min_length} characters",
    "string_too_long": "must have at most {max_length} characters",
    "string": "must be a text of another form",
    "literal_error": "must be {expected}",
    "enum": "must be {expected}",
    "greater_than_equal": "must be at least {ge}",
    "greater_than": "must be greater than {gt}",
    "less_than_equal": "must be at most {le}",
    "less_than": "must be less than {lt}",
    "too_short": "must have at least {min_length} entries",
    "too_long": "must have at most {max_length} entries",
    "list": "must be a list",
    "tuple": "must be a list",
    "set": "must be a list",
    "dict": "must be a mapping of names to values",
    "mapping": "must be a mapping of names to values",
    "model": "must be a mapping of fields to values",
    "dataclass": "must be a mapping of fields to values",
    "none_required": "must be empty",
    "path": "must be a path",
    "date": "must be a date",
    "time": "must be a time",
    "json_invalid": "is not JSON ({error})",
    "value_error": "{error}",
    "assertion_error": "{error}",
}


def sentence(problem: Any) -> str:
    """One of pydantic's problems, as a user would say it."""
    kind, details = str(problem["type"]), problem.get("ctx", {})
    beginnings = [begin for begin in _SENTENCES if kind.startswith(begin)]
    return _SENTENCES[max(beginnings, key=len)].format(**details) if beginnings else "is not valid"


def problems(error: ValidationError) -> list[str]:
    """Every problem with its field; one of the file as a whole has none."""
    found = []
    for problem in error.errors():
        place = ".".join(str(part) for part in problem["loc"])
        found.append(f"{place}: {sentence(problem)}" if place else sentence(problem))
    return list(dict.fromkeys(found))


def reason(error: Exception) -> str:
    """Why a file cannot be read, in one line."""
    from pydantic import ValidationError

    if isinstance(error, ValidationError):
        return problems(error)[0]
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    if isinstance(error, yaml.MarkedYAMLError):
        mark = error.problem_mark or error.context_mark
        return (f"line {mark.line + 1}: " if mark else "") + f"is not YAML ({error.problem or error.context})"
    if isinstance(error, UnicodeDecodeError):
        return "is not a text in UTF-8"
    return str(error).split("\n")[0]


def parse_yaml(text: str) -> Any:
    """The content of a YAML text."""
    return yaml.load(text, Loader=_Loader)


def mapping(
    read: Callable[[], Any], path: Path | str, kind: type[MlebenchError], hint: str | None = None
) -> dict[str, Any]:
    """Read a file that somebody wrote, whose content must be fields with values."""
    try:
        content = read()
    except (OSError, yaml.YAMLError, ValueError) as error:
        raise kind(f"{path}: {reason(error)}", hint=hint) from error
    if not isinstance(content, dict):
        raise kind(f"{path}: {MAPPING}", hint=hint)
    return content


def checked(
    read: Callable[[], Any],
    check: Callable[[Any], Checked],
    path: Path | str,
    kind: type[MlebenchError],
    hint: str | None = None,
) -> Checked:
    """Read a file that somebody wrote and check its fields; whatever is wrong is an error of this kind."""
    from pydantic import ValidationError

    content = mapping(read, path, kind, hint)
    try:
        return check(content)
    except ValidationError as error:
        lines = "\n".join(f"{path}: {problem}" for problem in problems(error))
        raise kind(lines, hint=hint) from error
    except ValueError as error:
        raise kind(f"{path}: {reason(error)}", hint=hint) from error
