"""Calls of models as OpenTelemetry spans, by its conventions for generative AI, where the user has set up an exporter.

The user's OTEL_* variables decide. Without them nothing is imported. Spans hold names, counts and times: no message, no
key, no path of a provider's address.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from mlebench._version import __version__
from mlebench.gateway.model.dialect import Kind, Provider
from mlebench.gateway.model.exchange import Exchange
from mlebench.redact import redact

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span

_log = logging.getLogger(__name__)
_EXPORTER, _PROTOCOL = "OTEL_TRACES_EXPORTER", "OTEL_EXPORTER_OTLP_PROTOCOL"
_ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
_OTLP = {"http/protobuf": "otlp_proto_http", "grpc": "otlp_proto_grpc"}
_FLUSH_MILLISECONDS = 5000
_OPERATIONS: dict[Kind, str] = {
    "chat": "chat",
    "responses": "chat",
    "messages": "chat",
    "completions": "text_completion",
    "embeddings": "embeddings",
    "generate": "generate_content",
}
_PROVIDERS: dict[Provider, str] = {"openai": "openai", "anthropic": "anthropic", "gemini": "gcp.gemini"}


class Spans:
    """Those of one run, in one trace; none where no exporter is set up."""

    def __init__(self, run: str, secrets: Iterable[str] = ()) -> None:
        self._secrets = list(secrets)
        self._provider = provider = _provider(tuple(sorted(_asked(os.environ).items())))
        self._run: Span | None = None
        if provider is not None:
            from opentelemetry.trace import set_span_in_context

            self._tracer = provider.get_tracer("mlebench", __version__)
            attributes = {"gen_ai.operation.name": "invoke_agent", "mlebench.run": run}
            self._run = self._tracer.start_span("invoke_agent", attributes=attributes)
            self._context = set_span_in_context(self._run)

    def call(self, exchange: Exchange, address: str) -> None:
        """A call that has come to its end; `address` is the provider's."""
        operation = _OPERATIONS.get(exchange.route.kind)
        if self._run is None or operation is None:
            return
        from opentelemetry.trace import SpanKind, Status, StatusCode

        found = {"gen_ai.operation.name": operation, **_attributes(exchange, address)}
        clean = {name: self._clean(value) for name, value in found.items() if value is not None}
        ended = time.time_ns()
        span = self._tracer.start_span(
            f"{operation} {clean.get('gen_ai.request.model', '')}".strip(),
            self._context,
            SpanKind.CLIENT,
            clean,
            start_time=ended - int((time.monotonic() - exchange.started) * 1e9),
        )
        if "error.type" in clean:
            span.set_status(Status(StatusCode.ERROR))
        span.end(ended)

    def _clean(self, value: Any) -> Any:
        return redact(value, self._secrets) if isinstance(value, str) else value

    def close(self) -> None:
        """The run is over: what is left is sent, within a few seconds."""
        if self._run is not None and self._provider is not None:
            self._run.end()
            self._run = None
            self._provider.force_flush(_FLUSH_MILLISECONDS)


def _attributes(exchange: Exchange, address: str) -> dict[str, Any]:
    answer = exchange.answer if isinstance(exchange.answer, dict) else {}
    tokens, place = exchange.tokens, urlsplit(address)
    usage: dict[str, Any] = {}
    if tokens is not None:
        usage = {
            "input_tokens": tokens.prompt,
            "output_tokens": tokens.completion,
            "cache_read.input_tokens": tokens.cached or None,
            "cache_creation.input_tokens": tokens.cache_write + tokens.cache_write_long or None,
            "reasoning.output_tokens": tokens.reasoning or None,
        }
    number = answer.get("responseId" if exchange.route.provider == "gemini" else "id")
    return {
        "gen_ai.provider.name": _PROVIDERS[exchange.route.provider],
        "gen_ai.request.model": exchange.request.model or None,
        "gen_ai.request.stream": exchange.request.is_stream or None,
        "gen_ai.response.model": exchange.route.answered(answer),
        "gen_ai.response.id": number if isinstance(number, str) else None,
        "gen_ai.response.time_to_first_chunk": exchange.first_byte if exchange.request.is_stream else None,
        **{f"gen_ai.usage.{name}": value for name, value in usage.items()},
        "server.address": place.hostname,
        "server.port": place.port or {"http": 80, "https": 443}.get(place.scheme),
        "error.type": _error_type(exchange),
        "mlebench.cost_usd": exchange.cost,
        "mlebench.estimated": exchange.estimated or None,
        "mlebench.refused": not exchange.tried or None,
    }


def _error_type(exchange: Exchange) -> str | None:
    if exchange.hung_up:
        return "client_disconnected"
    if exchange.status is not None and exchange.status >= 400:
        return str(exchange.status)
    return "_OTHER" if exchange.error else None


def _asked(environment: Mapping[str, str]) -> dict[str, str]:
    """The user's variables, where they ask for spans."""
    found = {name: value for name, value in environment.items() if name.startswith("OTEL_") and value}
    wanted = found.get(_EXPORTER, "none" if not any(map(found.get, _ENDPOINTS)) else "otlp")
    return {} if wanted == "none" or found.get("OTEL_SDK_DISABLED", "").lower() == "true" else found


@cache
def _provider(asked: tuple[tuple[str, str], ...]) -> TracerProvider | None:
    """One for this process; the program's own, so that nobody else's spans are sent by it."""
    settings = dict(asked)
    if not settings:
        return None
    try:
        from importlib.metadata import entry_points

        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        protocol = settings.get("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") or settings.get(_PROTOCOL, "http/protobuf")
        names = [name.strip() for name in settings.get(_EXPORTER, "otlp").split(",")]
        names = [_OTLP.get(protocol, protocol) if name == "otlp" else name for name in names]
        known = {each.name: each for each in entry_points(group="opentelemetry_traces_exporter")}
        own_name = {} if "OTEL_SERVICE_NAME" in settings else {"service.name": "mlebench"}
        provider = TracerProvider(resource=Resource.create(own_name))
        for name in names:
            provider.add_span_processor(BatchSpanProcessor(known[name].load()()))
    except Exception as error:  # a value that it does not take, an exporter of the user's: no reason to end a run
        why = f"no exporter {error}" if isinstance(error, KeyError) else str(error)
        hint = " Install them: pip install 'mlebench[otel]'" if isinstance(error, ImportError | KeyError) else ""
        _log.warning("OTEL_* variables ask for spans, which cannot be sent: %s.%s", why.rstrip("."), hint)
        return None
    return provider
