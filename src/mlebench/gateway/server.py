"""The gateway's engine: one event loop in a thread of the harness serves the sandboxes of this process.

A loop for all sandboxes instead of a server for each, because opening a sandbox must cost milliseconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import socket
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

from starlette.types import ASGIApp

from mlebench.gateway.admission import Admission, fair_share
from mlebench.scratch import Scratch, remove_leftovers

_log = logging.getLogger(__name__)
_T = TypeVar("_T")
_END_SECONDS = 2.0

_Stop = Callable[[], Coroutine[Any, Any, None]]
Connected = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, None]]


class Endpoint:
    """One open door. Closing it drops the connections and cancels what was going on behind them."""

    def __init__(self, host: GatewayHost, stop: _Stop) -> None:
        self._host, self._stop = host, stop
        self._closed = False

    def close(self) -> None:
        """Close the door; nothing happens behind it afterwards."""
        if not self._closed:
            self._closed = True
            self._host.call(self._stop())


class GatewayHost:
    """The thread with the event loop. Methods may be called from every other thread."""

    def __init__(self) -> None:
        remove_leftovers("gateway", short=True)
        remove_leftovers("uploads")
        # One for the sockets of all sandboxes: each sandbox is shown its own sockets, never the folder.
        self._sockets, self._uploads = Scratch("gateway", short=True), Scratch("uploads")
        self._numbers = itertools.count()
        self._doors = 0
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(_note)
        self._thread = threading.Thread(target=self._run, name="mlebench-gateway", daemon=True)
        self._thread.start()

    def __enter__(self) -> GatewayHost:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        try:
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        except Exception:
            _log.exception("The gateway did not end as it should.")
        self._loop.close()

    def call(self, work: Coroutine[Any, Any, _T], timeout: float | None = 30.0) -> _T:
        """Do this in the loop and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(timeout)

    def new_socket(self) -> Path:
        """A free path for a Unix socket, in a folder that other users of this machine cannot enter."""
        return self._sockets.path / f"{next(self._numbers)}.sock"

    @property
    def uploads(self) -> Path:
        """For what sandboxes send; it may be large."""
        return self._uploads.path

    def serve(self, app: ASGIApp, listener: socket.socket) -> Endpoint:
        """Serve an ASGI application on a listening socket."""
        return self._open(lambda admission: _start_http(app, listener, admission))

    def serve_connections(self, connected: Connected, listener: socket.socket) -> Endpoint:
        """Serve a plain byte protocol on a listening socket."""
        return self._open(lambda admission: _start_plain(connected, listener, admission))

    def _open(self, start: Callable[[Admission], Coroutine[Any, Any, _Stop]]) -> Endpoint:
        async def started() -> _Stop:
            self._doors += 1
            stop = await start(Admission(lambda: fair_share(self._doors)))

            async def stopped() -> None:
                self._doors -= 1
                await stop()

            return stopped

        return Endpoint(self, self.call(started()))

    def close(self) -> None:
        """End the thread. Open endpoints are closed by whoever opened them, before."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(5)
        self._sockets.remove()
        self._uploads.remove()


async def _start_http(app: ASGIApp, listener: socket.socket, admission: Admission) -> _Stop:
    from mlebench.gateway.http import HttpServer

    loop, server = asyncio.get_running_loop(), HttpServer(app, admission)
    accepting = loop.create_task(
        admission.accept(listener, lambda accepted: loop.connect_accepted_socket(server.connection, accepted))
    )

    async def stop() -> None:
        await _cancel({accepting})
        listener.close()
        await _cancel(server.stop())

    return stop


def _note(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What nobody waited for, such as a fault of a task in the background."""
    _log.error("A fault of the gateway: %s", context.get("message"), exc_info=context.get("exception"))


async def _start_plain(connected: Connected, listener: socket.socket, admission: Admission) -> _Stop:
    tasks: set[asyncio.Task[None]] = set()

    async def serve(accepted: socket.socket) -> None:
        reader, writer = await asyncio.open_connection(sock=accepted)
        task = asyncio.get_running_loop().create_task(_guarded(connected, reader, writer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        task.add_done_callback(lambda _: admission.leave())

    accepting = asyncio.get_running_loop().create_task(admission.accept(listener, serve))

    async def stop() -> None:
        await _cancel({accepting})
        listener.close()
        await _cancel(set(tasks))

    return stop


async def _guarded(connected: Connected, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        with contextlib.suppress(OSError, EOFError):  # a peer that hangs up
            await connected(reader, writer)
        writer.close()
        # A peer that does not take the rest of its answer must not keep the descriptor.
        with contextlib.suppress(OSError, TimeoutError):
            await asyncio.wait_for(writer.wait_closed(), _END_SECONDS)
        writer.transport.abort()
    except Exception:
        _log.exception("A fault of the gateway ended a connection.")
        writer.transport.abort()
    except BaseException:
        writer.transport.abort()  # the sandbox is closed: nobody waits for the rest
        raise


async def _cancel(tasks: set[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks, timeout=_END_SECONDS)
