"""Messages as every dialect has them: who says something, what tools are called, what they gave."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from mlebench.gateway.model.shapes import is_deep

_DEPTH = 100
Source = Literal["system", "user", "agent"]
_SOURCES: dict[str, Source] = {
    **dict.fromkeys(("system", "developer"), "system"),
    **dict.fromkeys(("assistant", "model"), "agent"),
}


class Call(NamedTuple):
    """One call of a tool. Some dialects, and some agents, give calls no id."""

    id: str | None
    name: str
    arguments: dict[str, Any]


class Result(NamedTuple):
    """What a call gave; it names its call by the id, or else by the tool."""

    id: str | None
    name: str | None
    content: str


@dataclass(frozen=True)
class Message:
    """One message: a text, calls of tools, or their results."""

    source: Source
    text: str = ""
    reasoning: str = ""
    calls: tuple[Call, ...] = ()
    results: tuple[Result, ...] = ()

    @property
    def fingerprint(self) -> bytes:
        """The same for a message that is sent again, though clients may trim its texts or shorten old results."""
        known: Any
        if self.calls:
            known = [(call.name, call.arguments) for call in self.calls]
        elif self.results:
            known = [result.id or (result.name, result.content) for result in self.results]
        else:
            known = " ".join(self.text.split())
        marked = json.dumps([self.source, bool(self.calls), bool(self.results), known], sort_keys=True, default=str)
        return hashlib.blake2b(marked.encode("utf-8", "replace"), digest_size=16).digest()


def asked(path: str, request: dict[str, Any]) -> list[Message]:
    """The messages of a request; none of a page that is no conversation."""
    if path.endswith("enerateContent"):
        system = request.get("systemInstruction") or request.get("system_instruction")
        return [*_gemini(_dict(system), "system"), *_each(_gemini, request.get("contents"))]
    if path.endswith("/messages"):
        return [*_blocks("system", request.get("system")), *_each(_message, request.get("messages"))]
    if path.endswith("/responses"):
        items = request.get("input")
        items = [{"role": "user", "content": items}] if isinstance(items, str) else items
        return [*_said("system", request.get("instructions")), *_items(items)]
    if path.endswith("/chat/completions"):
        return [*_each(_chat, request.get("messages"))]
    if path.endswith("/completions"):
        return [*_said("user", request.get("prompt"))]
    return []


def answered(path: str, answer: Any) -> Message | None:
    """What the model said, in one message; null where it said nothing that can be read."""
    if not isinstance(answer, dict):
        return None
    if "beginning" in answer and "cut_from_characters" in answer:
        return Message("agent", f"{answer['beginning']}\n[cut from {answer['cut_from_characters']} characters]")
    if answer.get("streamed"):
        return _joined(_part(part) for part in _dicts(answer.get("parts")))
    first = next(iter(_dicts(answer.get("candidates")) or _dicts(answer.get("choices"))), {})
    if path.endswith("/responses"):
        return _joined(_items(answer.get("output")))
    if path.endswith("/messages"):
        return _joined(_blocks("assistant", answer.get("content")))
    if "content" in first:
        return _joined(_gemini(_dict(first["content"]), "agent"))
    if "message" in first:
        return _joined(_chat({"role": "assistant", **_dict(first["message"])}))
    return _joined(_said("assistant", first.get("text")))


def tool_names(request: dict[str, Any]) -> list[str]:
    """The tools that a request offers to the model."""
    names = []
    for tool in _dicts(request.get("tools")):
        declared = tool.get("functionDeclarations") or tool.get("function_declarations") or tool.get("tools")
        for each in _dicts(declared) or [_dict(tool.get("function")) or tool]:
            names.append(str(each.get("name") or each.get("type") or next(iter(each), "")))
    return names


def _joined(messages: Iterable[Message]) -> Message | None:
    found = list(messages)
    if not found:
        return None
    return Message(
        "agent",
        "\n".join(each.text for each in found if each.text),
        "\n".join(each.reasoning for each in found if each.reasoning),
        tuple(call for each in found for call in each.calls),
    )


def _part(part: dict[str, Any]) -> Message:
    """A part of an answer that streamed, as the journal keeps it."""
    kind, text = str(part.get("kind")), str(part.get("content") or "")
    if kind == "tool_use" or kind.endswith("_call"):
        return Message("agent", calls=(Call(_name(part.get("id")), str(part.get("name") or kind), _arguments(text)),))
    if kind in ("reasoning", "thinking"):
        return Message("agent", reasoning=text)
    return Message("agent", text)


def _said(role: object, content: Any, reasoning: Any = None) -> Iterator[Message]:
    source, text = _SOURCES.get(str(role), "user"), _text(content)
    thought = _text(reasoning) if source == "agent" else ""
    if text or thought:
        yield Message(source, text, thought)


def _chat(message: dict[str, Any]) -> Iterator[Message]:
    role, content = message.get("role"), message.get("content")
    if role in ("tool", "function"):
        name = _name(message.get("name"))
        yield Message("user", results=(Result(_name(message.get("tool_call_id")), name, _text(content)),))
        return
    calls = []
    for call in _dicts(message.get("tool_calls")):
        function = _dict(call.get("function")) or _dict(call.get("custom"))
        told = function.get("arguments", function.get("input"))
        calls.append(Call(_name(call.get("id")), str(function.get("name")), _arguments(told)))
    reasoning = message.get("reasoning_content") or message.get("reasoning")
    if calls:
        yield Message("agent", _text(content), _text(reasoning), tuple(calls))
    else:
        yield from _said(role, content or message.get("refusal"), reasoning)


def _message(message: dict[str, Any]) -> Iterator[Message]:
    yield from _blocks(message.get("role"), message.get("content"))


def _blocks(role: object, content: Any) -> Iterator[Message]:
    """Anthropic's: results of tools stand beside what the user says."""
    blocks = _dicts(content)
    for block in blocks:
        if block.get("type") == "tool_result":
            yield Message("user", results=(Result(_name(block.get("tool_use_id")), None, _text(block.get("content"))),))
    calls = tuple(
        Call(_name(block.get("id")), str(block.get("name")), _arguments(block.get("input")))
        for block in blocks
        if block.get("type") in ("tool_use", "server_tool_use")
    )
    reasoning = "\n".join(str(block["thinking"]) for block in blocks if block.get("thinking"))
    apart = ("tool_result", "tool_use", "server_tool_use", "thinking", "redacted_thinking")
    rest = [block for block in blocks if block.get("type") not in apart] if blocks else content
    if calls:
        yield Message("agent", _text(rest), reasoning, calls)
    else:
        yield from _said(role, rest, reasoning)


