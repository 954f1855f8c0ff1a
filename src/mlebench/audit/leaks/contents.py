"""Every public file, and every file in public archives, in one walk; nothing is unpacked to stay."""

from __future__ import annotations

import datetime
import io
import shutil
import tarfile
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple

from mlebench.data.archives.extract import ARCHIVES, damage_named
from mlebench.data.archives.zips import open_zip
from mlebench.data.limits import MAX_DEPTH, gigabytes
from mlebench.errors import DataError

MAX_NESTED = 4 << 30  # of an archive in an archive, which is put down for a moment
MAX_7Z_MEMBER = 64 << 20  # py7zr holds a member in memory
Opener = Callable[[], IO[bytes]]


class Entry(NamedTuple):
    """A file, loose or in an archive."""

    name: str  # below public/; a member's name stands after its archive's
    size: int
    changed: float | None  # seconds, where it is recorded
    place: int | None  # in its archive
    crc: int | None = None  # as a zip's directory tells it

    @property
    def suffix(self) -> str:
        """In small letters."""
        return Path(self.name).suffix.lower()

    @property
    def base(self) -> str:
        """The name without folders, in small letters."""
        return self.name.rpartition("/")[2].lower()


Wanted = Callable[[Entry], bool]
Look = Callable[[Entry, Opener], None]


class Contents:
    """The public side of a competition. What cannot be opened is noted, and is no reason to fail."""

    def __init__(self, public: Path, notes: list[str]) -> None:
        self._public, self.notes = public, notes
        self.entries: list[Entry] = []
        self.visit(self._remember, _nothing)

    def visit(self, wanted: Wanted, look: Look) -> None:
        """Call `look(entry, open)` for each wanted file while it can be opened."""
        self._walk(sorted(path for path in self._public.rglob("*") if path.is_file()), wanted, look)

    def _walk(self, paths: Iterable[Path], wanted: Wanted, look: Look) -> None:
        for path in paths:
            name, stat = path.relative_to(self._public).as_posix(), path.stat()
            self._offer(Entry(name, stat.st_size, stat.st_mtime, None), path, wanted, look)

    def open_each(self, names: set[str], look: Look) -> None:
        """Call `look(entry, open)` for each named file."""
        # Of archives only those that hold one of them: each takes a walk through all its members.
        holders = {self._loose(name) for name in names}
        self._walk(sorted(holders), lambda entry: entry.name in names, look)

    def read(self, names: set[str], look: Callable[[Entry, bytes], None], *, limit: int) -> None:
        """Call `look(entry, content)` for each named file; of long ones the beginning."""

        def begin(entry: Entry, opened: Opener) -> None:
            with opened() as file:
                look(entry, file.read(limit))

        self.open_each(names, begin)

    def _loose(self, name: str) -> Path:
        """The file itself, or the archive on the disk that it is in."""
        path = self._public / name
        while not path.is_file():
            path = path.parent
        return path

    def _offer(self, entry: Entry, path: Path, wanted: Wanted, look: Look, depth: int = 0) -> None:
        if wanted(entry):
            look(entry, lambda: path.open("rb"))
        if entry.base.endswith(ARCHIVES) and depth < MAX_DEPTH and entry.size:
            try:
                self._open(entry, path, wanted, look, depth)
            except DataError as error:
                self._note(f"{entry.name} could not be opened: {str(error).rpartition(': ')[2]}")

    def _open(self, entry: Entry, path: Path, wanted: Wanted, look: Look, depth: int) -> None:
        if entry.base.endswith(".zip"):
            self._zip(entry, path, wanted, look, depth)
        elif entry.base.endswith(".7z"):
            self._7z(entry, path, wanted, look)
        else:
            self._tar(entry, path, wanted, look, depth)

    def _zip(self, entry: Entry, path: Path, wanted: Wanted, look: Look, depth: int) -> None:
        with damage_named(path), open_zip(path) as archive:
            for place, info in enumerate(info for info in archive.infolist() if not info.is_dir()):
                changed = None
                with suppress(ValueError):  # a date that is none
                    changed = datetime.datetime(*info.date_time, tzinfo=datetime.UTC).timestamp()
                member = Entry(f"{entry.name}/{info.filename}", info.file_size, changed, place, info.CRC)
                self._member(member, lambda info=info: archive.open(info), wanted, look, depth)  # type: ignore[misc]

    def _tar(self, entry: Entry, path: Path, wanted: Wanted, look: Look, depth: int) -> None:
        place = 0
        with damage_named(path), tarfile.open(path) as archive:
            for info in archive:
                if info.isfile():
                    member = Entry(f"{entry.name}/{info.name.removeprefix('./')}", info.size, info.mtime, place)
                    self._member(member, lambda info=info: _extracted(archive, info), wanted, look, depth)  # type: ignore[misc]
                    place += 1
                archive.members = []  # type: ignore[attr-defined]  # it would keep a record of each of millions

    def _7z(self, entry: Entry, path: Path, wanted: Wanted, look: Look) -> None:
        import py7zr

        from mlebench.data.archives.sevenzip import each_7z_member

        try:
            with py7zr.SevenZipFile(path) as archive:
                files = [file for file in archive.list() if not file.is_directory]
        except (py7zr.exceptions.ArchiveError, EOFError) as error:
            raise DataError(f"{path}: damaged archive") from error
        members = {}
        for place, file in enumerate(files):
            changed = file.creationtime.timestamp() if file.creationtime else None
            member = Entry(f"{entry.name}/{file.filename}", file.uncompressed, changed, place)
            if not wanted(member):
                continue
            if member.size > MAX_7Z_MEMBER:
                self._note(f"{member.name} has {gigabytes(member.size)} and was not read")
            else:
                members[file.filename] = member
        if members:
            each_7z_member(path, members, lambda name, content: look(members[name], lambda: io.BytesIO(content)))

    def _member(self, member: Entry, opened: Opener, wanted: Wanted, look: Look, depth: int) -> None:
        if not member.base.endswith(ARCHIVES):
            if wanted(member):
                look(member, opened)
        elif member.size > MAX_NESTED:
            self._note(f"{member.name} has {gigabytes(member.size)} and was not opened")
        else:
            with tempfile.NamedTemporaryFile(prefix="mlebench-leaks-", suffix=Path(member.name).name) as copy:
                with opened() as source:
                    shutil.copyfileobj(source, copy, 1 << 20)
                copy.flush()
                self._offer(member, Path(copy.name), wanted, look, depth + 1)

    def _remember(self, entry: Entry) -> bool:
        self.entries.append(entry)
        return False

    def _note(self, sentence: str) -> None:
        if sentence not in self.notes:
            self.notes.append(sentence)


def _nothing(entry: Entry, opened: Opener) -> None:
    """The walk that only lists."""


def _extracted(archive: tarfile.TarFile, info: tarfile.TarInfo) -> IO[bytes]:
    content = archive.extractfile(info)
    assert content is not None  # only links and devices have none
    return content
