"""A provider that follows a script: it speaks as OpenAI, Anthropic and Gemini do, and misbehaves on request.

The model's name says what happens: `plain`, `flaky-2` (two refusals, then an answer), `fails`, `slow`,
`cut` (breaks off), `endless`, `full` (writes all that it may), `malformed`, `echo` (repeats what it
was sent), and so on.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

OPENAI_KEY = "sk-real-openai-key-0123456789abcdef"
ANTHROPIC_KEY = "sk-ant-real-anthropic-key-0123456789abcdef"
GEMINI_KEY = "AIzaRealGeminiKey0123456789abcdefghijklmn"
WORDS = ["Grad", "ient ", "boost", "ing."]
SECRET_HEADERS = {"set-cookie": "session=provider-cookie", "openai-organization": "org-abcdefghij0123456789"}


class Provider:
    """The application, and what it has seen."""

    def __init__(self) -> None:
        self.seen: list[dict[str, Any]] = []
        self.calls: Counter[str] = Counter()
        self.cancelled = 0
        self.running = self.most_running = 0
        pages = ["/v1/chat/completions", "/v1/completions", "/v1/responses", "/v1/embeddings"]
        pages += ["/anthropic/v1/messages", "/anthropic/v1/messages/count_tokens"]
        self.app = Starlette(
            routes=[
                *[Route(page, self._post, methods=["POST"]) for page in pages],
                Route("/v1/models", self._models),
                Route("/anthropic/v1/models", self._models),
                Route("/gemini/{version}/models", self._gemini_models),
                Route("/gemini/{version}/models/{call}", self._gemini, methods=["POST"]),
            ]
        )

    async def _models(self, request: Request) -> Response:
        self._note(request, {})
        return JSONResponse({"object": "list", "data": [{"id": "plain"}, {"id": "other"}], "has_more": False})

    async def _gemini_models(self, request: Request) -> Response:
        self._note(request, {})
        return JSONResponse({"models": [{"name": "models/plain"}, {"name": "models/other"}]})

    def _note(self, request: Request, body: dict[str, Any]) -> None:
        self.seen.append({"path": request.url.path, "headers": dict(request.headers), "body": body})

    async def _post(self, request: Request) -> Response:
        body = await request.json()
        self._note(request, body)
        return await self._counted(request, body)

    async def _gemini(self, request: Request) -> Response:
        body = await request.json()
        self._note(request, body)
        model, _, action = request.path_params["call"].partition(":")
        stream = action == "streamGenerateContent"
        assert not stream or request.query_params["alt"] == "sse"
        return await self._counted(request, {**body, "model": model, "stream": stream})

    async def _counted(self, request: Request, body: dict[str, Any]) -> Response:
        self.running += 1
        self.most_running = max(self.most_running, self.running)
        try:
            return await self._answer(request, body)
        finally:
            self.running -= 1

    async def _answer(self, request: Request, body: dict[str, Any]) -> Response:
        model, _, detail = body["model"].partition("-")
        self.calls[body["model"]] += 1
        if model == "flaky" and self.calls[body["model"]] <= int(detail):
            return JSONResponse({"error": {"message": "slow down", "type": "rate"}}, 429, {"retry-after": "0.05"})
        if model == "patience":
            return JSONResponse({"error": {"message": "come back later"}}, 429, {"retry-after": "3600"})
        if model == "quota":
            return JSONResponse({"error": {"message": "no money", "code": "insufficient_quota"}}, 429)
        if model == "fails":
            return PlainTextResponse("<html>oh no</html>", 500)
        if model == "unauthorized":
            key = [request.headers.get(name, "") for name in ("authorization", "x-api-key", "x-goog-api-key")]
            return JSONResponse({"error": {"message": f"bad key {key} of org-abcdefghij0123456789"}}, 401)
        if model == "bad":
            return JSONResponse({"error": {"message": "no such parameter", "param": "temperatur"}}, 400)
        if model == "malformed":
            return PlainTextResponse("{this is not json", 200, media_type="application/json")
        if model == "slow":
            await self._wait_for_disconnect(request)
        if model in ("busy", "full"):
            await asyncio.sleep(0.1)
        if body.get("stream"):
            events = self._events(request.url.path, body, model)
            return StreamingResponse(events, media_type="text/event-stream", headers=SECRET_HEADERS)
        content = json.dumps(dict(request.headers)) if model == "echo" else "".join(WORDS)
        whole = answer(request.url.path, body, content)
        if model == "full":
            whole["usage"]["completion_tokens"] = body["max_tokens"]
        return JSONResponse(whole, headers=SECRET_HEADERS)

    async def _wait_for_disconnect(self, request: Request) -> None:
        for _ in range(200):
            if await request.is_disconnected():
                self.cancelled += 1
                return
            await asyncio.sleep(0.05)

    async def _events(self, path: str, body: dict[str, Any], model: str) -> AsyncIterator[str]:
        try:
            wants_usage = bool((body.get("stream_options") or {}).get("include_usage"))
            for number, event in enumerate(events(path, body, wants_usage and model != "silent")):
                if model == "cut" and number == 4:
                    raise RuntimeError("the provider dies")
                yield event
                await asyncio.sleep(0.12 if model == "drip" else 0)
                while model == "endless" and number == 3:
                    await asyncio.sleep(0.02)
                    yield event
        except (asyncio.CancelledError, GeneratorExit):
            self.cancelled += 1
            raise


def answer(path: str, body: dict[str, Any], content: str) -> dict[str, Any]:
    """A whole answer: 11 tokens read (3 of them cached), 7 written."""
    model = body["model"]
    if path.endswith("countTokens"):
        return {"totalTokens": 11}
    if path.endswith("enerateContent"):
        usage = {"promptTokenCount": 11, "cachedContentTokenCount": 3, "candidatesTokenCount": 5}
        usage |= {"thoughtsTokenCount": 2, "totalTokenCount": 18}
        parts = [{"text": "Hm.", "thought": True}, {"text": content}]
        candidate = {"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}
        return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": model, "responseId": "g1"}
    if path.endswith("count_tokens"):
        return {"input_tokens": 11}
    if path.endswith("messages"):
        usage = {"input_tokens": 8, "cache_read_input_tokens": 3, "cache_creation_input_tokens": 0, "output_tokens": 7}
        text = [{"type": "text", "text": content}]
        message = {"id": "msg_1", "type": "message", "role": "assistant", "model": model, "content": text}
        return {**message, "stop_reason": "end_turn", "stop_sequence": None, "usage": usage}
    if path.endswith("embeddings"):
        data = [{"object": "embedding", "index": 0, "embedding": [0.5, 0.25]}]
        return {"object": "list", "model": model, "data": data, "usage": {"prompt_tokens": 11, "total_tokens": 11}}
    if path.endswith("responses"):
        usage = {"input_tokens": 11, "output_tokens": 7, "total_tokens": 18}
        usage |= {"input_tokens_details": {"cached_tokens": 3}, "output_tokens_details": {"reasoning_tokens": 2}}
        part = {"type": "output_text", "text": content, "annotations": []}
        item = {"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": [part]}
        head = {"id": "resp_1", "object": "response", "created_at": 0, "model": model, "status": "completed"}
        rest = {"tool_choice": "auto", "tools": [], "parallel_tool_calls": True}
        return {**head, **rest, "output": [item], "usage": usage}
    usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
    usage["prompt_tokens_details"] = {"cached_tokens": 3}
    choice = {"index": 0, "finish_reason": "stop"}
    if path.endswith("chat/completions"):
        choice["message"] = {"role": "assistant", "content": content}
        kind = "chat.completion"
    else:
        choice["text"] = content
        kind = "text_completion"
    return {"id": "c1", "object": kind, "created": 0, "model": model, "choices": [choice], "usage": usage}


def events(path: str, body: dict[str, Any], wants_usage: bool) -> list[str]:
    """The same answer in pieces."""
    whole = answer(path, body, "".join(WORDS))
    if path.endswith("enerateContent"):
        usage = {"promptTokenCount": 11, "cachedContentTokenCount": 3, "totalTokenCount": 11}
        head = {**whole, "usageMetadata": usage}
        pieces = [{"text": "Hm.", "thought": True}, *({"text": word} for word in WORDS)]
        pieces.append({"functionCall": {"id": "f1", "name": "run", "args": {"code": "1"}}})
        contents = [{"content": {"role": "model", "parts": [piece]}, "index": 0} for piece in pieces]
        chunks = [{**head, "candidates": [content]} for content in contents]
        chunks[-1] = {**whole, "candidates": [{**contents[-1], "finishReason": "STOP"}]}
        return [f"data: {json.dumps(chunk)}\r\n\r\n" for chunk in chunks]
    if path.endswith("messages"):
        start = {**whole, "content": [], "stop_reason": None, "usage": {**whole["usage"], "output_tokens": 1}}
        parts: list[dict[str, Any]] = [{"type": "message_start", "message": start}]
        parts.append({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}})
        delta = [{"type": "text_delta", "text": word} for word in WORDS]
        parts += [{"type": "content_block_delta", "index": 0, "delta": each} for each in delta]
        parts.append({"type": "content_block_stop", "index": 0})
        end = {"stop_reason": "end_turn", "stop_sequence": None}
        parts.append({"type": "message_delta", "delta": end, "usage": {"output_tokens": 7}})
        parts.append({"type": "message_stop"})
        return [f"event: {part['type']}\ndata: {json.dumps(part)}\n\n" for part in parts]
    if path.endswith("responses"):
        parts = [{"type": "response.created", "response": {**whole, "status": "in_progress", "usage": None}}]
        where = {"item_id": "m", "output_index": 0, "content_index": 0, "logprobs": []}
        parts += [{"type": "response.output_text.delta", **where, "delta": word} for word in WORDS]
        parts.append({"type": "response.completed", "response": whole})
        numbered = [{**part, "sequence_number": number} for number, part in enumerate(parts)]
        return [f"event: {part['type']}\ndata: {json.dumps(part)}\n\n" for part in numbered]
    key = {"delta": {"content": ""}} if path.endswith("chat/completions") else {"text": ""}
    head = {name: whole[name] for name in ("id", "created", "model")}
    head["object"] = "chat.completion.chunk" if "delta" in key else "text_completion"
    chunks = []
    for word in WORDS:
        said = {"delta": {"role": "assistant", "content": word}} if "delta" in key else {"text": word}
        chunks.append({**head, "choices": [{"index": 0, "finish_reason": None, **said}]})
    chunks.append({**head, "choices": [{"index": 0, "finish_reason": "stop", **key}]})
    if wants_usage:
        chunks.append({**head, "choices": [], "usage": whole["usage"]})
    return [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks] + ["data: [DONE]\n\n"]
