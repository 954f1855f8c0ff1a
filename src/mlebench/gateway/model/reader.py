"""Who reads the requests of one sandbox: a thread, and for large ones a process.

While Python reads, all other threads of its process wait, and with them the other sandboxes. A process of its own has
the share of the processors that the kernel gives to each.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from mlebench.gateway.model.dialect import Route
from mlebench.gateway.model.reading import Reading, Refusal, Terms, read

SMALL = 256 << 10  # bytes, read within a few milliseconds


class Reader:
    """Reads one request after the other."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="mlebench-model")
        self._process: Any = None
        self._wire: Connection | None = None

    async def read(self, body: bytes, route: Route) -> Reading:
        """What a request asks for; raises Refusal where it asks for nothing."""
        work = read if len(body) <= SMALL else self._elsewhere
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, body, route, self._terms)

    def _elsewhere(self, body: bytes, route: Route, terms: Terms) -> Reading:
        try:
            wire = self._wire or self._start()
            wire.send((route, terms))
            wire.send_bytes(body)
            answer: Reading | Refusal = wire.recv()
            if isinstance(answer, Refusal):
                raise answer
            return answer._replace(body=wire.recv_bytes())
        except (EOFError, OSError):
            self._end()  # the next request gets another process
            raise

    def _start(self) -> Connection:
        context = multiprocessing.get_context("forkserver")
        self._wire, theirs = context.Pipe()
        with theirs:
            self._process = context.Process(target=_serve, args=(theirs,), name="mlebench-reader", daemon=True)
            self._process.start()
        return self._wire

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None
        if self._wire is not None:
            self._wire.close()
            self._wire = None

    def close(self) -> None:
        """End thread and process."""
        if (process := self._process) is not None:
            process.kill()  # the thread may wait for it
        self._thread.shutdown(wait=True, cancel_futures=True)
        self._end()


def _serve(wire: Connection) -> None:
    """Until the harness hangs up, or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in the terminal is the harness's to understand
    with suppress(EOFError, OSError):
        while True:
            route, terms = wire.recv()
            try:
                reading = read(wire.recv_bytes(), route, terms)
            except Refusal as refusal:
                wire.send(refusal)
            else:
                wire.send(reading._replace(body=b""))
                wire.send_bytes(reading.body)
