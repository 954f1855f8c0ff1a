"""HTTP at a door: uvicorn's protocol, with limits for those who connect and say nothing, or say it slowly."""

from __future__ import annotations

import asyncio
import logging
from functools import cache
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from mlebench.gateway.admission import Admission

_log = logging.getLogger(__name__)
_KEEP_ALIVE = 75  # longer than the pools of HTTP clients keep a connection, so that they close it first
HEAD_SECONDS = 30.0


@cache  # to make one takes longer than to open a door, and it sets levels of the whole process
def _config() -> uvicorn.Config:
    config = uvicorn.Config(
        _nothing,
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="critical",  # what an agent sends is no news for the user's terminal; apps keep journals
        access_log=False,
        date_header=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=_KEEP_ALIVE,
    )
    config.load()
    return config


async def _nothing(scope: Scope, receive: Receive, send: Send) -> None:
    """Each connection has the application of its server."""


class HttpServer:
    """Serves an application on the connections that it is given. Must be used within the loop."""

    def __init__(self, app: ASGIApp, admission: Admission) -> None:
        self._app, self._admission = self._paced(app), admission
        # Only its state: its main loop would wake up ten times a second, and it accepts without a limit.
        self._state = uvicorn.Server(_config()).server_state

    def connection(self) -> asyncio.Protocol:
        """The protocol of one connection."""
        return _Connection(self._app, self._state, self._admission)

    def stop(self) -> set[asyncio.Task[None]]:
        """Drop the connections; returns what was going on behind them."""
        for connection in list(self._state.connections):
            transport = getattr(connection, "transport", None)
            if transport is not None:
                transport.abort()
        return set(self._state.tasks)

    def _paced(self, app: ASGIApp) -> ASGIApp:
        """Faults of the application go to our log; uvicorn's own is closed, since it also has what agents send."""

        async def paced(scope: Scope, receive: Receive, send: Send) -> None:
            await self._admission.turn()
            try:
                await app(scope, receive, send)
            except Exception:
                _log.exception("A fault of the gateway at %s.", scope.get("path"))
                raise

        return paced


class _Connection(H11Protocol):
    """Its peer has so many seconds to say what it wants, from the connection or from the first byte of a request.

    (Uvicorn itself waits without end for a first request, and for the rest of a head that has begun.)
    """

    def __init__(self, app: ASGIApp, state: Any, admission: Admission) -> None:
        super().__init__(_config(), state, {})
        self.app, self._admission = app, admission
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, problem: Exception | None) -> None:
        super().connection_lost(problem)
        if self._deadline is not None:
            self._deadline.cancel()
        self._unset_keepalive_if_required()
        self._admission.leave()

    def _watch(self) -> None:
        if self.conn.their_state is h11.IDLE:
            if self._deadline is None:
                self._deadline = self.loop.call_later(HEAD_SECONDS, self.transport.abort)
        elif self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
