"""trajectory.json: the trajectory of a run in the ATIF form (Agent Trajectory Interchange Format, version 1.8).

It is made from the journal of model calls, so that every agent has one, also one that nobody has heard of.
"""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from mlebench.files import write_atomically
from mlebench.gateway.trajectory.conversations import Conversation, Conversations
from mlebench.gateway.trajectory.messages import tool_names
from mlebench.redact import redact

TRAJECTORY = "trajectory.json"
_log = logging.getLogger(__name__)
_SCHEMA = "ATIF-v1.8"
_LONGEST_LINE = 64 << 20
_BESIDE = (
    "Conversations that went on beside the main line are embedded as subagent trajectories; "
    "which step began them is not known."
)


def write_trajectory(
    journal: Path, target: Path, *, run_id: str, agent: str, version: str, secrets: Iterable[str] = ()
) -> None:
    """Write the trajectory of a run that called a model. Whatever is wrong with a journal, it never raises."""
    try:
        if journal.is_file():
            trajectory = _Trajectory(run_id, {"name": agent, "version": version})
            trajectory.read(journal)
            if trajectory.conversations.all:
                content = json.dumps(trajectory.content(), ensure_ascii=False, indent=1, default=str)
                safe = redact(content, [secret for secret in secrets if secret])
                write_atomically(target, safe.encode("utf-8", "replace") + b"\n")
    except Exception:
        _log.exception("%s: its trajectory could not be written.", run_id)


class _Trajectory:
    def __init__(self, run_id: str, agent: dict[str, Any]) -> None:
        self.conversations = Conversations()
        self._run_id, self._agent = run_id, agent
        self._tools: dict[str, None] = {}
        self._models: Counter[str] = Counter()
        self._tokens: Counter[str] = Counter()
        self._cost: float | None = 0.0
        self._unreadable = 0

    def read(self, journal: Path) -> None:
        """All calls of the journal, one at a time: it may be much larger than the memory."""
        for entry in self._entries(journal):
            try:
                self._count(entry)
                self.conversations.take(entry)
            except Exception:  # of one call; the others are still worth telling
                _log.debug("A call of %s cannot be told.", journal, exc_info=True)
                self._unreadable += 1

    def _entries(self, journal: Path) -> Iterator[dict[str, Any]]:
        with journal.open("rb") as file:
            while line := file.readline(_LONGEST_LINE):
                whole = line.endswith(b"\n")
                while not whole and (rest := file.readline(_LONGEST_LINE)):
                    whole = rest.endswith(b"\n")
                    line = b""  # longer than any call that the proxy writes
                try:
                    entry = json.loads(line, parse_constant=str)
                except (ValueError, RecursionError):
                    entry = None
                if isinstance(entry, dict):
                    yield entry
                else:
                    self._unreadable += 1

    def _count(self, entry: dict[str, Any]) -> None:
        usage, request = entry.get("usage"), entry.get("request")
        if isinstance(request, dict):
            self._tools |= dict.fromkeys(tool_names(request)[:1000])
        if not isinstance(usage, dict):
            return
        self._models[str(entry.get("model"))] += 1
        for name in ("prompt", "completion", "cached"):
            self._tokens[name] += usage[name] if isinstance(usage.get(name), int) else 0
        cost = entry.get("cost_usd")
        self._cost = self._cost + cost if isinstance(cost, int | float) and self._cost is not None else None

    def content(self) -> dict[str, Any]:
        """The whole."""
        main, beside = self.conversations.lines()
        models = [name for name, _ in self._models.most_common(1)]
        agent = {**self._agent, **({"model_name": models[0]} if models else {})}
        root = self._document(self._run_id, agent, main)
        names = list(self._tools)[:1000]
        root["agent"] = {**agent, **({"extra": {"tools": names}} if names else {})}
        root["final_metrics"] |= {f"total_{name}_tokens": number for name, number in self._tokens.items()}
        root["final_metrics"] |= {} if self._cost is None else {"total_cost_usd": self._cost}
        if beside:
            named = [(f"{self._run_id}-{each.number}", each) for each in beside]
            root["subagent_trajectories"] = [self._document(name, agent, [each]) for name, each in named]
        if notes := self._notes(beside):
            root["notes"] = " ".join(notes)
        return root

    def _document(self, name: str, agent: dict[str, Any], line: Sequence[Conversation]) -> dict[str, Any]:
        steps = [step for conversation in line for step in conversation.steps.steps]
        if not steps:  # the form wants one
            steps = [{"step_id": 0, "source": "system", "message": "There was no room for its steps."}]
        for number, step in enumerate(steps, 1):
            step["step_id"] = number
        return {
            "schema_version": _SCHEMA,
            "session_id": self._run_id,
            "trajectory_id": name,
            "agent": agent,
            "steps": steps,
            "final_metrics": {"total_steps": len(steps)},
        }

    def _notes(self, beside: Sequence[Conversation]) -> list[str]:
        found = self.conversations
        lost = sum(conversation.steps.lost for conversation in found.all)
        told = [
            ("Made from the journal of model calls.", True),
            (_BESIDE, bool(beside)),
            (f"{self._unreadable} lines of the journal cannot be read.", self._unreadable),
            (f"{found.cut} requests are too long for the journal: what they added is not here.", found.cut),
            (f"{found.texts.cut} texts are cut.", found.texts.cut),
            (f"{lost} steps are left out, for want of room.", lost),
            ("The cost of some calls is not known.", self._cost is None),
        ]
        return [text for text, holds in told if holds]
