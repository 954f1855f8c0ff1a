"""Steps of a trajectory in the ATIF form: what was said and called, each with the results of its calls."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from mlebench.gateway.trajectory.messages import Message, Result

_LONGEST_TEXT = 200_000  # characters
_ALL_TEXTS = 32_000_000
_MOST_STEPS = 50_000


class Texts:
    """How much text a trajectory may hold, over all its conversations."""

    def __init__(self) -> None:
        self.left, self.steps_left = _ALL_TEXTS, _MOST_STEPS
        self.cut = 0  # texts that are not there as a whole

    def kept(self, text: str) -> str:
        """The text, or as much of it as there is room for."""
        room = min(_LONGEST_TEXT, self.left)
        self.left -= min(len(text), room)
        if len(text) <= room:
            return text
        self.cut += 1
        return f"{text[:room]} [{len(text) - room} more characters]"

    def kept_arguments(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """The same for the arguments of a call."""
        text = json.dumps(arguments, ensure_ascii=False, default=str)
        kept = self.kept(text)
        return arguments if kept == text else {"cut": kept}


class Steps:
    """The steps of one conversation."""

    def __init__(self, conversation: int, texts: Texts) -> None:
        self.steps: list[dict[str, Any]] = []
        self.answers = 0
        self.last_model: object = None
        self.lost = 0  # for which there was no room
        self._conversation, self._texts = conversation, texts
        self._by_call: dict[str, dict[str, Any]] = {}
        self._open: dict[str, str] = {}  # id -> tool of calls without a result

    def add(self, message: Message, at: datetime | None) -> None:
        """A message that the agent's program sent."""
        for result in message.results:
            self._add_result(result, at)
        if message.results:
            return
        step = self._step(message.source, message, at)
        if message.source == "agent":  # not a word of this model: an example, or a history that was written anew
            step |= {"is_copied_context": True, "llm_call_count": 0}
            step.pop("reasoning_content", None)

    def add_answer(self, message: Message, entry: dict[str, Any], at: datetime | None) -> None:
        """What the model answered, with what it took."""
        step = self._step("agent", message, at)
        step["llm_call_count"] = 1
        self.answers += 1
        self._note_call(step, entry)

    def add_failure(self, entry: dict[str, Any], at: datetime | None) -> None:
        """A call that got no answer. Agents that ask a thousand times in vain are told of once."""
        why = str(entry.get("error") or f"status {entry.get('status')}")
        text = f"A call of the model got no answer: {why}"
        last = self.steps[-1] if self.steps else {}
        if last.get("source") == "system" and last.get("message") == text:
            last["extra"]["repeated"] = last["extra"].get("repeated", 0) + 1
            return
        step = self._step("system", Message("system", text), at)
        step["extra"] |= {"call": entry.get("number"), "status": entry.get("status")}
        self.last_model = entry.get("model")

    def _note_call(self, step: dict[str, Any], entry: dict[str, Any]) -> None:
        model = entry.get("model")
        self.last_model = model
        if isinstance(model, str):
            step["model_name"] = model
        told = {name: entry[name] for name in ("asked_model", "error", "stripped_tools") if entry.get(name)}
        if told.get("asked_model") == model:
            del told["asked_model"]
        step["extra"] |= {"call": entry.get("number"), **told}
        usage = entry.get("usage")
        if not isinstance(usage, dict):
            return
        metrics = {
            "prompt_tokens": usage.get("prompt"),
            "completion_tokens": usage.get("completion"),
            "cached_tokens": usage.get("cached"),
            "cost_usd": entry.get("cost_usd"),
        }
        more = {name: usage[name] for name in ("reasoning", "cache_write", "cache_write_long") if usage.get(name)}
        more |= {"estimated": True} if entry.get("estimated") else {}
        step["metrics"] = {name: value for name, value in metrics.items() if value is not None}
        step["metrics"] |= {"extra": more} if more else {}

    def _step(self, source: str, message: Message, at: datetime | None) -> dict[str, Any]:
        step: dict[str, Any] = {"step_id": 0, "source": source, "message": self._texts.kept(message.text)}
        step["extra"] = {"conversation": self._conversation}
        if at is not None:
            step["timestamp"] = at.isoformat(timespec="milliseconds")
        if message.reasoning:
            step["reasoning_content"] = self._texts.kept(message.reasoning)
        if message.calls:
            step["tool_calls"] = [self._call(step, number, call) for number, call in enumerate(message.calls)]
        if self._texts.steps_left > 0:
            self._texts.steps_left -= 1
            self.steps.append(step)
        else:
            self.lost += 1
        return step

    def _call(self, step: dict[str, Any], number: int, call: Any) -> dict[str, Any]:
        name = call.id or f"call-{self._conversation}-{len(self.steps)}-{number}"
        while self._by_call.get(name) is step:
            name += "'"
        self._by_call[name] = step
        self._open[name] = call.name
        arguments = self._texts.kept_arguments(call.arguments)
        return {"tool_call_id": name, "function_name": call.name, "arguments": arguments}

    def _add_result(self, result: Result, at: datetime | None) -> None:
        """Beside its call, where that is known."""
        name = result.id or next((call for call, tool in self._open.items() if tool == result.name), "")
        step = self._by_call.get(name)
        self._open.pop(name, None)
        told: dict[str, Any] = {"content": self._texts.kept(result.content)}
        if step is None:
            step = self._step("system", Message("system", ""), at)
        else:
            told["source_call_id"] = name
        step.setdefault("observation", {"results": []})["results"].append(told)
