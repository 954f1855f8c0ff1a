"""One request of a sandbox and its answer: the shared notes of everything that happens to it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from starlette.types import Receive, Send

from mlebench.gateway.journal import shortened
from mlebench.gateway.model.dialect import Route, error_body
from mlebench.gateway.model.tokens import TokenCount
from mlebench.gateway.model.upstream import Attempts

NO_RETRY = {"x-should-retry": "false"}  # the clients of OpenAI and Anthropic obey it


class Refusal(Exception):
    """The proxy itself says no."""

    def __init__(self, status: int, message: str, code: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


@dataclass
class Exchange:
    """What is known of one request."""

    number: int
    route: Route
    request: dict[str, Any] = field(default_factory=dict)
    body: bytes | None = None  # the request as the provider gets it
    noted: Any = field(default_factory=dict)  # ... and as the journal has it
    most: TokenCount = field(default_factory=TokenCount)  # what it may take
    asked: str = ""  # the model, by the client's name for it
    stripped: list[str] = field(default_factory=list)  # tools that were taken out of it
    hides_usage: bool = False  # the usage in the stream was the proxy's source_options, not the client's
    started: float = field(default_factory=time.monotonic)
    finished: bool = False  # counted and in the journal
    tried: bool = False  # it went to the provider
    hung_up: bool = False  # the client, before the end
    attempts: Attempts = field(default_factory=Attempts)
    status: int | None = None  # as the client sees it
    first_byte: float | None = None
    tokens: TokenCount | None = None
    estimated: bool = False
    cost: float | None = None
    error: str | None = None
    answer: Any = None

    @property
    def model(self) -> str:
        """The model, by the provider's name for it."""
        return str(self.request.get("model", ""))

    @property
    def problem(self) -> str | None:
        """Why the client has no whole answer."""
        return self.error or ("the client hung up" if self.hung_up else None)

    def entry(self, max_characters: int) -> dict[str, Any]:
        """For the journal."""
        tokens = self.tokens._asdict() if self.tokens is not None else None
        return {
            "number": self.number,
            "provider": self.route.provider,
            "path": self.route.path,
            "model": self.model,
            "asked_model": self.asked,
            "stripped_tools": self.stripped,
            "stream": self.route.streams or bool(self.request.get("stream")),
            "status": self.status,
            "attempts": self.attempts.statuses,
            "seconds": round(time.monotonic() - self.started, 3),
            "first_byte_seconds": round(self.first_byte, 3) if self.first_byte is not None else None,
            "usage": tokens,
            "estimated": self.estimated,
            "cost_usd": self.cost,
            "error": self.problem,
            "request": self.noted,
            "answer": shortened(self.answer, max_characters),
        }


class Reply:
    """The client's end of an exchange. `finish` is called before the last byte goes out.

    So a client that has its answer finds it counted and in the journal.
    """

    def __init__(self, exchange: Exchange, send: Send, finish: Callable[[Exchange], None]) -> None:
        self._exchange, self._send, self._finish = exchange, send, finish
        self.begun = False

    async def begin(self, status: int, content_type: str, headers: dict[str, str]) -> None:
        """Status and headers."""
        self.begun = True
        self._exchange.status = status
        self._exchange.first_byte = time.monotonic() - self._exchange.started
        pairs = {"content-type": content_type, **headers}
        lines = [(name.encode("latin-1"), value.encode("latin-1", "replace")) for name, value in pairs.items()]
        await self._send({"type": "http.response.start", "status": status, "headers": lines})

    async def piece(self, data: bytes, *, last: bool = False) -> None:
        """A part of the body."""
        if last:
            self.settle()
        await self._send({"type": "http.response.body", "body": data, "more_body": not last})

    def settle(self) -> None:
        """Nothing that counts comes after this."""
        self._finish(self._exchange)

    async def whole(self, status: int, data: bytes, headers: dict[str, str]) -> None:
        """All at once."""
        await self.begin(status, "application/json", {**headers, "content-length": str(len(data))})
        await self.piece(data, last=True)

    async def error(self, status: int, message: str, code: str, headers: dict[str, str]) -> None:
        """An error in the provider's form."""
        self._exchange.error = message
        body = error_body(self._exchange.route.provider, status, message, code)
        await self.whole(status, json.dumps(body).encode(), headers)


async def disconnected(receive: Receive) -> None:
    """Returns when the client hangs up."""
    while (await receive())["type"] != "http.disconnect":
        pass
