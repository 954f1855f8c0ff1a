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
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

from starlette.types import ASGIApp

from mlebench.gateway.admission import Admission, fair_share
from mlebench.scratch import Scratch, remove_leftovers

_log = logging.getLogger(__name__)
_T = TypeVar("_T")
_END_SECONDS = 2.0

Connected = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, None]]


class Endpoint:
    """One open door. Closing it drops the connections and cancels what was going on behind them."""

    def __init__(
        self,
        host: GatewayHost,
        listener: socket.socket,
        admission: Admission,
        connected: Callable[[socket.socket], Awaitable[object]],
        drop: Callable[[], set[asyncio.Task[None]]],
    ) -> None:
        self._host, self._listener, self._admission = host, listener, admission
        self._connected, self._drop = connected, drop
        self._accepting: asyncio.Task[None] | None = None
        self._closed = False
        # Nobody has to wait for it: who connects before waits in the kernel's queue.
        host.loop.call_soon_threadsafe(self._begin)

    def close(self) -> None:
        """Close the door; nothing happens behind it afterwards."""
        if not self._closed:
            self._closed = True
            self._host.call(self._stop())

    def _begin(self) -> None:
        self._host.doors += 1
        self._host.loop.add_reader(self._listener.fileno(), self._accept)

    def _accept(self) -> None:
        """Somebody is there: only now is a task worth its while."""
        self._host.loop.remove_reader(self._listener)
        self._accepting = self._host.loop.create_task(self._admission.accept(self._listener, self._connected))

    async def _stop(self) -> None:
        self._host.doors -= 1
        if self._accepting is None:
            self._host.loop.remove_reader(self._listener)
        else:
            await _cancel({self._accepting})
        self._listener.close()
        await _cancel(self._drop())


class GatewayHost:
    """The thread with the event loop. Methods may be called from every other thread."""

    def __init__(self) -> None:
        remove_leftovers("gateway", short=True)
        remove_leftovers("uploads")
        # One for the sockets of all sandboxes: each sandbox is shown its own sockets, never the folder.
        self._sockets, self._uploads = Scratch("gateway", short=True), Scratch("uploads")
        self._numbers = itertools.count()
        self.doors = 0  # that are open; counted within the loop
        self.loop = asyncio.new_event_loop()
        self.loop.set_exception_handler(_note)
        self._thread = threading.Thread(target=self._run, name="mlebench-gateway", daemon=True)
        self._thread.start()

    def __enter__(self) -> GatewayHost:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()
        try:
            self.loop.run_until_complete(self.loop.shutdown_asyncgens())
        except Exception:
            _log.exception("The gateway did not end as it should.")
        self.loop.close()

    def call(self, work: Coroutine[Any, Any, _T], timeout: float | None = 30.0) -> _T:
        """Do this in the loop and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(timeout)

    def new_socket(self) -> Path:
        """A free path for a Unix socket, in a folder that other users of this machine cannot enter."""
        return self._sockets.path / f"{next(self._numbers)}.sock"

    @property
    def uploads(self) -> Path:
        """For what sandboxes send; it may be large."""
        return self._uploads.path

    def serve(self, app: ASGIApp, listener: socket.socket) -> Endpoint:
        """Serve an ASGI application on a listening socket."""
        from mlebench.gateway.http import HttpServer

        admission = self._admission()
        server = HttpServer(app, admission)
        return Endpoint(
            *(self, listener, admission),
            lambda accepted: self.loop.connect_accepted_socket(server.connection, accepted),
            server.stop,
        )

    def serve_connections(self, connected: Connected, listener: socket.socket) -> Endpoint:
        """Serve a plain byte protocol on a listening socket."""
        admission, tasks = self._admission(), set[asyncio.Task[None]]()

        async def serve(accepted: socket.socket) -> None:
            reader, writer = await asyncio.open_connection(sock=accepted)
            task = self.loop.create_task(_guarded(connected, reader, writer))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
            task.add_done_callback(lambda _: admission.leave())

        return Endpoint(self, listener, admission, serve, lambda: set(tasks))

    def _admission(self) -> Admission:
        return Admission(lambda: fair_share(self.doors))

    def close(self) -> None:
        """End the thread. Open endpoints are closed by whoever opened them, before."""
        if self._thread.is_alive():
            self.loop.call_soon_threadsafe(self.loop.stop)
            self._thread.join(5)
        self._sockets.remove()
        self._uploads.remove()


def _note(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What nobody waited for, such as a fault of a task in the background."""
    _log.error("A fault of the gateway: %s", context.get("message"), exc_info=context.get("exception"))


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
