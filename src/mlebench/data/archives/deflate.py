"""Writing very large compressed members of a zip: deflate runs on threads beside the work that feeds it."""

from __future__ import annotations

import zipfile
import zlib
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import IO

from mlebench.data.archives.zips import new_member
from mlebench.data.progress import workers

_BLOCK = 1 << 20
_WINDOW = 1 << 15  # how far back deflate can refer
_LEVEL = 1  # gigabytes of text: a quarter more space than level 6, for a quarter of the time


@contextmanager
def deflated_member(archive: zipfile.ZipFile, name: str) -> Iterator[IO[bytes]]:
    """Open a compressed member of a zip that is being written; for gigabytes of text."""
    with ThreadPoolExecutor(workers()) as pool, new_member(archive, name, compress=True) as file:
        # zipfile asks this object to compress what is written, and to finish when the member is closed.
        file._compressor = _ThreadedDeflate(pool)  # type: ignore[attr-defined]
        yield file


class _ThreadedDeflate:
    """Looks like a zlib compressor. Blocks are compressed side by side, each with the end of the block before
    it as dictionary, and joined to one valid stream.
    """

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self._pool = pool
        self._buffer = bytearray()
        self._dictionary = b""
        self._pending: deque[Future[bytes]] = deque()
        self._limit = 2 * workers() + 1

    def compress(self, data: bytes) -> bytes:
        self._buffer += data
        while len(self._buffer) >= _BLOCK:
            self._submit(bytes(self._buffer[:_BLOCK]), zlib.Z_SYNC_FLUSH)
            del self._buffer[:_BLOCK]
        ready = []
        while len(self._pending) > self._limit:
            ready.append(self._pending.popleft().result())
        return b"".join(ready)

    def flush(self) -> bytes:
        self._submit(bytes(self._buffer), zlib.Z_FINISH)
        return b"".join(future.result() for future in self._pending)

    def _submit(self, block: bytes, end: int) -> None:
        self._pending.append(self._pool.submit(_deflate, block, self._dictionary, end))
        self._dictionary = block[-_WINDOW:]


def _deflate(block: bytes, dictionary: bytes, end: int) -> bytes:
    compressor = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=dictionary)
    return compressor.compress(block) + compressor.flush(end)
