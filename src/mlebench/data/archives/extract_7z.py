"""Unpacking 7z archives; apart from the others because py7zr takes a while to import."""

from __future__ import annotations

import io
from pathlib import Path
from threading import Lock
from typing import IO

import py7zr
from py7zr.io import Py7zIO, WriterFactory

from mlebench.data.archives.extract import MB, damage_named, inside
from mlebench.data.limits import Budget, require_space
from mlebench.data.progress import advance, stage
from mlebench.errors import DataError


def unpack_7z(archive: Path, folder: Path, budget: Budget) -> None:
    """Unpack into an existing folder. What may not be unpacked is found before the first byte is written."""
    try:
        with damage_named(archive), py7zr.SevenZipFile(archive) as file:
            if file.needs_password():
                raise DataError(f"{archive}: is encrypted.")
            members = list(file.files)
            sizes = [0 if member.emptystream else member.uncompressed for member in members if not member.is_directory]
            budget.spend(total := sum(sizes), len(members), sizes.count(0))
            budget.enter(len(members) - len(sizes))
            for member in members:
                path = inside(folder, member.filename, archive)
                if member.is_symlink or member.is_junction or member.is_socket:
                    raise DataError(f"{archive}: refused, its member {member.filename!r} is a link or a device.")
                (path if member.is_directory else path.parent).mkdir(parents=True, exist_ok=True)
            require_space(folder, total, f"unpacking {archive.name}")
            stage(f"unpacking {archive.name} (MB)", total / MB)
            files = _Files()
            try:
                file.extract(path=folder, factory=files)
            finally:
                files.close()
    except (py7zr.exceptions.ArchiveError, py7zr.exceptions.PasswordRequired, TypeError, ValueError) as error:
        # The last two come out of py7zr where a damaged header has nonsense in it.
        raise DataError(f"{archive}: damaged or incomplete archive ({error or type(error).__name__})") from error


class _Files(WriterFactory):
    """py7zr asks it for a place to write each member to, so that no modes or links of the archive are applied."""

    def __init__(self) -> None:
        self._open: list[_File] = []
        self._lock = Lock()  # py7zr reads archives of several blocks on several threads

    def create(self, filename: str) -> Py7zIO:
        file = _File(Path(filename))
        with self._lock:
            self._open = [other for other in self._open if not other.closed]
            self._open.append(file)
        return file

    def close(self) -> None:
        """py7zr leaves files open when it fails."""
        for file in self._open:
            file.close()


class _File(Py7zIO):
    def __init__(self, path: Path) -> None:
        self._file: IO[bytes] = path.open("wb")
        self._size = 0

    @property
    def closed(self) -> bool:
        return self._file.closed

    def seekable(self) -> bool:
        return False

    def write(self, s: bytes | bytearray) -> int:
        self._size += len(s)
        advance(len(s) / MB)
        return self._file.write(s)

    def read(self, size: int | None = None) -> bytes:
        raise io.UnsupportedOperation("written only")

    def seek(self, offset: int, whence: int = 0) -> int:
        raise io.UnsupportedOperation("written only")

    def flush(self) -> None:
        self._file.flush()

    def size(self) -> int:
        return self._size

    def close(self) -> None:
        self._file.close()
