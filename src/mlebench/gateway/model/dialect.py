"""The two dialects that clients speak: their pages, headers and errors."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from mlebench.gateway.model.config import ProxyConfig
from mlebench.gateway.model.tokens import TokenCount, anthropic_tokens, openai_tokens

Provider = Literal["openai", "anthropic"]
Kind = Literal["chat", "completions", "responses", "embeddings", "messages", "count", "models"]

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
_QUERY = ("beta", "limit", "after_id", "before_id")

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
}


class Route(NamedTuple):
    """One page of a provider."""

    provider: Provider
    kind: Kind
    path: str  # at the provider, after its base address

    @property
    def counted(self) -> bool:
        """Whether answers cost something."""
        return self.kind not in ("models", "count")

    def tokens(self, usage: Mapping[str, Any]) -> TokenCount:
        """Read the usage of an answer."""
        return anthropic_tokens(usage) if self.provider == "anthropic" else openai_tokens(usage)


def find_route(method: str, path: str, headers: Mapping[str, str]) -> Route | None:
    """The page that a request means, or null. The version in front may be missing, as in some clients."""
    short = path.removeprefix("/v1")
    provider: Provider
    if method == "POST" and short in _POSTS:
        provider, kind = _POSTS[short]
    elif method == "GET" and _MODELS.fullmatch(short) and ".." not in short:
        provider, kind = "anthropic" if "anthropic-version" in headers else "openai", "models"
    else:
        return None
    return Route(provider, kind, f"/v1{short}" if provider == "anthropic" else short)


def address(route: Route, config: ProxyConfig) -> str:
    """Where the page is at the configured provider."""
    base = config.anthropic_base_url if route.provider == "anthropic" else config.openai_base_url
    return base.rstrip("/") + route.path


def query(parameters: Mapping[str, str]) -> dict[str, str]:
    """The part of a query that is passed on."""
    return {name: parameters[name] for name in _QUERY if name in parameters}


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
    elif config.openai_api_key is not None:
        passed["authorization"] = f"Bearer {config.openai_api_key.get_secret_value()}"
    return passed


def headers_down(headers: Mapping[str, str]) -> dict[str, str]:
    """What the client gets of the provider's headers."""
    return {name: headers[name] for name in _PASSED_DOWN if name in headers}


def error_body(provider: Provider, status: int, message: str, code: str | None = None) -> dict[str, Any]:
    """An error in the provider's own form, so that its client raises what its users expect."""
    usual = "invalid_request_error" if status < 500 else "api_error" if provider == "anthropic" else "server_error"
    kind = _TYPES[provider].get(status, usual)
    if provider == "anthropic":
        return {"type": "error", "error": {"type": kind, "message": message}}
    return {"error": {"message": message, "type": kind, "param": None, "code": code}}


def error_event(provider: Provider, message: str) -> bytes:
    """The same for an answer that has already begun to stream."""
    body = json.dumps(error_body(provider, 502, message, "upstream_error"))
    return f"event: error\ndata: {body}\n\n".encode()
