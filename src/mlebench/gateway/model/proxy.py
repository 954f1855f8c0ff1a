"""The model proxy of one sandbox: an ASGI application that speaks as OpenAI, Anthropic and Gemini do."""

from __future__ import annotations

import asyncio
import hmac
import logging
from pathlib import Path
from typing import Any

import httpx
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send

from mlebench.gateway.journal import Journal
from mlebench.gateway.model.answers import pass_on
from mlebench.gateway.model.config import ProxyConfig
from mlebench.gateway.model.dialect import Route, address, base_address, find_route, guess_provider, headers_up, query
from mlebench.gateway.model.exchange import NO_RETRY, Exchange, Reply, disconnected
from mlebench.gateway.model.ledger import Ledger, ModelUsage
from mlebench.gateway.model.prices import Prices
from mlebench.gateway.model.reader import Reader
from mlebench.gateway.model.reading import Refusal, Terms
from mlebench.gateway.model.spans import Spans
from mlebench.gateway.model.upstream import Call, Upstream, UpstreamError
from mlebench.gateway.upload import discard, unhurried

_log = logging.getLogger(__name__)
_CROWDED = "too_many_requests"


class ModelProxy:
    """Forwards to the configured provider with the real key, counts, and keeps the budget.

    `token` is what clients must send as their key. It matters where the proxy listens on TCP, since other
    users of the machine could reach it there; in a sandbox behind a Unix socket it may be null.
    """

    def __init__(
        self, config: ProxyConfig, log: Path, *, token: str | None = None, earlier: ModelUsage | None = None
    ) -> None:
        self.config = config
        self.token = token
        self._run = log.parent.name
        self._ledger = Ledger(config.budget, Prices.load(config.prices, config.sellers), earlier)
        self._journal = Journal(log, max_bytes=config.log_bytes, secrets=config.secrets())
        self._spans = Spans(self._run, config.secrets())
        self._upstream = Upstream(config)
        self._turns = asyncio.Semaphore(config.max_concurrent)
        self._counted = asyncio.Event()  # something was, a moment ago
        self._reader = Reader(Terms(config.aliases, config.hosted_tools == "strip", config.log_body_chars))
        self._held = 0  # bytes of requests that are under way
        self._count = 0
        self._answers: set[str] = set()  # ids that may be gone on from: the account has those of other runs too

    @property
    def usage(self) -> ModelUsage:
        """Totals so far; may be read from any thread."""
        return self._ledger.usage()

    def budget_left(self) -> dict[str, Any]:
        """For the agent: limit, used and left of tokens and dollars; null where there is no limit."""
        usage, budget = self.usage, self.config.budget
        used = {"tokens": usage.prompt_tokens + usage.completion_tokens, "dollars": usage.known_cost_usd}
        limits = {"tokens": budget.tokens, "dollars": budget.dollars}
        return {
            unit: {"limit": limit, "used": used[unit], "left": None if limit is None else max(0, limit - used[unit])}
            for unit, limit in limits.items()
        }

    async def close(self) -> None:
        """Close the connections to the providers."""
        await asyncio.to_thread(self._reader.close)
        await self._upstream.close()
        await asyncio.to_thread(self._spans.close)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = Request(scope, receive)
        if scope["path"] == "/" and request.method in ("HEAD", "GET"):  # is anybody there? No call of a model.
            await JSONResponse({"status": "running"})(scope, receive, send)
            return
        route = find_route(request.method, scope["path"], request.headers)
        self._count += 1
        exchange = Exchange(self._count, route or _nowhere(request))
        reply = Reply(exchange, send, self._finish)
        try:
            held = await self._admitted(request, route, exchange)
            try:
                await self._work_until_disconnect(request, receive, exchange, reply)
            finally:
                self._held -= held
        except Refusal as refusal:
            self._ledger.refuse()
            headers = {} if refusal.code == _CROWDED else NO_RETRY
            await reply.error(refusal.status, refusal.message, refusal.code, headers)
        except ClientDisconnect:
            exchange.hung_up = True
        except Exception as fault:
            _log.exception("%s: a fault of the model proxy.", self._run)
            exchange.error = f"{type(fault).__name__}: {fault}"
            if not reply.begun:
                self._finish(exchange)
                await reply.error(500, "The model proxy has a problem.", "proxy_error", {})
        finally:
            self._finish(exchange)

    async def _admitted(self, request: Request, route: Route | None, exchange: Exchange) -> int:
        """Read a request, and say all that may be said against it. Returns the bytes that it holds."""
        if self.token is not None and not self._knows_token(request):
            raise Refusal(401, "The key is not the one that this run was given.", "invalid_api_key")
        if route is None:
            raise Refusal(404, f"There is no {request.method} {exchange.route.path} here.", "not_found")
        if route.provider not in self.config.providers:
            raise Refusal(404, f"This run has no access to {route.provider}.", "provider_not_configured")
        if route.streams and request.query_params.get("alt") != "sse":
            raise Refusal(400, "Streams are offered as server-sent events only: ask with ?alt=sse.", "invalid_request")
        if route.kind == "models":
            return 0
        body = await self._body(request)
        try:
            exchange.request = await self._reader.read(body, route)
            await asyncio.to_thread(self._check, exchange)
            self._ledger.strip(exchange.request.stripped)
        except BaseException:
            self._held -= len(body)
            raise
        return len(body)

    def _knows_token(self, request: Request) -> bool:
        key = request.headers.get("x-api-key") or request.headers.get("x-goog-api-key")
        sent = key or request.headers.get("authorization", "").removeprefix("Bearer ")
        return hmac.compare_digest(sent.encode(), (self.token or "").encode())

    async def _body(self, request: Request) -> bytes:
        limit = self.config.max_body_bytes
        too_large = Refusal(413, f"The request is larger than {limit} bytes.", "request_too_large")
        length, stream = request.headers.get("content-length", ""), request.stream()
        if length.isdigit() and int(length) > limit:
            await discard(request, stream)
            raise too_large
        pieces: list[bytes] = []
        size = 0
        try:
            async for piece in unhurried(stream):
                size += len(piece)
                self._held += len(piece)
                if size > limit:
                    pieces.clear()
                    await discard(request, stream)
                    raise too_large
                if self._held > 4 * limit:  # an agent must not swell the harness with parallel requests
                    raise Refusal(429, "Too many large requests at the same time.", _CROWDED)
                pieces.append(piece)
        except TimeoutError:
            self._held -= size
            raise Refusal(408, "The request took too long to arrive.", "request_timeout") from None
        except BaseException:
            self._held -= size
            raise
        return b"".join(pieces)

    def _check(self, exchange: Exchange) -> None:
        request, model = exchange.request, exchange.request.model
        if not self.config.allows(model):
            alias = f" (for '{request.asked}')" if model != request.asked else ""
            raise Refusal(403, f"The model '{model}'{alias} is not open to this run.", "model_not_allowed")
        if request.not_allowed and self.config.hosted_tools != "allow":
            message = f"The request asks for {request.not_allowed}, which this run may not ask of a provider."
            raise Refusal(400, message, "request_not_allowed")
        if request.is_background:
            raise Refusal(400, "Answers in the background are not offered.", "background_closed")
        previous = request.previous_answer
        if previous is not None and previous not in self._answers:
            raise Refusal(400, f"This run has had no answer '{previous[:100]}'.", "previous_response_not_found")
        if exchange.route.counted:
            if reason := self._ledger.unpriced(model):  # also finds the price, which takes a while the first time
                raise Refusal(403, reason, "model_without_price")
            self._check_budget()

    def _check_budget(self) -> None:
        if reason := self._ledger.exhausted():
            raise Refusal(429, reason, "budget_exhausted")

    async def _work_until_disconnect(
        self, request: Request, receive: Receive, exchange: Exchange, reply: Reply
    ) -> None:
        work = asyncio.ensure_future(self._work(request, exchange, reply))
        gone = asyncio.ensure_future(disconnected(receive))
        try:
            await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                exchange.hung_up = exchange.attempts.abandoned = True
                if exchange.attempts.pending:  # the provider goes on, and so do its costs: read it to the end
                    await asyncio.wait({work}, timeout=self.config.hang_up_seconds)
        finally:
            for task in (work, gone):
                task.cancel()
            results = await asyncio.gather(work, gone, return_exceptions=True)
        if isinstance(results[0], Exception):
            raise results[0]

    async def _work(self, request: Request, exchange: Exchange, reply: Reply) -> None:
        async with self._turns:
            route = exchange.route
            if route.counted:
                await self._reserve(exchange)
            self._ledger.request()
            exchange.tried = True
            call = Call(
                request.method,
                address(route, self.config, exchange.request.model),
                headers_up(route, request.headers, self.config),
                query(request.query_params),
                exchange.request.body or None,
            )
            try:
                response = await self._upstream.open(call, exchange.attempts)
                try:
                    await pass_on(response, exchange, reply, self.config)
                finally:
                    await response.aclose()
            except UpstreamError as error:
                await reply.error(error.status, str(error), "upstream_error", {})
            except httpx.HTTPError:
                await reply.error(502, "The provider's answer broke off.", "upstream_error", {})

    async def _reserve(self, exchange: Exchange) -> None:
        self._check_budget()  # it may have been used up while this one waited for its turn
        while not self._ledger.reserve(exchange.number, exchange.request.model, exchange.request.most):
            await self._counted.wait()
            self._check_budget()

    def _finish(self, exchange: Exchange) -> None:
        """Count what was used and write it down, once."""
        if not exchange.finished:
            exchange.finished = True
            self._settle(exchange)
            self._ledger.release(exchange.number)
            self._counted.set()  # wakes those that wait now
            self._counted.clear()
            self._journal.write(exchange.entry(self.config.log_body_chars))
            self._spans.call(exchange, base_address(exchange.route.provider, self.config))

    def _settle(self, exchange: Exchange) -> None:
        if exchange.tried and (exchange.problem is not None or (exchange.status or 0) >= 400):
            self._ledger.error()
        if not exchange.route.counted:
            return
        if exchange.tokens is None and exchange.attempts.pending:
            exchange.tokens, exchange.estimated = exchange.request.most, True
        if exchange.tokens is not None:
            answer = exchange.answer if isinstance(exchange.answer, dict) else {}
            answered, number = exchange.route.answered(answer), answer.get("id")
            if isinstance(number, str):
                self._answers.add(number)
            model, estimated = exchange.request.model, exchange.estimated
            exchange.cost = self._ledger.count(model, answered, exchange.tokens, estimated=estimated)


def _nowhere(request: Request) -> Route:
    return Route(guess_provider(request.headers), "models", request.scope["path"][:200])
