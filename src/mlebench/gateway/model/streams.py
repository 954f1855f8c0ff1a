"""Answers that stream: cut into events as they pass, and watched for their usage and their content."""

from __future__ import annotations

import json
import re
from typing import Any

from mlebench.gateway.model.dialect import Kind, Route
from mlebench.gateway.model.tokens import TokenCount, estimated_tokens

_END_OF_EVENT = re.compile(rb"\r\n\r\n|\n\n|\r\r")
_DATA_LINE = re.compile(rb"^data:[ ]?(.*?)\r?$", re.MULTILINE)
_LARGEST_EVENT = 32 << 20
_LAST_TYPES = ("message_stop", "response.completed", "response.incomplete", "response.failed")


class EventSplitter:
    """Cuts a stream of server-sent events into whole events, byte for byte."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, chunk: bytes) -> list[bytes]:
        """The events that this chunk completes."""
        start = max(0, len(self._rest) - 3)  # the mark may have begun in the chunk before
        self._rest += chunk
        events = []
        cut = 0
        for mark in _END_OF_EVENT.finditer(self._rest, start):
            events.append(bytes(self._rest[cut : mark.end()]))
            cut = mark.end()
        del self._rest[:cut]
        if len(self._rest) > _LARGEST_EVENT:  # no events at all: pass it on as it is
            events.append(self.rest())
        return events

    def rest(self) -> bytes:
        """What came after the last whole event."""
        rest = bytes(self._rest)
        self._rest.clear()
        return rest


def event_data(event: bytes) -> dict[str, Any] | None:
    """The JSON object of an event, or null."""
    data = b"\n".join(_DATA_LINE.findall(event))
    if not data.startswith(b"{"):
        return None
    try:
        value = json.loads(data)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def is_end_mark(event: bytes, data: dict[str, Any] | None) -> bool:
    """Whether an event says that none comes after it, in any dialect."""
    return _DATA_LINE.findall(event) == [b"[DONE]"] if data is None else data.get("type") in _LAST_TYPES


class StreamRecord:
    """What an answer has said so far: enough to count it, and to keep it for later analysis."""

    def __init__(self, route: Route, max_characters: int) -> None:
        self.model: str | None = None
        self.id: str | None = None
        self.stop: str | None = None
        self.error: str | None = None
        self._route, self._left = route, max_characters
        self._usage: dict[str, Any] = {}
        self._final = False
        self._characters = 0
        self._parts: dict[tuple[str, int], dict[str, Any]] = {}

    def __len__(self) -> int:
        return len(self._parts)

    def see(self, data: dict[str, Any]) -> None:
        """Take note of one event."""
        if data.get("error"):
            self.error = str(_dict(data["error"]).get("message") or data["error"])[:2000]
        _READERS[self._route.kind](self, data)

    def use(self, usage: Any, *, final: bool) -> None:
        """Later figures replace earlier ones: providers send totals, not differences."""
        known = {name: value for name, value in _dict(usage).items() if value is not None}
        self._usage |= known
        self._final = self._final or (final and bool(known))

    def add(self, group: str, index: Any, text: Any = None, **facts: Any) -> None:
        """A piece of one part of the answer, or facts about it: its kind, its name, the id of a call."""
        key = (group, index if isinstance(index, int) else 0)
        part = self._parts.setdefault(key, {"kind": group, "pieces": []})
        part |= {fact: value for fact, value in facts.items() if isinstance(value, str)}
        if isinstance(text, str):
            self._characters += len(text)
            if self._left > 0:
                part["pieces"].append(text[: self._left])
            self._left -= len(text)

    def tokens(self, request: dict[str, Any]) -> tuple[TokenCount, bool]:
        """The answer's tokens, and whether they are only estimated because it did not tell them."""
        told = self._route.tokens(self._usage)
        if self._final:
            return told, False
        guess = estimated_tokens(request, self._characters)
        if told.prompt:  # the beginning told what was read; only what was written is a guess
            return told._replace(completion=max(told.completion, guess.completion)), True
        return guess, True

    def content(self) -> dict[str, Any]:
        """The answer in one piece."""
        parts = [
            {**{key: value for key, value in part.items() if key != "pieces"}, "content": "".join(part["pieces"])}
            for part in self._parts.values()
        ]
        cut = {"cut_characters": -self._left} if self._left < 0 else {}
        return {"streamed": True, "stop": self.stop, "parts": parts, **cut}


