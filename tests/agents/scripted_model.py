"""A model that follows a script, for tests with real agents: it answers as OpenAI, Anthropic and Google do.

A script is a function from what the client asked (`Ask`) to what the model answers: words (`Say`), the call of one of
the client's tools (`Call`), or an error (`Fail`). `shell_script(COMMAND)` is the usual one: the command goes to the
client's shell tool, and when its result is there, the model is done. By hand:
`python -m tests.agents.scripted_model PORT COMMAND`.
"""

from __future__ import annotations

import json
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from mlebench.gateway.server import GatewayHost
from mlebench.gateway.sockets import tcp_listener
from tests.gateway.provider import answer

KEY = "sk-key-that-no-sandbox-may-see"
MODEL = "scripted-1"
# What clients call the tool that runs a command, and, where they have such, those that end the work and that wait.
SHELLS = ("Bash", "bash", "shell", "exec_command", "shell_command", "run_shell_command", "terminal", "execute_bash")
FINISH = "finish"
WAIT = "write_stdin"
PATIENCE = 30_000  # milliseconds until a client asks whether it shall wait for longer
CALL_ID = "call_0123456789"
_RUNNING = re.compile(r"running with session ID (\d+)")
_SCHEMAS = ("parameters", "input_schema", "parametersJsonSchema")


@dataclass(frozen=True)
class Say:
    """The model answers in words."""

    text: str


@dataclass(frozen=True)
class Call:
    """The model calls a tool of the client's."""

    tool: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Fail:
    """The provider answers with an error instead."""

    status: int
    headers: dict[str, str] = field(default_factory=lambda: {"retry-after": "0"})
    message: str = "not now"


@dataclass(frozen=True)
class Ask:
    """What a client asked, in whichever dialect."""

    path: str
    body: dict[str, Any]
    tools: dict[str, dict[str, Any]] = field(default_factory=dict)  # name -> JSON schema of its arguments
    results: list[str] = field(default_factory=list)  # what the tools that were called before gave back

    def call(self, tool: str, **known: object) -> Call:
        """A call with these arguments, and something plausible for the others that the tool must have."""
        schema = self.tools[tool]
        kinds = schema.get("properties", {})
        missing = [name for name in schema.get("required", []) if name not in known]
        return Call(tool, {**known, **{name: _plausible(kinds.get(name, {})) for name in missing}})


Script = Callable[[Ask], Say | Call | Fail]


def shell_script(command: str, last_words: str = "The submission is written.") -> Script:
    """Run one command in the client's shell tool, then end."""

    def script(ask: Ask) -> Say | Call:
        shell = next((name for name in SHELLS if name in ask.tools), None)
        if shell is None:  # a title for the session, a summary
            return Say(last_words)
        if ask.results and (session := _RUNNING.search(ask.results[-1])):  # it is slow, and the client waits no longer
            return ask.call(WAIT, session_id=int(session[1]), chars="", yield_time_ms=PATIENCE)
        if ask.results:
            return ask.call(FINISH, message=last_words) if FINISH in ask.tools else Say(last_words)
        kinds = ask.tools[shell].get("properties", {})
        name = "cmd" if "cmd" in kinds else "command"
        as_list = kinds.get(name, {}).get("type") == "array"
        patience = {"yield_time_ms": PATIENCE} if "yield_time_ms" in kinds else {}
        return ask.call(shell, **{name: ["bash", "-c", command] if as_list else command}, **patience)

    return script


def _plausible(kind: dict[str, Any]) -> object:
    if "enum" in kind:
        return kind["enum"][0]
    return {"boolean": False, "integer": 30, "number": 30, "array": [], "object": {}}.get(kind.get("type", ""), "task")


