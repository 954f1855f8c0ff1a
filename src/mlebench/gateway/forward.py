"""The sandbox's end of the gateway. A script of its own: only the standard library, Python 3.8 or newer.

    python3 -I -S forward.py PORT=SOCKET...

It listens on 127.0.0.1:PORT and carries bytes to and from the Unix socket SOCKET, which leads out of the
sandbox. It prints `ready` and the ports (0 asks for a free one), and ends when the process that started it
has ended.
"""

# No asyncio: importing it would take longer than all the rest of opening a sandbox.

from __future__ import annotations

import contextlib
import os
import select
import selectors
import socket
import sys
import time
from collections.abc import Callable

_BUFFER = 1 << 18
_PIECE = 1 << 16
_CONNECTIONS = 400  # two descriptors each; the usual limit of a process is 1024
_CONNECT_SECONDS = 2.0
_LINGER_SECONDS = 2.0
_TICK_SECONDS = 0.5


class Flow:
    """One direction of a connection: what was read at one end and is still to be written at the other."""

    def __init__(self, source: socket.socket, target: socket.socket) -> None:
        self.source, self.target, self.buffer = source, target, bytearray()
        self.ended = self.finished = False  # the source has said all; the target knows
        self.broken = False  # the target listens no more: what still comes is thrown away

    def wants_to_read(self) -> bool:
        """Whether there is room for more; this is what slows down a fast sender."""
        return not self.ended and len(self.buffer) < _BUFFER

    def read(self) -> None:
        """Take what the source has."""
        data = self.source.recv(_PIECE)
        if not data:
            self.ended = True
        elif not self.broken:
            self.buffer += data

    def write(self) -> None:
        """Give what the target takes, and the end after the last byte."""
        try:
            if self.buffer:
                del self.buffer[: self.target.send(bytes(self.buffer[:_PIECE]))]
            if self.ended and not self.buffer and not self.finished:
                self.finished = True
                self.target.shutdown(socket.SHUT_WR)
        except BlockingIOError:
            pass
        except OSError:
            # The target may have answered before it stopped listening (a refusal, say). So the other
            # direction goes on, and the sender must not get stuck with the rest of its request.
            self.broken, self.buffer = True, bytearray()


class Connection:
    """A client in the sandbox and its counterpart outside."""

    def __init__(self, client: socket.socket, outside: socket.socket) -> None:
        self.client, self.outside = client, outside
        self.up, self.down = Flow(client, outside), Flow(outside, client)
        self.deadline = float("inf")

    def step(self, end: socket.socket, readable: int) -> bool:
        """Do what can be done at one end. Tells whether the connection lives on."""
        inward, outward = (self.up, self.down) if end is self.client else (self.down, self.up)
        try:
            if readable and inward.wants_to_read():
                inward.read()
        except BlockingIOError:
            pass
        except OSError:
            if end is self.client:
                return False  # the client gave up: the other end learns it at once
            inward.ended = True  # a server that closes with unread input resets, after its last word
        outward.write()
        inward.write()
        if self.down.ended and hung_up(self.outside):
            self.up.broken, self.up.buffer = True, bytearray()
        if self.down.finished and self.up.broken:
            self.deadline = time.monotonic() + _LINGER_SECONDS
        return not self.down.broken and not (self.down.finished and self.up.ended and not self.up.buffer)

    def interest(self, end: socket.socket) -> int:
        """What to wait for at one end."""
        inward, outward = (self.up, self.down) if end is self.client else (self.down, self.up)
        reading = selectors.EVENT_READ if inward.wants_to_read() else 0
        return reading | (selectors.EVENT_WRITE if outward.buffer else 0)


class Forwarder:
    """All ports of a sandbox."""

    def __init__(self, doors: list[tuple[socket.socket, str]], alive: Callable[[], bool]) -> None:
        self._doors, self._alive = doors, alive
        self._selector = selectors.DefaultSelector()
        self._watched: dict[socket.socket, int] = {}
        self._connections: set[Connection] = set()
        self._open_doors(True)

    def run(self) -> None:
        """Carry bytes until the sandbox ends."""
        checked = 0.0
        while True:
            now = time.monotonic()
            if now - checked >= _TICK_SECONDS:
                checked = now
                for connection in [c for c in self._connections if c.deadline < now]:
                    self._update(connection, False)
                if not self._alive():
                    return
            for key, events in self._selector.select(_TICK_SECONDS):
                end: socket.socket = key.fileobj  # type: ignore[assignment]
                if isinstance(key.data, str):
                    self._accept(end, key.data)
                elif key.data in self._connections:
                    self._update(key.data, key.data.step(end, events & selectors.EVENT_READ))

    def _open_doors(self, wanted: bool) -> None:
        for listener, path in self._doors:
            self._watch(listener, selectors.EVENT_READ if wanted else 0, path)

    def _accept(self, listener: socket.socket, path: str) -> None:
        with contextlib.ExitStack() as stack:
            try:
                client = stack.enter_context(listener.accept()[0])
                outside = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
                outside.settimeout(_CONNECT_SECONDS)
                outside.connect(path)
            except OSError as error:
                print(f"forward.py: {path}: {error}", file=sys.stderr, flush=True)
                return
            stack.pop_all()
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.setblocking(False)
        outside.setblocking(False)
        connection = Connection(client, outside)
        self._connections.add(connection)
        self._update(connection, True)
        if len(self._connections) >= _CONNECTIONS:
            self._open_doors(False)  # the others wait in the kernel's queue

    def _update(self, connection: Connection, lives: bool) -> None:
        for end in (connection.client, connection.outside):
            self._watch(end, connection.interest(end) if lives else 0, connection)
        if not lives:
            connection.client.close()
            connection.outside.close()
            self._connections.discard(connection)
            self._open_doors(True)

    def _watch(self, end: socket.socket, events: int, data: object) -> None:
        before = self._watched.pop(end, 0)
        if events:
            self._watched[end] = events
        if before and not events:
            self._selector.unregister(end)
        elif before != events:
            (self._selector.modify if before else self._selector.register)(end, events, data)


def hung_up(end: socket.socket) -> bool:
    """Whether the peer of a Unix socket has closed both directions, not only its own."""
    poll = select.poll()
    poll.register(end, 0)
    return any(events & select.POLLHUP for _, events in poll.poll(0))


def listen(links: list[str]) -> list[tuple[socket.socket, str]]:
    """The listening sockets of PORT=SOCKET arguments."""
    doors = []
    for link in links:
        port, _, path = link.partition("=")
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", int(port)))
        listener.listen(256)
        listener.setblocking(False)
        doors.append((listener, path))
    return doors


def main() -> None:
    """Entry point."""
    links, starter = sys.argv[1:], os.getppid()
    try:
        doors = listen(links)
    except (OSError, ValueError) as error:
        sys.exit(f"forward.py: {' '.join(links)}: {error}")
    print("ready", *[listener.getsockname()[1] for listener, _ in doors], flush=True)
    Forwarder(doors, lambda: os.getppid() == starter).run()


if __name__ == "__main__":
    main()
