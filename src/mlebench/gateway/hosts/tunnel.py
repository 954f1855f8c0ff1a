"""A forward proxy over HTTP (CONNECT, and plain requests) that lets through listed hosts only."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from mlebench.gateway.hosts.hello import is_handshake, server_name
from mlebench.gateway.hosts.relay import Attempt, Closed, Stream, read_request, relay
from mlebench.gateway.hosts.rules import AllowList, is_name, normal_name, parse_address
from mlebench.gateway.journal import Journal

_MIB = 1 << 20
_HEAD_SECONDS = 30.0
_CONNECT_SECONDS = 20.0


class _Dropped(Exception):
    """No, after the tunnel was opened: there is no way left to say it."""


@dataclass
class _Totals:
    allowed: dict[str, int] = field(default_factory=dict)
    refused: int = 0
    bytes_down: int = 0


class HostProxy:
    """The door of one sandbox. `serve` takes a connection; `summary` is for the run's record."""

    def __init__(self, hosts: AllowList, log: Path, earlier: Mapping[str, Any] | None = None) -> None:
        self.hosts = hosts
        self._journal = Journal(log, max_bytes=256 * _MIB)
        self._lock = threading.Lock()
        known = {each.name for each in fields(_Totals)}
        self._totals = _Totals(**{name: value for name, value in (earlier or {}).items() if name in known})

    def summary(self) -> dict[str, Any]:
        """What was open, and what was used of it; may be read from any thread."""
        with self._lock:
            return {"open": list(self.hosts.entries), **asdict(self._totals)}

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection of the sandbox, from its request to the end of both directions."""
        attempt, started = Attempt(), time.monotonic()
        try:
            await self._serve(reader, writer, attempt)
        except _Dropped as dropped:
            attempt.reason = str(dropped)
        except Closed as closed:
            attempt.reason = str(closed)
            text = f"mlebench: {closed}\n".encode()
            head = f"HTTP/1.1 {closed.status} Closed\r\nContent-Type: text/plain\r\nConnection: close\r\n"
            writer.write(head.encode() + f"Content-Length: {len(text)}\r\n\r\n".encode() + text)
            with contextlib.suppress(OSError):
                await writer.drain()
        finally:
            attempt.seconds = round(time.monotonic() - started, 3)
            self._record(attempt)

    def _record(self, attempt: Attempt) -> None:
        if not attempt.method:
            return  # a connection without a request
        self._journal.write(asdict(attempt))
        with self._lock:
            if attempt.allowed:
                self._totals.allowed[attempt.host] = self._totals.allowed.get(attempt.host, 0) + 1
            else:
                self._totals.refused += 1
            self._totals.bytes_down += attempt.bytes_down

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, attempt: Attempt) -> None:
        try:
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), _HEAD_SECONDS)
        except asyncio.LimitOverrunError:
            raise Closed(431, "the request's headers are too long") from None
        except (TimeoutError, asyncio.IncompleteReadError):
            return
        first, *lines = head[:-4].decode("latin-1").split("\r\n")
        plain = read_request(first, lines, attempt)
        there = await _connected(await self._resolved(attempt), attempt)
        try:
            if plain is None:
                writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
                await writer.drain()
                plain = await _opening(reader, attempt)
            attempt.allowed = True
            attempt.bytes_up += len(plain)
            there[1].write(plain)
            await relay((reader, writer), there, attempt)
        finally:
            there[1].close()

    async def _resolved(self, attempt: Attempt) -> list[str]:
        """Addresses that the rules accept. Connections go to them, since a second look-up could differ."""
        host, port = attempt.host, attempt.port
        literal = parse_address(host)
        if literal is None and not is_name(host):
            raise Closed(400, f"'{host}' is no name of a host")
        if not self.hosts.names(host, port):
            raise Closed(403, f"{host}:{port} is not open to this run")
        if literal is not None:
            return [str(literal)]
        loop = asyncio.get_running_loop()
        try:
            found = await loop.getaddrinfo(normal_name(host), port, type=socket.SOCK_STREAM)
        except OSError:
            raise Closed(502, f"{host}: the name cannot be resolved") from None
        addresses = [parse_address(str(each[4][0])) for each in found]
        good = [address for address in addresses if address is not None and self.hosts.leads_to(address, port)]
        if not good or len(good) != len(addresses):
            attempt.address = str(addresses[0]) if addresses else None
            raise Closed(403, f"{host} leads to an address that is not public and not listed")
        return list(dict.fromkeys(str(address) for address in good))


async def _connected(addresses: list[str], attempt: Attempt) -> Stream:
    for address in addresses:
        with contextlib.suppress(OSError, TimeoutError):
            connecting = asyncio.open_connection(address, attempt.port)
            stream = await asyncio.wait_for(connecting, _CONNECT_SECONDS)
            attempt.address = address
            return stream
    raise Closed(502, f"{attempt.host}:{attempt.port} cannot be reached")


async def _opening(reader: asyncio.StreamReader, attempt: Attempt) -> bytes:
    """The first bytes of a tunnel: TLS, whichever the port, from a client that asks for the host of the tunnel.

    Without this, one listed host at a large provider would open every other host at the same addresses. What is
    not TLS needs no tunnel: a plain request to the proxy gets the `Host` that was checked.
    """
    try:
        async with asyncio.timeout(_HEAD_SECONDS):
            header = await reader.readexactly(5)
            if not is_handshake(header):
                raise _Dropped("what goes through the tunnel is not TLS")
            message = await reader.readexactly(int.from_bytes(header[3:], "big"))
        name = server_name(header + message)
    except (TimeoutError, asyncio.IncompleteReadError):
        raise _Dropped("the tunnel was not used") from None
    except ValueError:
        raise _Dropped("the TLS client's first message cannot be read") from None
    if name is None and parse_address(attempt.host) is None:
        raise _Dropped("the TLS client does not say which host it wants")
    if name is not None and normal_name(name) != normal_name(attempt.host):
        raise _Dropped(f"the tunnel was opened to this host, but the TLS client wants {name[:253]!r}")
    return header + message
