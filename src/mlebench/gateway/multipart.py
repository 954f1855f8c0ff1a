"""Reading one file field of a form upload without holding the upload in memory."""

from __future__ import annotations

import re
from typing import BinaryIO, Protocol

_CHUNK = 1 << 16


class BadUpload(ValueError):
    """The request is not a form with the wanted file."""


def boundary_of(content_type: str) -> bytes:
    """The boundary that the header names."""
    found = re.search(r'boundary="?([^";,]+)"?', content_type)
    if not content_type.lower().startswith("multipart/form-data") or not found:
        raise BadUpload("send the file as a form (multipart/form-data)")
    return found.group(1).encode()


def save_field(stream: Readable, length: int, content_type: str, field: str, target: BinaryIO) -> None:
    """Write the content of the form's field `field` to `target`."""
    boundary = b"--" + boundary_of(content_type)
    reader = _Reader(stream, length)
    reader.copy_until(boundary, None)
    while True:
        if reader.take(2) == b"--":
            raise BadUpload(f"the form has no field '{field}'")
        headers = reader.headers()
        wanted = re.search(rb'name="?([^";\r\n]*)"?', headers.get(b"content-disposition", b""))
        matches = wanted is not None and wanted.group(1) == field.encode()
        reader.copy_until(b"\r\n" + boundary, target if matches else None)
        if matches:
            return


class Readable(Protocol):
    """Anything that gives bytes."""

    def read(self, size: int, /) -> bytes:
        """Up to `size` bytes; none at the end."""


class _Reader:
    """A body of known length, read in pieces."""

    def __init__(self, stream: Readable, length: int) -> None:
        self._stream, self._left, self._buffer = stream, length, b""

    def _fill(self) -> bool:
        data = self._stream.read(min(_CHUNK, self._left)) if self._left else b""
        self._left -= len(data)
        self._buffer += data
        return bool(data)

    def take(self, size: int) -> bytes:
        while len(self._buffer) < size and self._fill():
            pass
        taken, self._buffer = self._buffer[:size], self._buffer[size:]
        return taken

    def headers(self) -> dict[bytes, bytes]:
        while b"\r\n\r\n" not in self._buffer:
            if len(self._buffer) > _CHUNK or not self._fill():
                raise BadUpload("the form is not well formed")
        head, self._buffer = self._buffer.split(b"\r\n\r\n", 1)
        pairs = (line.split(b":", 1) for line in head.split(b"\r\n") if b":" in line)
        return {name.strip().lower(): value.strip() for name, value in pairs}

    def copy_until(self, mark: bytes, target: BinaryIO | None) -> None:
        while mark not in self._buffer:
            keep = len(mark) - 1  # the mark may begin in this piece and end in the next
            done, self._buffer = self._buffer[:-keep], self._buffer[-keep:]
            if target is not None:
                target.write(done)
            if not self._fill():
                raise BadUpload("the form ends too early")
        done, self._buffer = self._buffer.split(mark, 1)
        if target is not None:
            target.write(done)