class ScriptedModel:
    """The application, and what it was asked."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.asks: list[Ask] = []
        self.unknown: list[str] = []  # requests that are no model calls: statistics, updates
        self.address = ""
        self.app = Starlette(
            routes=[
                Route("/v1/models", self._models),
                Route("/v1/embeddings", self._embeddings, methods=["POST"]),
                Route("/{path:path}", self._serve, methods=["GET", "HEAD", "POST", "PUT"]),
            ]
        )

    def environment(self) -> dict[str, str]:
        """What the user of the harness would set to measure against this model."""
        keys = dict.fromkeys(("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"), KEY)
        addresses = {"ANTHROPIC_BASE_URL": self.address, "GOOGLE_GEMINI_BASE_URL": self.address}
        return {"OPENAI_BASE_URL": f"{self.address}/v1", **addresses, **keys}

    async def _models(self, _request: Request) -> Response:
        listed = {"id": MODEL, "object": "model", "type": "model", "created": 0, "owned_by": "tests"}
        return JSONResponse({"object": "list", "data": [listed], "has_more": False})

    async def _embeddings(self, request: Request) -> Response:
        body = await request.json()
        texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
        vectors = [[float(len(text)), float(text.count(" ")), 1.0] for text in texts]
        data = [{"object": "embedding", "index": index, "embedding": each} for index, each in enumerate(vectors)]
        usage = {"prompt_tokens": 11, "total_tokens": 11}
        return JSONResponse({"object": "list", "data": data, "model": body["model"], "usage": usage})

    async def _serve(self, request: Request) -> Response:
        path = request.url.path
        dialect = next((found for end, found in DIALECTS.items() if path.endswith(end)), None)
        if request.method != "POST" or dialect is None:
            self.unknown.append(f"{request.method} {path}")
            return JSONResponse({"error": {"message": "no such page"}}, 404)
        body = await request.json()
        if path.endswith(("count_tokens", "countTokens")):
            return JSONResponse({"input_tokens": 11, "totalTokens": 11})
        tools = {name: schema for tool in body.get("tools") or [] for name, schema in _schemas(tool)}
        ask = Ask(path, body, tools, dialect.results(body))
        self.asks.append(ask)
        reply = self.script(ask)
        if isinstance(reply, Fail):
            return JSONResponse({"error": {"message": reply.message}}, reply.status, reply.headers)
        whole = dialect.whole(ask, reply)
        if body.get("stream") or path.endswith(":streamGenerateContent"):
            return Response("".join(dialect.events(whole, reply)), media_type="text/event-stream")
        return JSONResponse(whole)


def _schemas(tool: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for inner in [*tool.get("functionDeclarations", []), *tool.get("tools", [])]:  # Google's, and namespaces
        yield from _schemas(inner)
    tool = tool.get("function", tool)
    if "name" in tool:
        yield tool["name"], next((tool[key] for key in _SCHEMAS if key in tool), {})


def _event(data: dict[str, Any]) -> str:
    """A server-sent event; those with a type carry it as their name too."""
    name = f"event: {data['type']}\n" if "type" in data else ""
    return f"{name}data: {json.dumps(data)}\n\n"


def _words(reply: Say | Call) -> str:
    return reply.text if isinstance(reply, Say) else ""


class Chat:
    """OpenAI, chat completions."""

    def results(self, body: dict[str, Any]) -> list[str]:
        return [json.dumps(message.get("content")) for message in body["messages"] if message["role"] == "tool"]

    def whole(self, ask: Ask, reply: Say | Call) -> dict[str, Any]:
        whole = answer(ask.path, ask.body, _words(reply))
        if isinstance(reply, Call):
            function = {"name": reply.tool, "arguments": json.dumps(reply.arguments)}
            called = {"id": CALL_ID, "type": "function", "function": function}
            whole["choices"][0] |= {"finish_reason": "tool_calls"}
            whole["choices"][0]["message"] |= {"content": None, "tool_calls": [called]}
        return whole

    def events(self, whole: dict[str, Any], reply: Say | Call) -> Iterator[str]:
        head = {**{key: whole[key] for key in ("id", "created", "model")}, "object": "chat.completion.chunk"}
        choice = whole["choices"][0]
        delta = dict(choice["message"])
        if isinstance(reply, Call):
            delta["tool_calls"] = [{"index": 0, **delta["tool_calls"][0]}]
        for part, reason in ((delta, None), ({}, choice["finish_reason"])):
            yield _event({**head, "choices": [{"index": 0, "delta": part, "finish_reason": reason}]})
        yield _event({**head, "choices": [], "usage": whole["usage"]})
        yield "data: [DONE]\n\n"


class Responses:
    """OpenAI, responses."""

    def results(self, body: dict[str, Any]) -> list[str]:
        items = body["input"] if isinstance(body["input"], list) else []
        return [json.dumps(item["output"]) for item in items if item.get("type", "").endswith("call_output")]

    def whole(self, ask: Ask, reply: Say | Call) -> dict[str, Any]:
        whole = answer(ask.path, ask.body, _words(reply))
        if isinstance(reply, Call):
            called = {"type": "function_call", "id": "fc_1", "call_id": CALL_ID, "status": "completed"}
            whole["output"] = [{**called, "name": reply.tool, "arguments": json.dumps(reply.arguments)}]
        return whole

    def events(self, whole: dict[str, Any], reply: Say | Call) -> Iterator[str]:
        item, place = whole["output"][0], {"output_index": 0}
        yield _event({"type": "response.created", "response": {**whole, "status": "in_progress", "output": []}})
        yield _event({"type": "response.output_item.added", **place, "item": {**item, "status": "in_progress"}})
        if isinstance(reply, Say):
            where = {"item_id": item["id"], "content_index": 0, **place}
            yield _event({"type": "response.output_text.delta", **where, "delta": reply.text})
        yield _event({"type": "response.output_item.done", **place, "item": item})
        yield _event({"type": "response.completed", "response": whole})


class Messages:
    """Anthropic, messages."""

    def results(self, body: dict[str, Any]) -> list[str]:
        blocks = [block for each in body["messages"] if isinstance(each["content"], list) for block in each["content"]]
        return [json.dumps(block.get("content")) for block in blocks if block.get("type") == "tool_result"]

    def whole(self, ask: Ask, reply: Say | Call) -> dict[str, Any]:
        whole = answer(ask.path, ask.body, _words(reply))
        if isinstance(reply, Call):
            called = {"type": "tool_use", "id": CALL_ID, "name": reply.tool, "input": reply.arguments}
            whole |= {"content": [called], "stop_reason": "tool_use"}
        return whole

    def events(self, whole: dict[str, Any], reply: Say | Call) -> Iterator[str]:
        block = whole["content"][0]
        yield _event({"type": "message_start", "message": {**whole, "content": [], "stop_reason": None}})
        empty: dict[str, Any] = {"input": {}} if isinstance(reply, Call) else {"text": ""}
        yield _event({"type": "content_block_start", "index": 0, "content_block": {**block, **empty}})
        if isinstance(reply, Call):
            delta = {"type": "input_json_delta", "partial_json": json.dumps(reply.arguments)}
        else:
            delta = {"type": "text_delta", "text": reply.text}
        yield _event({"type": "content_block_delta", "index": 0, "delta": delta})
        yield _event({"type": "content_block_stop", "index": 0})
        end = {"stop_reason": whole["stop_reason"], "stop_sequence": None}
        used = {"output_tokens": whole["usage"]["output_tokens"]}
        yield _event({"type": "message_delta", "delta": end, "usage": used})
        yield _event({"type": "message_stop"})


class Gemini:
    """Google, generateContent."""

    def results(self, body: dict[str, Any]) -> list[str]:
        parts = [part for content in body["contents"] for part in content.get("parts", [])]
        return [json.dumps(part["functionResponse"]) for part in parts if "functionResponse" in part]

    def whole(self, _ask: Ask, reply: Say | Call) -> dict[str, Any]:
        part: dict[str, Any] = {"text": _words(reply)}
        if isinstance(reply, Call):
            part = {"functionCall": {"name": reply.tool, "args": reply.arguments}}
        candidate = {"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}
        usage = {"promptTokenCount": 11, "candidatesTokenCount": 7, "totalTokenCount": 18}
        return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": MODEL}

    def events(self, whole: dict[str, Any], _reply: Say | Call) -> Iterator[str]:
        yield _event(whole)


DIALECTS = {
    "/chat/completions": Chat(),
    "/responses": Responses(),
    "/messages": Messages(),
    "/messages/count_tokens": Messages(),
    ":generateContent": Gemini(),
    ":streamGenerateContent": Gemini(),
    ":countTokens": Gemini(),
}


@contextmanager
def scripted_model(script: Script, port: int = 0) -> Iterator[ScriptedModel]:
    """The model at an address of this machine, for as long as the block lasts."""
    model = ScriptedModel(script)
    with GatewayHost() as host:
        listener = tcp_listener(port)
        model.address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        endpoint = host.serve(model.app, listener)
        try:
            yield model
        finally:
            endpoint.close()


if __name__ == "__main__":
    with scripted_model(shell_script(sys.argv[2]), int(sys.argv[1])) as running:
        print(running.environment(), flush=True)
        threading.Event().wait()
