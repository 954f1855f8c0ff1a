"""A server of completions with `echo` and `logprobs`, as vLLM has it, whose probabilities anybody can compute."""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from mlebench.gateway.model import ProxyConfig
from mlebench.gateway.server import GatewayHost
from mlebench.gateway.sockets import tcp_listener

KEY = "sk-key-of-the-measuring-user"
MODEL = "base-1"


def words(text: str) -> list[str]:
    """Its tokens: words with the white space before them."""
    return re.findall(r"\s*\S+|\s+$", text)


def probability(token: str) -> float:
    """What the model gives to a token: the more letters, the less."""
    return 1 / (1 + len(token))


def mean_probability(text: str) -> float:
    """What is to be measured of a text that is sent in one piece."""
    known = [probability(token) for token in words(text)[1:]]
    return math.fsum(known) / len(known)


class Completions:
    """The application; `asked` are the prompts. Tests put answers of another kind into `instead`, one for each request.

    With `hold_after`, requests after so many wait until the server closes.
    """

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.keys: list[str | None] = []
        self.instead: list[Response] = []
        self.change: Callable[[dict[str, Any]], object] = lambda answer: answer
        self.hold_after: int | None = None
        self.held = asyncio.Event()
        self.waiting = 0
        self.url = ""
        self.app = Starlette(routes=[Route("/v1/completions", self._complete, methods=["POST"])])

    @property
    def config(self) -> ProxyConfig:
        """The endpoint as the harness knows it."""
        environment = {"OPENAI_BASE_URL": self.url, "OPENAI_API_KEY": KEY}
        return ProxyConfig.from_environment(environment).model_copy(update={"backoff": 0.001})

    async def _complete(self, request: Request) -> Response:
        body = await request.json()
        if self.hold_after is not None and len(self.asked) >= self.hold_after:
            self.waiting += 1
            await self.held.wait()
        self.asked.append(body["prompt"])
        self.keys.append(request.headers.get("authorization"))
        if self.instead:
            return self.instead.pop(0)
        assert (body["echo"], body["logprobs"], body["temperature"]) == (True, 1, 0)
        return JSONResponse(self.change(self.answer(body["prompt"], body["model"])))

    def answer(self, prompt: str, model: str) -> dict[str, Any]:
        tokens = [*words(prompt), " end"]
        logs: list[float | None] = [None, *(math.log(probability(token)) for token in tokens[1:])]
        offsets = [sum(map(len, tokens[:number])) for number in range(len(tokens))]
        found = {"tokens": tokens, "token_logprobs": logs, "text_offset": offsets, "top_logprobs": None}
        choice = {"index": 0, "text": prompt + " end", "logprobs": found, "finish_reason": "length"}
        usage = {"prompt_tokens": len(tokens) - 1, "completion_tokens": 1, "total_tokens": len(tokens)}
        return {"id": "cmpl-1", "object": "text_completion", "model": model, "choices": [choice], "usage": usage}


@contextmanager
def serving() -> Iterator[Completions]:
    """The server at a port of its own."""
    server, listener = Completions(), tcp_listener()
    with GatewayHost() as host:
        endpoint = host.serve(server.app, listener)
        server.url = f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
        yield server
        endpoint.close()
