"""The tree of an agent's attempts, from logs/journal.jsonl: one object a line, with `number` and `parent`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from mlebench.view.trajectory import text

JOURNAL = "logs/journal.jsonl"
MOST = 500  # attempts on a page
_SHOWN = ("plan", "code", "output")  # long texts, folded


@dataclass(frozen=True)
class Attempt:
    """One attempt, as texts; `depth` is how many it builds on."""

    number: str
    kind: str
    depth: int
    score: str
    problem: str
    facts: str
    texts: list[tuple[str, str]]


def tree(entries: Iterable[Mapping[str, Any]]) -> list[Attempt]:
    """Each attempt followed by those that build on it. One whose parent is not there stands by itself."""
    own = {name: entry for entry in entries if (name := _name(entry.get("number")))}
    children: dict[str, list[str]] = defaultdict(list)
    for name, entry in own.items():
        parent = _name(entry.get("parent"))
        children[parent if parent in own and parent != name else ""].append(name)
    found: list[Attempt] = []
    waiting = [(name, 0) for name in reversed(children[""])]
    while waiting:
        name, depth = waiting.pop()
        found.append(_attempt(name, depth, own[name]))
        waiting += [(child, depth + 1) for child in reversed(children[name])]
    # Attempts that name each other as parents hang on no root: a journal may say anything.
    lost = set(own) - {attempt.number for attempt in found}
    return found + [_attempt(name, 0, own[name]) for name in own if name in lost]


def _name(value: Any) -> str:
    return str(value)[:100] if isinstance(value, int | str) and not isinstance(value, bool) else ""


def _attempt(name: str, depth: int, entry: Mapping[str, Any]) -> Attempt:
    valid, seconds = entry.get("valid"), entry.get("seconds")
    facts = ["valid" if valid else "not valid"] if isinstance(valid, bool) else []
    if isinstance(seconds, float):
        facts.append(f"{seconds:.1f} s")
    return Attempt(
        name,
        text(entry.get("kind")),
        depth,
        text(entry.get("score")),
        text(entry.get("problem")),
        ", ".join(facts),
        [(key, shown) for key in _SHOWN if (shown := text(entry.get(key)))],
    )
