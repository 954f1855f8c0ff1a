"""Reading a request: what it asks for, what it may take, and its form for the provider."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from mlebench.gateway.journal import shortened
from mlebench.gateway.model.allowed import not_allowed
from mlebench.gateway.model.dialect import Route
from mlebench.gateway.model.hosted import without_hosted_tools
from mlebench.gateway.model.shapes import is_deep
from mlebench.gateway.model.tokens import TokenCount, most_tokens, prompt_tokens

_MODEL_NAME = 200  # characters
_DEPTH = 100
_MOST_PARTS = 500_000  # lists, objects and commas


class Refusal(Exception):
    """The proxy itself says no."""

    def __init__(self, status: int, message: str, code: str) -> None:
        super().__init__(status, message, code)
        self.status, self.message, self.code = status, message, code


class Terms(NamedTuple):
    """What is done to the requests of a run."""

    aliases: Mapping[str, str]  # models by the names that clients may ask for
    strips: bool  # tools that run at the provider are taken out
    max_noted: int  # characters of a request in the journal


class Reading(NamedTuple):
    """What the proxy needs to know of a request."""

    model: str = ""  # by the provider's name for it
    asked: str = ""  # by the client's
    stripped: tuple[str, ...] = ()  # tools that were taken out of it
    is_stream: bool = False
    previous_answer: str | None = None  # that it goes on from
    is_background: bool = False
    not_allowed: str | None = None  # what may not be asked of a provider
    prompt: int = 0  # tokens, by the length of its texts
    most: TokenCount = TokenCount()  # what it may take
    noted: Any = {}  # for the journal
    hides_usage: bool = False  # the usage in the stream is for the proxy, the client did not ask for it
    body: bytes = b""  # as the provider gets it


def read(body: bytes, route: Route, terms: Terms) -> Reading:
    """Read a request to one of the pages; raises Refusal where it is none."""
    request = _parsed(body, route.model)
    asked, previous = request["model"], request.get("previous_response_id")
    request["model"] = terms.aliases.get(asked, asked)
    noted, most = shortened(request, terms.max_noted), most_tokens(request, writes=route.kind != "embeddings")
    stripped: list[str] = []
    if terms.strips:
        request, stripped = without_hosted_tools(route.kind, request)
    passed_on, hides_usage = _prepared(request, route)
    return Reading(
        model=request["model"],
        asked=asked,
        stripped=tuple(stripped),
        is_stream=route.streams or bool(request.get("stream")),
        previous_answer=None if previous is None else str(previous),
        is_background=bool(request.get("background")),
        not_allowed=not_allowed(route.kind, request),
        prompt=prompt_tokens(request),
        most=most,
        noted=noted,
        hides_usage=hides_usage,
        body=passed_on,
    )


def _parsed(body: bytes, model_in_path: str | None) -> dict[str, Any]:
    if sum(body.count(mark) for mark in (b"[", b"{", b",")) > _MOST_PARTS:
        raise Refusal(413, f"The request has more than {_MOST_PARTS} parts.", "request_too_large")
    try:
        request = json.loads(body, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise Refusal(400, "The request is not JSON.", "invalid_json") from error
    if isinstance(request, dict) and model_in_path is not None:
        request["model"] = model_in_path
    model = request.get("model") if isinstance(request, dict) else None
    if not isinstance(model, str) or len(model) > _MODEL_NAME:
        raise Refusal(400, "The request must be a JSON object that names a 'model'.", "invalid_request")
    if is_deep(request, _DEPTH):
        raise Refusal(400, "The request is nested too deeply.", "invalid_request")
    return dict(request)


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _prepared(asked: dict[str, Any], route: Route) -> tuple[bytes, bool]:
    """The body as the provider gets it: written anew, so that it means there what was checked here.

    (A key that occurs twice means its last value to one reader and its first to another.)
    """
    if route.model is not None:
        asked = {name: value for name, value in asked.items() if name != "model"}
    options = asked.get("stream_options")
    options = options if isinstance(options, dict) else {}
    hides = route.kind in ("chat", "completions") and bool(asked.get("stream")) and not options.get("include_usage")
    if hides:
        asked = {**asked, "stream_options": {**options, "include_usage": True}}
    return json.dumps(asked).encode(), hides
