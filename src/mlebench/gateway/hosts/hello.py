"""Reading the name that a TLS client asks for in its first message."""

from __future__ import annotations

_HANDSHAKE, _CLIENT_HELLO, _SERVER_NAME = 0x16, 0x01, 0x0000


class _Bytes:
    def __init__(self, data: bytes) -> None:
        self._data = data

    def take(self, size: int) -> bytes:
        if len(self._data) < size:
            raise ValueError("too short")
        taken, self._data = self._data[:size], self._data[size:]
        return taken

    def number(self, size: int) -> int:
        return int.from_bytes(self.take(size), "big")

    def block(self, size: int) -> _Bytes:
        return _Bytes(self.take(self.number(size)))

    def __bool__(self) -> bool:
        return bool(self._data)


def is_handshake(header: bytes) -> bool:
    """Whether a connection begins as TLS does; `header` are its first five bytes."""
    return len(header) == 5 and header[0] == _HANDSHAKE and header[1] == 3


def server_name(message: bytes) -> str | None:
    """The name in a client's hello, null where it gives none. Raises ValueError where it is no hello."""
    hello = _Bytes(message)
    if hello.number(1) != _CLIENT_HELLO:
        raise ValueError("no client hello")
    hello = hello.block(3)
    hello.take(2 + 32)  # version, random
    hello.block(1)  # session
    hello.block(2)  # ciphers
    hello.block(1)  # compression
    extensions = hello.block(2) if hello else _Bytes(b"")
    while extensions:
        kind, content = extensions.number(2), extensions.block(2)
        if kind == _SERVER_NAME:
            names = content.block(2)
            names.take(1)  # always a host's name
            return names.take(names.number(2)).decode("ascii")
    return None