def _chat(record: StreamRecord, data: dict[str, Any]) -> None:
    record.model = data.get("model") or record.model
    record.use(data.get("usage"), final=True)
    for choice in _dicts(data.get("choices")):
        index, delta = choice.get("index"), _dict(choice.get("delta"))
        record.stop = choice.get("finish_reason") or record.stop
        for kind, text in (("text", choice.get("text") or delta.get("content")), ("refusal", delta.get("refusal"))):
            if text:
                record.add(kind, index, text)
        if reasoning := delta.get("reasoning_content") or delta.get("reasoning"):
            record.add("reasoning", index, reasoning)
        for call in _dicts(delta.get("tool_calls")):
            function = _dict(call.get("function"))
            text, name = function.get("arguments"), function.get("name")
            record.add("tool_call", call.get("index"), text, name=name, id=call.get("id"))


def _messages(record: StreamRecord, data: dict[str, Any]) -> None:
    kind, index = data.get("type"), data.get("index")
    if kind == "message_start":
        message = _dict(data.get("message"))
        record.model = message.get("model") or record.model
        record.use(message.get("usage"), final=False)
    elif kind == "content_block_start":
        block = _dict(data.get("content_block"))
        record.add(
            "block", index, block.get("text"), kind=block.get("type"), name=block.get("name"), id=block.get("id")
        )
    elif kind == "content_block_delta":
        delta = _dict(data.get("delta"))
        record.add("block", index, delta.get("text") or delta.get("partial_json") or delta.get("thinking"))
    elif kind == "message_delta":
        record.stop = _dict(data.get("delta")).get("stop_reason") or record.stop
        record.use(data.get("usage"), final=True)


def _responses(record: StreamRecord, data: dict[str, Any]) -> None:
    kind = str(data.get("type"))
    if kind.endswith(".delta"):
        record.add("item", data.get("output_index"), data.get("delta"))
    elif kind in ("response.output_item.added", "response.output_item.done"):
        item, index = _dict(data.get("item")), data.get("output_index")
        record.add("item", index, kind=item.get("type"), name=item.get("name"), id=item.get("call_id"))
        if kind.endswith("done") and isinstance(item.get("action"), dict):  # of a shell, which has no deltas
            record.add("item", index, json.dumps(item["action"]))
    elif kind.startswith("response.") and isinstance(data.get("response"), dict):
        response = data["response"]
        record.id = response.get("id") or record.id
        record.model = response.get("model") or record.model
        record.stop = response.get("status") or record.stop
        record.use(response.get("usage"), final=True)


def _generate(record: StreamRecord, data: dict[str, Any]) -> None:
    record.model = data.get("modelVersion") or record.model
    candidates = _dicts(data.get("candidates"))
    ended = [each["finishReason"] for each in candidates if each.get("finishReason")]
    record.stop = ended[-1] if ended else record.stop
    blocked = bool(_dict(data.get("promptFeedback")).get("blockReason"))
    record.use(data.get("usageMetadata"), final=bool(ended) or blocked)
    for candidate in candidates:
        for part in _dicts(_dict(candidate.get("content")).get("parts")):
            index, call = candidate.get("index"), part.get("functionCall")
            if isinstance(call, dict):  # each comes whole, so that each is a part of its own
                text = json.dumps(call.get("args"))
                record.add("tool_call", len(record), text, name=call.get("name"), id=call.get("id"))
            else:
                record.add("reasoning" if part.get("thought") else "text", index, part.get("text"))


def _nothing(record: StreamRecord, data: dict[str, Any]) -> None:
    """Pages that do not stream."""


_READERS = {
    **dict.fromkeys(("embeddings", "count", "count_contents", "models"), _nothing),
    "generate": _generate,
    "chat": _chat,
    "completions": _chat,
    "messages": _messages,
    "responses": _responses,
}


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def is_usage_only(kind: Kind, data: dict[str, Any] | None) -> bool:
    """Whether an event is the one that OpenAI adds when asked for the usage; clients that did not ask run on it."""
    return (
        kind in ("chat", "completions") and data is not None and data.get("choices") == [] and bool(data.get("usage"))
    )