def _items(items: Any) -> Iterator[Message]:
    """Responses: what one answer holds are several items."""
    of_agent: list[Message] = []
    for item in _dicts(items):
        kind = str(item.get("type", "message"))
        if kind.endswith("_output"):
            result = Result(_name(item.get("call_id")), None, _text(item.get("output")))
            new = [Message("user", results=(result,))]
        elif kind.endswith("_call"):
            told = item.get("arguments", item.get("input", item.get("action", item.get("operation"))))
            call = Call(_name(item.get("call_id")), str(item.get("name") or kind), _arguments(told))
            new = [Message("agent", calls=(call,))]
        elif kind == "reasoning":
            new = [Message("agent", reasoning=_text(item.get("summary") or item.get("content")))]
        else:
            new = list(_said(item.get("role"), item.get("content")))
        if all(each.source == "agent" for each in new):
            of_agent += new
            continue
        if (together := _joined(of_agent)) is not None:
            yield together
        of_agent = []
        yield from new
    if (together := _joined(of_agent)) is not None:
        yield together


def _gemini(content: dict[str, Any], source: Source | None = None) -> Iterator[Message]:
    source = source or _SOURCES.get(str(content.get("role")), "user")
    calls: list[Call] = []
    texts: list[str] = []
    thoughts: list[str] = []
    for part in _dicts(content.get("parts")):
        call = part.get("functionCall") or part.get("function_call")
        result = part.get("functionResponse") or part.get("function_response")
        if isinstance(call, dict):
            calls.append(Call(_name(call.get("id")), str(call.get("name")), _arguments(call.get("args"))))
        elif isinstance(result, dict):
            told = Result(_name(result.get("id")), _name(result.get("name")), _text(result.get("response")))
            yield Message("user", results=(told,))
        else:
            (thoughts if part.get("thought") else texts).append(_text([part]))
    if calls:
        yield Message("agent", "\n".join(texts), "\n".join(thoughts), tuple(calls))
    elif texts or thoughts:
        yield Message(source, "\n".join(texts), "\n".join(thoughts) if source == "agent" else "")


def _text(content: Any) -> str:
    """The text of a content in any form; what is no text is only named."""
    if content is None or isinstance(content, str):
        return content or ""
    if isinstance(content, list):
        return "\n".join(filter(None, map(_text, content)))
    if not isinstance(content, dict):
        return str(content)
    for key in ("text", "refusal", "content", "output"):
        if isinstance(content.get(key), str | list):
            return _text(content[key])
    kind = content.get("type") or next((key for key in ("inlineData", "inline_data") if key in content), None)
    return f"[{kind}]" if kind else json.dumps(content, ensure_ascii=False, default=str)


def _arguments(told: Any) -> dict[str, Any]:
    if isinstance(told, str):
        try:
            parsed = json.loads(told, parse_constant=str)
        except (ValueError, RecursionError):
            return {"input": told}
        told = told if is_deep(parsed, _DEPTH) else parsed
    return told if isinstance(told, dict) else {} if told is None else {"input": told}


def _name(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _each(read: Any, values: Any) -> Iterator[Message]:
    for value in _dicts(values):
        yield from read(value)


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
