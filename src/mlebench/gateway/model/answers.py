"""Handing the provider's answer on to the sandbox: whole, streaming, or as an error."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx

from mlebench.gateway.model.config import ProxyConfig
from mlebench.gateway.model.dialect import error_event, headers_down
from mlebench.gateway.model.exchange import NO_RETRY, Exchange, Reply
from mlebench.gateway.model.streams import EventSplitter, StreamRecord, event_data, is_end_mark, is_usage_only
from mlebench.gateway.model.tokens import estimated_tokens
from mlebench.redact import redact

_CREDENTIALS = "The provider does not accept the credentials of the harness; this is no fault of the agent."
_BROKEN = "The provider's answer broke off."


async def pass_on(response: httpx.Response, exchange: Exchange, reply: Reply, config: ProxyConfig) -> None:
    """The provider's answer, by its kind. Raises httpx.HTTPError where it breaks off before its first byte."""
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if response.status_code >= 300:
        await _error(response, exchange, reply, config)
    elif kind == "text/event-stream":
        await _stream(response, exchange, reply, config)
    else:
        await _whole(response, exchange, reply, config)


async def _error(response: httpx.Response, exchange: Exchange, reply: Reply, config: ProxyConfig) -> None:
    status, headers = response.status_code, headers_down(response.headers)
    text = redact((await response.aread()).decode("utf-8", "replace"), config.secrets())
    exchange.answer = text
    if status in (401, 403):  # its words are about the user's account
        await reply.error(status, _CREDENTIALS, "provider_credentials", {**headers, **NO_RETRY})
    elif status < 400:
        await reply.error(502, "The provider's address leads elsewhere.", "upstream_error", headers)
    elif isinstance(_json(text), dict):
        exchange.answer = _json(text)
        exchange.error = f"the provider answered {status}"
        await reply.whole(status, text.encode(), headers)
    else:
        await reply.error(status, f"The provider answered {status}: {text[:500]}", "upstream_error", headers)


async def _whole(response: httpx.Response, exchange: Exchange, reply: Reply, config: ProxyConfig) -> None:
    body = await response.aread()
    answer = _json(body.decode("utf-8", "replace"))
    if not isinstance(answer, dict):
        exchange.answer = body[:2000].decode("utf-8", "replace")
        exchange.tokens, exchange.estimated = estimated_tokens(exchange.request, len(body)), True
        await reply.error(502, "The provider's answer cannot be read.", "upstream_error", {})
        return
    exchange.answer = answer
    usage = exchange.route.usage(answer)
    if usage is not None:
        exchange.tokens = exchange.route.tokens(usage)
    elif exchange.route.counted:
        exchange.tokens, exchange.estimated = estimated_tokens(exchange.request, len(body)), True
    if exchange.route.kind == "models" and config.models:
        body = json.dumps(_open_models(answer, config)).encode()
    await reply.whole(response.status_code, _scrubbed(body, config), headers_down(response.headers))


async def _stream(response: httpx.Response, exchange: Exchange, reply: Reply, config: ProxyConfig) -> None:
    splitter, record = EventSplitter(), StreamRecord(exchange.route, config.log_body_chars)
    kind = exchange.route.kind
    try:
        async for chunk in response.aiter_bytes():
            if not reply.begun:
                headers = {"cache-control": "no-cache", **headers_down(response.headers)}
                await reply.begin(response.status_code, "text/event-stream; charset=utf-8", headers)
            kept = []
            for event in splitter.feed(chunk):
                data = event_data(event)
                if data is not None:
                    record.see(data)
                if is_end_mark(event, data):  # clients read no further: all must be counted before they see it
                    _note(exchange, record, record.error)
                    reply.settle()
                if not (exchange.hides_usage and is_usage_only(kind, data)):
                    kept.append(event)
            if kept:
                await reply.piece(_scrubbed(b"".join(kept), config))
        rest = splitter.rest()
        if not reply.begun:
            raise httpx.RemoteProtocolError(_BROKEN)
        _note(exchange, record, record.error)
        await reply.piece(_scrubbed(rest, config), last=True)
    except httpx.HTTPError:
        if not reply.begun:
            raise
        # Too late for a status: an event of the dialect's own makes the client raise what it should.
        _note(exchange, record, _BROKEN)
        await reply.piece(b"\n\n" + error_event(exchange.route.provider, _BROKEN), last=True)
    except asyncio.CancelledError:
        _note(exchange, record, exchange.error)
        if exchange.estimated and exchange.tokens is not None:  # the rest is never told: the most that it may be
            written = max(exchange.tokens.completion, exchange.most.completion)
            exchange.tokens = exchange.tokens._replace(completion=written)
        raise


def _note(exchange: Exchange, record: StreamRecord, error: str | None) -> None:
    exchange.error = error
    exchange.tokens, exchange.estimated = record.tokens(exchange.request)
    model = {"modelVersion" if exchange.route.provider == "gemini" else "model": record.model}
    exchange.answer = {"id": record.id, **model, **record.content()}


def _open_models(answer: dict[str, Any], config: ProxyConfig) -> dict[str, Any]:
    """A list of models without those that are closed to the run."""
    for key, name in (("data", "id"), ("models", "name")):
        if isinstance(answer.get(key), list):
            kept = [each for each in answer[key] if config.allows(str(each.get(name)).removeprefix("models/"))]
            answer = {**answer, key: kept}
    return answer


def _scrubbed(body: bytes, config: ProxyConfig) -> bytes:
    """No answer carries the key, not even that of a provider which repeats what it was sent."""
    for secret in config.secrets():
        body = body.replace(secret.encode(), b"[redacted]")
    return body


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
