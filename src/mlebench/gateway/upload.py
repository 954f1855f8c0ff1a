"""Saving the file of an uploaded form while it arrives, so that no upload is ever held in memory."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.requests import ClientDisconnect, Request

_MIB = 1 << 20
_MOST_DISCARDED = 256 * _MIB
_SILENCE_SECONDS = 60.0
Write = Callable[[bytes], Awaitable[object]]


class BadUpload(ValueError):
    """The request is not a form with the wanted file."""


class TooLarge(ValueError):
    """The upload has more bytes than it may."""


async def save_upload(stream: AsyncIterator[bytes], content_type: str, field: str, write: Write, max_bytes: int) -> int:
    """Hand the content of the form's field to `write`, about a MiB at a time; returns its size."""
    form = _Form(_boundary(content_type), field)
    received = size = 0
    async for chunk in unhurried(stream):
        received += len(chunk)
        if received > max_bytes:
            raise TooLarge
        form.feed(chunk)
        if len(form.content) >= _MIB:
            size += len(form.content)
            await write(form.take())
    size += len(form.content)
    await write(form.take())
    form.finish()
    return size


async def discard(request: Request, stream: AsyncIterator[bytes]) -> None:
    """Read on without keeping it: a client that is still sending would not hear a refusal."""
    if request.headers.get("expect"):
        return  # it waits for a word before it sends anything
    left = _MOST_DISCARDED
    with contextlib.suppress(ClientDisconnect, TimeoutError):
        async for chunk in unhurried(stream):
            left -= len(chunk)
            if left <= 0:
                break


async def unhurried(stream: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The stream, with a limit for its silence: an upload that never ends would block those after it."""
    while True:
        try:
            yield await asyncio.wait_for(anext(stream), _SILENCE_SECONDS)
        except StopAsyncIteration:
            return


def _boundary(content_type: str) -> bytes:
    kind, options = parse_options_header(content_type)
    if kind != b"multipart/form-data" or not options.get(b"boundary"):
        raise BadUpload("send the file as a form (multipart/form-data)")
    return options[b"boundary"]


class _Form:
    """Keeps the content of the first part with the wanted name, and throws away everything else."""

    def __init__(self, boundary: bytes, field: str) -> None:
        self.content = bytearray()
        self._field = field
        self._found = self._wanted = self._complete = False
        self._header_name = self._header_value = b""
        self._disposition = b""
        self._parser = MultipartParser(
            boundary,
            {
                "on_part_begin": self._part_begins,
                "on_header_field": self._name,
                "on_header_value": self._value,
                "on_header_end": self._header_ends,
                "on_headers_finished": self._headers_end,
                "on_part_data": self._data,
                "on_part_end": self._part_ends,
            },
        )

    def feed(self, chunk: bytes) -> None:
        try:
            self._parser.write(chunk)
        except FormParserError as problem:
            raise BadUpload("the form is not well formed") from problem

    def take(self) -> bytes:
        taken = bytes(self.content)
        self.content.clear()
        return taken

    def finish(self) -> None:
        if not self._found:
            raise BadUpload(f"the form has no field '{self._field}'")
        if not self._complete:
            raise BadUpload("the form ends too early")

    def _part_begins(self) -> None:
        self._disposition = b""

    def _name(self, data: bytes, start: int, end: int) -> None:
        self._header_name += data[start:end]

    def _value(self, data: bytes, start: int, end: int) -> None:
        self._header_value += data[start:end]

    def _header_ends(self) -> None:
        if self._header_name.lower() == b"content-disposition":
            self._disposition = self._header_value
        self._header_name = self._header_value = b""

    def _headers_end(self) -> None:
        _, options = parse_options_header(self._disposition)
        self._wanted = not self._found and options.get(b"name") == self._field.encode()
        self._found = self._found or self._wanted

    def _data(self, data: bytes, start: int, end: int) -> None:
        if self._wanted:
            self.content += data[start:end]

    def _part_ends(self) -> None:
        self._complete = self._complete or self._wanted
        self._wanted = False
