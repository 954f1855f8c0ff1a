"""Sending a request to the provider, again where that may help, until the first byte of its answer."""

from __future__ import annotations

import asyncio
import json
import random
import ssl
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from functools import cache
from typing import Any, NamedTuple

import httpx

from mlebench.gateway.model.config import ProxyConfig

_WORTH_A_RETRY = (408, 409, 425, 429, 500, 502, 503, 504, 529)
# Errors after which the request may be sent again: it was not answered, and in most cases not received.
_BROKEN = (httpx.ConnectError, httpx.ConnectTimeout, httpx.ReadError, httpx.WriteError, httpx.RemoteProtocolError)
_PIECE = 256 << 10  # bytes that are sent at a time


class UpstreamError(Exception):
    """No answer came."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass
class Attempts:
    """How often a request was sent, and with what result."""

    statuses: list[int] = field(default_factory=list)  # 0 where no answer came
    pending: bool = False  # the provider may be at work on it, or has answered: it will want its money
    abandoned: bool = False  # nobody waits for the answer any more: it is not sent again


class Call(NamedTuple):
    """One request to the provider."""

    method: str
    url: str
    headers: Mapping[str, str]
    query: Mapping[str, str]
    body: bytes | None


class Upstream:
    """The connections to the providers; used within one event loop."""

    def __init__(self, config: ProxyConfig) -> None:
        self._config = config
        self._made: httpx.AsyncClient | None = None

    @property
    def _client(self) -> httpx.AsyncClient:
        if self._made is None:
            config = self._config
            limits = httpx.Limits(max_connections=None, max_keepalive_connections=20)
            timeout = httpx.Timeout(config.timeout, connect=config.connect_timeout)
            self._made = httpx.AsyncClient(timeout=timeout, limits=limits, verify=_certificates())
        return self._made

    async def close(self) -> None:
        """Close the connections."""
        if self._made is not None:
            await self._made.aclose()

    async def open(self, call: Call, attempts: Attempts) -> httpx.Response:
        """The answer, its body not yet read."""
        while True:
            attempts.pending = True
            try:
                response = await self._send(call)
            except _BROKEN as error:
                attempts.pending = False
                left = self._left(attempts)
                attempts.statuses.append(0)
                if left <= 0:
                    raise UpstreamError(502, "The provider cannot be reached.") from error
                await asyncio.sleep(self._pause(len(attempts.statuses)))
                continue
            attempts.pending = response.is_success
            left = self._left(attempts)
            attempts.statuses.append(response.status_code)
            pause = await self._pause_after(response, len(attempts.statuses)) if left > 0 else None
            if pause is None:
                return response
            await response.aclose()
            await asyncio.sleep(pause)

    def _left(self, attempts: Attempts) -> int:
        return 0 if attempts.abandoned else self._config.retries - len(attempts.statuses)

    async def _send(self, call: Call) -> httpx.Response:
        headers, content = dict(call.headers), None
        if call.body is not None:
            headers["content-length"], content = str(len(call.body)), in_pieces(call.body)
        request = self._client.build_request(
            call.method, call.url, headers=headers, params=dict(call.query) or None, content=content
        )
        try:
            return await self._client.send(request, stream=True)
        except _BROKEN:
            raise
        except httpx.TimeoutException as error:
            message = f"The provider did not answer within {self._config.timeout:g} s."
            raise UpstreamError(504, message) from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise UpstreamError(502, "The provider cannot be reached.") from error

    async def _pause_after(self, response: httpx.Response, attempt: int) -> float | None:
        """Seconds to wait before the next attempt; null where this answer is the one to hand on."""
        if response.status_code not in _WORTH_A_RETRY or response.headers.get("x-should-retry") == "false":
            return None
        try:
            if response.status_code == 429 and _out_of_money(await response.aread()):
                return None
        except httpx.HTTPError:  # the error broke off; it is still worth a retry
            return self._pause(attempt)
        asked = _retry_after(response.headers)
        if asked is None:
            return self._pause(attempt)
        return asked if asked <= self._config.max_backoff else None

    def _pause(self, attempt: int) -> float:
        longest: float = min(self._config.max_backoff, self._config.backoff * 2.0 ** (attempt - 1))
        return longest * random.uniform(0.75, 1.0)  # many sandboxes must not come back at the same moment


async def in_pieces(body: bytes) -> AsyncIterator[bytes]:
    """To encrypt and send a large one takes long: in between, other sandboxes have their turns in the loop."""
    for start in range(0, len(body), _PIECE):
        yield body[start : start + _PIECE]
        await asyncio.sleep(0)


@cache
def _certificates() -> ssl.SSLContext:
    """Loaded once for all runs of this process: it takes longer than opening a sandbox."""
    return httpx.create_ssl_context()


def _retry_after(headers: Mapping[str, str]) -> float | None:
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            return max(0.0, float(headers[name]) * unit)
        except (KeyError, ValueError):
            continue
    try:
        return max(0.0, parsedate_to_datetime(headers["retry-after"]).timestamp() - time.time())
    except (KeyError, ValueError):
        return None


def _out_of_money(body: bytes) -> bool:
    """A 429 that no waiting helps: the account itself is exhausted."""
    try:
        error: Any = json.loads(body)["error"]
        return "insufficient_quota" in (error.get("code"), error.get("type"))
    except (ValueError, KeyError, TypeError, AttributeError):
        return False
