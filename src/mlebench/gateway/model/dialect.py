"""The dialects that clients speak: their pages, headers and errors."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from mlebench.gateway.model.config import ProxyConfig
from mlebench.gateway.model.tokens import TokenCount, anthropic_tokens, gemini_tokens, openai_tokens

Provider = Literal["openai", "anthropic", "gemini"]
Kind = Literal[
    "chat", "completions", "responses", "embeddings", "messages", "count", "generate", "count_contents", "models"
]

_POSTS: dict[str, tuple[Provider, Kind]] = {
    "/chat/completions": ("openai", "chat"),
    "/completions": ("openai", "completions"),
    "/responses": ("openai", "responses"),
    "/embeddings": ("openai", "embeddings"),
    "/messages": ("anthropic", "messages"),
    "/messages/count_tokens": ("anthropic", "count"),
}
# Everything else that a client sends stays here: credentials above all.
_PASSED_UP = ("anthropic-version", "anthropic-beta", "openai-beta", "idempotency-key")
# ... and what a provider tells its customer: cookies, the account, its limits.
_PASSED_DOWN = ("retry-after", "retry-after-ms", "x-should-retry", "request-id", "x-request-id")
_MODELS = re.compile(r"/models(?:/[\w.:@/\-]{1,200})?")
# Gemini names the model, and what to do with it, in the path.
_GEMINI = re.compile(r"/v1(?:beta|alpha)?/models/(?P<model>[\w.@\-]{1,200}):(?P<action>\w+)", re.ASCII)
_GEMINI_KINDS: dict[str, Kind] = {
    "generateContent": "generate",
    "streamGenerateContent": "generate",
    "countTokens": "count_contents",
}
_QUERY = ("beta", "limit", "after_id", "before_id", "pageSize", "pageToken")
_RPC = "type.googleapis.com/google.rpc."
_NEVER = "86400s"  # Gemini's way to say that a retry is of no use: its client gives up where it should wait so long

_TYPES: dict[Provider, dict[int, str]] = {
    "openai": {401: "authentication_error", 403: "permission_error", 429: "insufficient_quota"},
    "anthropic": {
        401: "authentication_error",
        403: "permission_error",
        404: "not_found_error",
        413: "request_too_large",
        429: "rate_limit_error",
        504: "timeout_error",
    },
    "gemini": {
        401: "UNAUTHENTICATED",
        403: "PERMISSION_DENIED",
        404: "NOT_FOUND",
        429: "RESOURCE_EXHAUSTED",
        504: "DEADLINE_EXCEEDED",
    },
}
_USUAL_TYPES: dict[Provider, tuple[str, str]] = {  # of other faults: the client's, the server's
    "openai": ("invalid_request_error", "server_error"),
    "anthropic": ("invalid_request_error", "api_error"),
    "gemini": ("INVALID_ARGUMENT", "INTERNAL"),
}


class Route(NamedTuple):
    """One page of a provider."""

    provider: Provider
    kind: Kind
    path: str  # at the provider, after its base address
    model: str | None = None  # where the path names it
    streams: bool = False  # where the path says so

    @property
    def counted(self) -> bool:
        """Whether answers cost something."""
        return self.kind not in ("models", "count", "count_contents")

    def usage(self, answer: Mapping[str, Any]) -> dict[str, Any] | None:
        """The part of an answer that tells its tokens."""
        usage = answer.get("usageMetadata" if self.provider == "gemini" else "usage")
        return usage if isinstance(usage, dict) else None

    def tokens(self, usage: Mapping[str, Any]) -> TokenCount:
        """Read the usage of an answer."""
        return _TOKENS[self.provider](usage)

    def answered(self, answer: Mapping[str, Any]) -> str | None:
        """The model that an answer says it comes from."""
        model = answer.get("modelVersion" if self.provider == "gemini" else "model")
        return model if isinstance(model, str) else None


_TOKENS = {"openai": openai_tokens, "anthropic": anthropic_tokens, "gemini": gemini_tokens}


def find_route(method: str, path: str, headers: Mapping[str, str]) -> Route | None:
    """The page that a request means, or null. The version in front may be missing, as in some clients."""
    if (gemini := _gemini_route(method, path, headers)) is not None:
        return gemini
    short = path.removeprefix("/v1")
    provider: Provider
    if method == "POST" and short in _POSTS:
        provider, kind = _POSTS[short]
    elif method == "GET" and _MODELS.fullmatch(short) and ".." not in short:
        provider, kind = "anthropic" if "anthropic-version" in headers else "openai", "models"
    else:
        return None
    return Route(provider, kind, f"/v1{short}" if provider == "anthropic" else short)


def _gemini_route(method: str, path: str, headers: Mapping[str, str]) -> Route | None:
    version, short = path[: path.find("/", 1)], path[path.find("/", 1) :]
    sure = version in ("/v1beta", "/v1alpha") or (version == "/v1" and guess_provider(headers) == "gemini")
    if method == "GET" and sure and _MODELS.fullmatch(short) and ".." not in path:
        return Route("gemini", "models", path)
    asked = _GEMINI.fullmatch(path) if method == "POST" else None
    if asked is None or asked["action"] not in _GEMINI_KINDS or ".." in path:
        return None
    streams = asked["action"] == "streamGenerateContent"
    return Route("gemini", _GEMINI_KINDS[asked["action"]], path, asked["model"], streams)


def guess_provider(headers: Mapping[str, str]) -> Provider:
    """Whose client sends such headers, where the page does not say it."""
    if "x-goog-api-key" in headers or "x-goog-api-client" in headers:
        return "gemini"
    return "anthropic" if "anthropic-version" in headers else "openai"


def address(route: Route, config: ProxyConfig, model: str) -> str:
    """Where the page is at the configured provider, which may know the model by another name than the client."""
    path = route.path if route.model is None else route.path.replace(f"/{route.model}:", f"/{model}:")
    return base_address(route.provider, config).rstrip("/") + path


def base_address(provider: Provider, config: ProxyConfig) -> str:
    """Where the configured provider is."""
    bases: dict[Provider, str] = {
        "openai": config.openai_base_url,
        "anthropic": config.anthropic_base_url,
        "gemini": config.gemini_base_url,
    }
    return bases[provider]


def query(parameters: Mapping[str, str]) -> dict[str, str]:
    """The part of a query that is passed on."""
    stream = {"alt": "sse"} if parameters.get("alt") == "sse" else {}
    return stream | {name: parameters[name] for name in _QUERY if name in parameters}


def headers_up(route: Route, headers: Mapping[str, str], config: ProxyConfig) -> dict[str, str]:
    """What the provider gets: a few headers of the client's and the real key."""
    passed = {name: headers[name] for name in _PASSED_UP if name in headers}
    passed |= {"accept-encoding": "identity", "user-agent": "mlebench"}
    if route.kind != "models":
        passed["content-type"] = "application/json"
    if route.provider == "anthropic":
        passed.setdefault("anthropic-version", "2023-06-01")
        if config.anthropic_api_key is not None:
            passed["x-api-key"] = config.anthropic_api_key.get_secret_value()
    elif route.provider == "gemini":
        if config.gemini_api_key is not None:
            passed["x-goog-api-key"] = config.gemini_api_key.get_secret_value()
    elif config.openai_api_key is not None:
        passed["authorization"] = f"Bearer {config.openai_api_key.get_secret_value()}"
    return passed


