"""7z archives: members go from one archive to another, or to a caller, without a stop on disk.

Not among the names of `mlebench.data`: py7zr takes a while to import, and few competitions need it.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock

import py7zr
from py7zr.helpers import ArchiveTimestamp
from py7zr.io import Py7zIO, WriterFactory

from mlebench.data.progress import advance, stage
from mlebench.errors import DataError

# A fixed time stamp: preparing twice gives the same bytes.
_EPOCH = ArchiveTimestamp.from_datetime(datetime(1980, 1, 1, tzinfo=UTC).timestamp())
_TIMES = ("creationtime", "lastwritetime", "lastaccesstime")

Receive = Callable[[str, bytes], None]


def member_names_7z(archive: Path) -> list[str]:
    """Names of the files in a 7z, in its order, without folders."""
    try:
        with py7zr.SevenZipFile(archive) as file:
            return [member.filename for member in file.files if not member.is_directory]
    except py7zr.exceptions.ArchiveError as error:
        raise DataError(f"{archive}: damaged or incomplete 7z archive ({error})") from error


def each_7z_member(archive: Path, names: Collection[str], receive: Receive) -> None:
    """Call `receive(name, content)` for each of the members `names`, one at a time, in the archive's order
    (the order is free where the archive has several blocks).
    """
    stage(f"unpacking {archive.name}", len(names))
    try:
        with py7zr.SevenZipFile(archive) as file:
            missing = set(names) - set(file.namelist())
            if missing:
                raise DataError(f"{archive}: has no member {min(missing)}")
            file.extract(targets=set(names), factory=_Members(receive))
    except py7zr.exceptions.ArchiveError as error:
        raise DataError(f"{archive}: damaged or incomplete 7z archive ({error})") from error


@contextmanager
def new_7z(target: Path) -> Iterator[Receive]:
    """A new 7z archive, as a function that adds a member: `add(name, content)`. Nothing is compressed."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with py7zr.SevenZipFile(target, "w", filters=[{"id": py7zr.FILTER_COPY}]) as file:

        def add(name: str, content: bytes) -> None:
            file.writestr(content, name)
            # py7zr takes the present time, with no call for another one, and holds on to the content for ever.
            file.header.files_info.files[-1].update({**dict.fromkeys(_TIMES, _EPOCH), "data": None})

        yield add


def repack_7z(archive: Path, targets: Mapping[Path, Mapping[str, str]]) -> None:
    """Deal members of one 7z out to new ones: `targets` maps each new archive to {old name: new name}."""
    with ExitStack() as stack:
        homes: dict[str, tuple[Receive, str]] = {}
        for target, names in targets.items():
            add = stack.enter_context(new_7z(target))
            homes.update({old: (add, new) for old, new in names.items()})

        def move(name: str, content: bytes) -> None:
            add, new = homes[name]
            add(new, content)

        each_7z_member(archive, homes, move)


class _Members(WriterFactory):
    """py7zr asks it for a place to write each member to."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._lock = Lock()  # py7zr reads archives of several blocks on several threads

    def create(self, filename: str) -> Py7zIO:
        return _Member(filename, self._deliver)

    def _deliver(self, name: str, content: bytes) -> None:
        with self._lock:
            self._receive(name, content)
            advance()


class _Member(Py7zIO):
    """Holds one member until py7zr closes it, which it does when the member is complete."""

    def __init__(self, name: str, deliver: Receive) -> None:
        self._name, self._deliver, self._buffer = name, deliver, io.BytesIO()

    def write(self, s: bytes | bytearray) -> int:
        return self._buffer.write(s)

    def read(self, size: int | None = None) -> bytes:
        return self._buffer.read(size)

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._buffer.seek(offset, whence)

    def flush(self) -> None:
        self._buffer.flush()

    def size(self) -> int:
        return self._buffer.getbuffer().nbytes

    def close(self) -> None:
        content = self._buffer.getvalue()
        self._buffer = io.BytesIO()
        self._deliver(self._name, content)
