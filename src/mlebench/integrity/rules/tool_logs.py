"""Logs of agents' programs that are lines of JSON: the calls of tools in them, in whichever form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from mlebench.integrity.rules.findings import Located
from mlebench.integrity.rules.material import Text, parsed
from mlebench.integrity.rules.trajectory import told, typed_rows

# What marks a call, as the usual programs write it; under which name its arguments stand.
_CALLS = {"tool_use", "tool_call", "function_call", "command_execution", "local_shell_call", "action"}
_ARGUMENTS = ("input", "arguments", "args", "action", "parameters")
_DEPTH = 12
_LONGEST_LINE = 4 << 20  # characters


def logged_texts(text: Text) -> Iterator[Text]:
    """The commands and code of calls, each with its line in the log."""
    for number, arguments in _logged(text):
        yield from (replace(found, line=number, in_one_line=True) for found in told(text.path, arguments))


def logged_submissions(text: Text) -> Iterator[Located]:
    """Submissions that a tool for files was given row by row."""
    for number, arguments in _logged(text):
        if hit := typed_rows(arguments):
            yield Located(hit, number - text.line + 1)


def _logged(text: Text) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(text.content.split("\n"), text.line):
        if line.lstrip().startswith("{") and len(line) <= _LONGEST_LINE and any(mark in line for mark in _CALLS):
            for arguments in _calls(parsed(line), _DEPTH):
                yield number, arguments


def _calls(value: Any, depth: int) -> Iterator[dict[str, Any]]:
    if not depth:
        return
    if isinstance(value, dict):
        if value.get("type") in _CALLS:
            yield value
            for name in _ARGUMENTS:
                given = value.get(name)
                given = parsed(given) if isinstance(given, str) else given
                if isinstance(given, dict):
                    yield given
        for inner in value.values():
            yield from _calls(inner, depth - 1)
    elif isinstance(value, list):
        for inner in value:
            yield from _calls(inner, depth - 1)
