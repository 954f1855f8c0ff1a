"""trajectory.json (ATIF) as steps that can be shown. Its content is an agent's and a model's: nothing of it is sure."""

from __future__ import annotations

import json
import os
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mlebench import foreign
from mlebench.errors import MlebenchError
from mlebench.view.files import parsed

TRAJECTORY = "trajectory.json"
_LARGEST = 128 << 20  # bytes
_LONGEST = 20_000  # characters of one text on a page
_MOST_CALLS = 50  # of one step


@dataclass(frozen=True)
class Step:
    """One step, as texts."""

    number: int
    source: str
    at: str
    message: str
    reasoning: str
    calls: list[tuple[str, str]]  # tool and arguments
    results: list[str]
    metrics: str


@dataclass(frozen=True)
class Trajectory:
    """A whole file; its steps are made readable one page at a time."""

    agent: str
    notes: str
    raw_steps: list[Any] = field(repr=False)
    beside: int = 0  # conversations beside the main one

    def steps(self, start: int, end: int) -> list[Step]:
        """Some of them, from 0."""
        return [_step(number, step) for number, step in enumerate(self.raw_steps[start:end], start + 1)]


class Trajectories:
    """Reads files, and keeps the last one: people leaf through it page by page."""

    def __init__(self) -> None:
        self._last: tuple[object, Any] = (None, None)
        self._lock = threading.Lock()  # one large file at a time

    def read(self, root: Path, name: str, conversation: int = 0) -> Trajectory:
        """The trajectory in a file, or one of those beside it; an error where it is not one that can be shown."""
        content = self._content(root, name)
        beside = content.get("subagent_trajectories")
        beside = beside if isinstance(beside, list) else []
        if conversation:
            if conversation > len(beside) or not isinstance(beside[conversation - 1], dict):
                raise MlebenchError("There is no such conversation in this trajectory.")
            content = beside[conversation - 1]
        steps, agent = content.get("steps"), content.get("agent")
        if not isinstance(steps, list):
            raise MlebenchError(f"{TRAJECTORY} has no list of steps.")
        names = [agent.get(key) for key in ("name", "version", "model_name")] if isinstance(agent, dict) else []
        return Trajectory(" · ".join(text(n) for n in names if n), text(content.get("notes")), steps, len(beside))

    def _content(self, root: Path, name: str) -> dict[str, Any]:
        with self._lock, foreign.opened(root, name) as file:
            facts = os.fstat(file.fileno())
            if facts.st_size > _LARGEST:
                raise MlebenchError(f"{TRAJECTORY} is too large to be shown step by step.")
            version = (facts.st_dev, facts.st_ino, facts.st_size, facts.st_mtime_ns)
            if self._last[0] != version:
                self._last = (version, parsed(file.read(_LARGEST)))
            content = self._last[1]
        if not isinstance(content, dict):
            raise MlebenchError(f"{TRAJECTORY} cannot be read: it is not whole, or not an object of JSON.")
        return content


def text(value: Any) -> str:
    """Whatever stands in a field, as text of bounded length."""
    if isinstance(value, list):  # parts of a message: texts, and pictures by their names
        parts = [part.get("text") or part.get("type") or "" for part in value if isinstance(part, dict)]
        value = "\n".join(str(part) for part in parts) if parts else value
    if value is None:
        return ""
    try:
        whole = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1)
    except RecursionError:
        return "(nested too deeply to be shown)"
    return whole if len(whole) <= _LONGEST else f"{whole[:_LONGEST]}\n… {len(whole) - _LONGEST:,} more characters"


def _step(number: int, step: Any) -> Step:
    if not isinstance(step, dict):
        return Step(number, "", "", text(step), "", [], [], "")
    observation = step.get("observation")
    results = observation.get("results") if isinstance(observation, dict) else None
    calls = [call for call in _list(step.get("tool_calls")) if isinstance(call, dict)]
    metrics = step.get("metrics")
    figures = metrics.items() if isinstance(metrics, dict) else ()
    return Step(
        number,
        text(step.get("source")),
        text(step.get("timestamp")),
        text(step.get("message")),
        text(step.get("reasoning_content")),
        [(text(call.get("function_name")), text(call.get("arguments"))) for call in calls],
        [text(result.get("content")) for result in _list(results) if isinstance(result, dict)],
        ", ".join(f"{name.replace('_', ' ')} {value:,}" for name, value in figures if isinstance(value, int | float)),
    )


def _list(value: Any) -> list[Any]:
    return value[:_MOST_CALLS] if isinstance(value, list) else []
