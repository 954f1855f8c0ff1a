"""Folders as archives: an agent on its way to a node, a run's results on their way back.

Both ends are ours, but strangers filled the folders: plain files come out, below the target, or nothing does. An
agent's own links, which were looked at before they were packed, come last, so that nothing is written through them.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import tarfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import IO, Any, cast

from mlebench import foreign
from mlebench.errors import MlebenchError
from mlebench.foreign import Entry

_MIB = 1 << 20


class ArchiveError(MlebenchError):
    """An archive is damaged, or holds what it must not."""


def plain_entries(folder: Path) -> list[Entry]:
    """Folders and plain files below a folder; links, and what else a run may have left, stay behind."""
    return [entry for entry in foreign.look(folder, skip=()).entries if entry.kind != "link"]


def pack(folder: Path, entries: Iterable[Entry], target: Packer) -> None:
    """Write these entries; the same content gives the same bytes, so that their digest can be its name."""
    with tarfile.open(fileobj=cast(IO[bytes], target), mode="w|") as archive:
        for entry in entries:
            member = tarfile.TarInfo(entry.path.as_posix())
            member.mode = 0o755
            if entry.kind == "file":
                with foreign.opened(folder, entry.path) as file:
                    facts = os.fstat(file.fileno())
                    member.size, member.mode = facts.st_size, 0o755 if facts.st_mode & 0o100 else 0o644
                    archive.addfile(member, file)
            else:
                member.type = tarfile.SYMTYPE if entry.kind == "link" else tarfile.DIRTYPE
                member.linkname = entry.link
                archive.addfile(member)
    target.close()


def unpack(source: Unpacker, target: Path, *, links: bool = False) -> None:
    """Write the files of an archive below a new, empty folder; with `links`, also links within it."""
    left = []
    try:
        with tarfile.open(fileobj=cast(IO[bytes], source), mode="r|") as archive:
            for member in archive:
                path = PurePosixPath(member.name)
                plain = member.isreg() or member.isdir() or (links and member.issym())
                if not plain or path.is_absolute() or ".." in path.parts:
                    raise ArchiveError(f"The archive holds {member.name!r}, which is no plain file of its own.")
                place = target / path
                (place if member.isdir() else place.parent).mkdir(parents=True, exist_ok=True)
                if member.issym():
                    left.append((place, member.linkname))
                if member.isreg():
                    with cast(IO[bytes], archive.extractfile(member)) as content, place.open("xb") as file:
                        shutil.copyfileobj(content, file, _MIB)
                    place.chmod(0o755 if member.mode & 0o100 else 0o644)
    except (tarfile.TarError, FileExistsError, EOFError) as error:
        raise ArchiveError(f"The archive is damaged ({error}).") from error
    source.check()
    for place, text in left:
        place.symlink_to(text)
    if left:
        foreign.entries(target, skip=())


class Packer:
    """Takes bytes and hands them on in large pieces, so that no more than one piece is in memory."""

    def __init__(self, hand_on: Callable[[bytes], Any], size: int = 32 * _MIB) -> None:
        self._hand_on, self._size = hand_on, size
        self._buffer = bytearray()
        self._digest = hashlib.sha256()

    def write(self, data: bytes) -> int:
        """What tarfile calls."""
        self._buffer += data
        while len(self._buffer) >= self._size:
            self._flush(self._size)
        return len(data)

    def close(self) -> None:
        """Hand on what is left."""
        if self._buffer:
            self._flush(len(self._buffer))

    def _flush(self, size: int) -> None:
        piece = bytes(self._buffer[:size])
        del self._buffer[:size]
        self._digest.update(piece)
        self._hand_on(piece)

    @property
    def sha256(self) -> str:
        """Of all that was handed on."""
        return self._digest.hexdigest()


class Unpacker(io.RawIOBase):
    """The pieces as one stream, fetched one by one."""

    def __init__(self, pieces: Iterable[bytes], sha256: str) -> None:
        super().__init__()
        self._pieces: Iterator[bytes] = iter(pieces)
        self._sha256, self._digest = sha256, hashlib.sha256()
        self._piece = memoryview(b"")

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: Any) -> int:
        """As much as is at hand."""
        while not self._piece:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._digest.update(piece)
            self._piece = memoryview(piece)
        count = min(len(buffer), len(self._piece))
        buffer[:count] = self._piece[:count]
        self._piece = self._piece[count:]
        return count

    def check(self) -> None:
        """Read the rest; the whole must be what was sent, or an archive that ends early would pass."""
        while self.read(_MIB):
            pass
        if self._digest.hexdigest() != self._sha256:
            raise ArchiveError("The archive is damaged (its checksum differs).")
