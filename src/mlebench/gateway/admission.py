"""How much of the harness one door may take: its connections, and its turns in the loop that all sandboxes share.

Who wants more waits, in the kernel's queue or for his turn. So a flood costs the sandbox that it comes from.
"""

from __future__ import annotations

import asyncio
import logging
import resource
import socket
import time
from collections.abc import Awaitable, Callable

_log = logging.getLogger(__name__)
MOST_CONNECTIONS, _FEWEST_CONNECTIONS = 128, 8
_DESCRIPTOR_SHARE = 3  # a third of the process' descriptors is for the connections of all doors
_TURNS_PER_SECOND, _TURNS_AT_ONCE = 200.0, 200
_PAUSE_SECONDS = 1.0


def fair_share(doors: int) -> int:
    """The connections that each of so many doors may have."""
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    share = limit // _DESCRIPTOR_SHARE // max(1, doors) if limit != resource.RLIM_INFINITY else MOST_CONNECTIONS
    return max(_FEWEST_CONNECTIONS, min(MOST_CONNECTIONS, share))


class Admission:
    """What one door has taken."""

    def __init__(self, most_connections: Callable[[], int]) -> None:
        self._most = most_connections
        self._taken = 0
        self._freed = asyncio.Event()
        self._next_turn = 0.0

    async def turn(self) -> None:
        """Wait until this door may use the loop again: to accept a connection, to handle a request."""
        now = time.monotonic()
        self._next_turn = max(self._next_turn, now - _TURNS_AT_ONCE / _TURNS_PER_SECOND) + 1 / _TURNS_PER_SECOND
        if self._next_turn > now:
            await asyncio.sleep(self._next_turn - now)

    def leave(self) -> None:
        """A connection has ended."""
        self._taken -= 1
        self._freed.set()

    async def accept(self, listener: socket.socket, connected: Callable[[socket.socket], Awaitable[object]]) -> None:
        """Hand on connections for as long as the door is open. Each must `leave` when it ends."""
        while True:
            while self._taken >= self._most():
                self._freed.clear()
                await self._freed.wait()
            await self.turn()
            connection = await _next_connection(listener)
            self._taken += 1
            try:
                await connected(connection)
            except OSError:  # it is gone already
                connection.close()
                self.leave()


async def _next_connection(listener: socket.socket) -> socket.socket:
    while True:
        try:
            connection, _ = await asyncio.get_running_loop().sock_accept(listener)
        except OSError as error:  # no descriptors left, say: others may give some back
            _log.warning("The gateway cannot accept a connection: %s", error)
            await asyncio.sleep(_PAUSE_SECONDS)
        else:
            connection.setblocking(False)
            return connection