def headers_down(headers: Mapping[str, str]) -> dict[str, str]:
    """What the client gets of the provider's headers."""
    return {name: headers[name] for name in _PASSED_DOWN if name in headers}


def error_body(provider: Provider, status: int, message: str, code: str | None = None) -> dict[str, Any]:
    """An error in the provider's own form, so that its client raises what its users expect."""
    kind = _TYPES[provider].get(status, _USUAL_TYPES[provider][status >= 500])
    if provider == "anthropic":
        return {"type": "error", "error": {"type": kind, "message": message}}
    if provider == "gemini":
        details: list[dict[str, str]] = [
            {"@type": f"{_RPC}ErrorInfo", "reason": str(code).upper(), "domain": "mlebench"}
        ]
        if code == "budget_exhausted":
            details.append({"@type": f"{_RPC}RetryInfo", "retryDelay": _NEVER})
        return {"error": {"code": status, "message": message, "status": kind, "details": details}}
    return {"error": {"message": message, "type": kind, "param": None, "code": code}}


def error_event(provider: Provider, message: str) -> bytes:
    """The same for an answer that has already begun to stream."""
    body = json.dumps(error_body(provider, 502, message, "upstream_error"))
    name = "" if provider == "gemini" else "event: error\n"  # Gemini's client takes such a line for JSON
    return f"{name}data: {body}\n\n".encode()
