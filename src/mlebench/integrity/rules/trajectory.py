"""What an agent wrote in order to run it, from trajectory.json: commands, scripts, files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from mlebench.integrity.rules.log_text import fenced
from mlebench.integrity.rules.material import Kind, Text
from mlebench.integrity.rules.places import Hit

PYTHON, SHELL = ("python", "py", "python3", "ipython"), ("bash", "sh", "shell", "console")
_COMMANDS = ("command", "cmd", "script", "input", "bash_command", "shell")
_CODES = ("code", "python", "source", "python_code")
_CONTENTS = ("content", "file_text", "new_str", "text", "new_string", "contents")
_PATHS = ("path", "file_path", "filename", "file", "filepath")
_MOST_STEPS = 20_000
_ROWS = 3


def agent_texts(name: str, trajectory: Any) -> Iterator[Text]:
    """The commands and code in an agent's steps, also in those of conversations beside the main one."""
    for label, step in _steps(name, trajectory):
        if step.get("source") != "agent":
            continue
        message = step.get("message")
        if isinstance(message, str):
            for line, language, code in fenced(message):
                if kind := kind_of(language):
                    yield Text(label, code, kind, line)
        for arguments in _calls(step):
            yield from told(label, arguments)


def readable_steps(name: str, trajectory: Any) -> Iterator[Text]:
    """What was said and done, step by step, for a reader who knows no JSON."""
    for label, step in _steps(name, trajectory):
        if step.get("source") == "agent":
            parts = [str(step.get("message") or ""), *(json.dumps(each, ensure_ascii=False) for each in _calls(step))]
            yield Text(label, "\n".join(part for part in parts if part), "log")


def typed_submissions(name: str, trajectory: Any) -> Iterator[tuple[str, Hit]]:
    """Submissions that a tool for files was given row by row."""
    for label, step in _steps(name, trajectory):
        for arguments in _calls(step):
            if hit := typed_rows(arguments):
                yield label, hit


def typed_rows(arguments: dict[str, Any]) -> Hit | None:
    """Whether the arguments of a tool are a submission and its rows."""
    path = next((str(arguments[key]) for key in _PATHS if key in arguments), "")
    content = next((str(arguments[key]) for key in _CONTENTS if key in arguments), "")
    rows = [line for line in content.split("\n") if "," in line]
    if not path.endswith(".csv") or "submission" not in path or len(rows) <= _ROWS:
        return None
    return Hit("handwritten", f"{len(rows) - 1} rows of the submission are typed into {path}")


def kind_of(language: str) -> Kind | None:
    """The kind of code that the mark of a block names."""
    return "python" if language in PYTHON else "shell" if language in SHELL else None


def told(label: str, arguments: dict[str, Any]) -> Iterator[Text]:
    """The commands and code among the arguments of a tool."""
    path = next((str(arguments[key]) for key in _PATHS if key in arguments), "")
    for key, value in arguments.items():
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            value = value[-1] if value[:1] in (["bash"], ["sh"]) else " ".join(value)
        if not isinstance(value, str):
            continue
        if key in _CODES or (key in _CONTENTS and path.endswith(".py")):
            yield Text(label, value, "python")
        elif key in _COMMANDS or (key in _CONTENTS and path.endswith(".sh")):
            yield Text(label, value, "shell")


def _calls(step: dict[str, Any]) -> Iterator[dict[str, Any]]:
    calls = step.get("tool_calls")
    for call in calls if isinstance(calls, list) else ():
        arguments = call.get("arguments") if isinstance(call, dict) else None
        if isinstance(arguments, str):
            try:
                arguments = json.loads(arguments)
            except (ValueError, RecursionError):
                arguments = {"command": arguments}
        if isinstance(arguments, dict):
            yield arguments


def _steps(name: str, trajectory: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    beside = trajectory.get("subagent_trajectories") if isinstance(trajectory, dict) else None
    whole = [trajectory, *(beside if isinstance(beside, list) else [])]
    for place, each in enumerate(whole):
        steps = each.get("steps") if isinstance(each, dict) else None
        for number, step in enumerate(steps[:_MOST_STEPS] if isinstance(steps, list) else (), 1):
            if isinstance(step, dict):
                yield f"{name}{f', conversation {place + 1}' if place else ''}, step {number}", step
