"""Unpacking archives safely: nothing leaves the target, no links or devices, no bombs, whole or not at all."""

from __future__ import annotations

import errno
import lzma
import shutil
import stat
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO

from mlebench.data.archives.zips import DAMAGE, open_zip
from mlebench.data.limits import MAX_DEPTH, Budget, require_space
from mlebench.data.progress import advance, in_threads, stage
from mlebench.errors import DataError

TEMPORARY = ".preparing-"  # what a killed process leaves under this name is cleared by the next preparation
ARCHIVES = (".zip", ".7z", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
_EMPTY_ZIP = b"PK\x05\x06"  # a zip with members begins with the first of them
_COMPRESSED = (b"\x1f\x8b", b"BZh", b"\xfd7zXZ")
MB = 1e6
_BUFFER = 1 << 20
_DAMAGE = (
    *DAMAGE,
    OSError,
    RuntimeError,  # of zipfile: a password, or a method that it does not know
    lzma.LZMAError,
    tarfile.TarError,
)


def is_archive(path: Path) -> bool:
    """Whether the name is that of an archive that can be unpacked."""
    return path.name.lower().endswith(ARCHIVES)


def require_content(archive: Path) -> None:
    """An empty file is no damaged archive, and an empty archive holds no data."""
    with archive.open("rb") as file:
        head = file.read(len(_EMPTY_ZIP))
    if not head:
        raise DataError(f"{archive}: the file is empty (0 bytes).")
    if head == _EMPTY_ZIP:
        raise _empty(archive)


def _empty(archive: Path) -> DataError:
    return DataError(f"{archive}: the archive is empty, there are no files in it.")


def extract(archive: Path, target: Path, *, nested: bool = False) -> None:
    """Unpack a zip, tar (plain, gzip, bzip2, xz) or 7z into the new folder `target`.

    With `nested`, archives inside become folders of their name without suffix. The folder appears when
    everything is in it.
    """
    with new_folder(target) as folder:
        extract_into(archive, folder, nested=nested)


def extract_into(archive: Path, folder: Path, *, nested: bool = False) -> None:
    """Unpack into an existing, empty folder; who gives it must also remove it where this fails."""
    if not archive.is_file():
        raise DataError(f"{archive}: there is no such file.")
    budget = Budget(archive)
    _unpack(archive, folder, budget)
    if not any(path.is_file() for path in folder.rglob("*")):
        raise _empty(archive)
    if nested:
        _unpack_nested(folder, budget, depth=1)


@contextmanager
def new_folder(target: Path) -> Iterator[Path]:
    """A temporary sibling that becomes `target` when the block ends well, and vanishes when it does not."""
    target.parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=TEMPORARY, dir=target.parent))
    try:
        yield folder
        folder.chmod(0o755)  # mkdtemp makes it private to the user; sandboxes read it as others
        folder.rename(target)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _unpack_nested(folder: Path, budget: Budget, depth: int) -> None:
    for inner in sorted(path for path in folder.rglob("*") if path.is_file() and is_archive(path)):
        if depth > MAX_DEPTH:
            raise DataError(f"{inner.name}: refused, archives are nested more than {MAX_DEPTH} deep.")
        suffix = next(s for s in sorted(ARCHIVES, key=len, reverse=True) if inner.name.lower().endswith(s))
        target = inner.with_name(inner.name[: -len(suffix)] or "archive")
        if target.exists():
            raise DataError(f"{inner.name}: cannot be unpacked, since {target.name} exists beside it.")
        target.mkdir()
        _unpack(inner, target, budget)
        inner.unlink()
        _unpack_nested(target, budget, depth + 1)


def _unpack(archive: Path, folder: Path, budget: Budget) -> None:
    with archive.open("rb") as file:
        head = file.read(8)
    if not head:
        require_content(archive)
    name = archive.name.lower()
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")) or name.endswith(".zip"):
        _unpack_zip(archive, folder, budget)
    elif head.startswith(b"7z\xbc\xaf\x27\x1c") or name.endswith(".7z"):
        from mlebench.data.archives.extract_7z import unpack_7z  # py7zr takes a while to import

        unpack_7z(archive, folder, budget)
    elif head.startswith(_COMPRESSED) or is_archive(archive) or tarfile.is_tarfile(archive):
        _unpack_tar(archive, folder, budget)
    else:
        raise DataError(f"{archive}: not an archive (zip, tar or 7z).")


def inside(folder: Path, name: str, archive: Path) -> Path:
    """Where a member goes. A name that leads elsewhere is refused."""
    if name in (".", "./"):
        return folder
    parts = PurePosixPath(name).parts
    if not parts or parts[0] == "/" or ".." in parts or "\x00" in name or ".." in name.split("\\"):
        raise DataError(f"{archive}: refused, its member {name!r} leads out of the folder it is unpacked in.")
    return folder.joinpath(*parts)


def _unpack_zip(archive: Path, folder: Path, budget: Budget) -> None:
    with damage_named(archive), open_zip(archive) as file:
        members: dict[Path, zipfile.ZipInfo] = {}
        budget.enter(sum(info.is_dir() for info in file.infolist()))
        for info in file.infolist():
            kind = stat.S_IFMT(info.external_attr >> 16)
            if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
                raise DataError(f"{archive}: refused, its member {info.filename!r} is a link or a device.")
            if info.flag_bits & 1:
                raise DataError(f"{archive}: its member {info.filename!r} is encrypted.")
            path = inside(folder, info.filename, archive)
            if info.is_dir():
                path.mkdir(parents=True, exist_ok=True)
            else:
                members[path] = info  # of two with one name the last counts, as in other tools
        total = sum(info.file_size for info in members.values())
        budget.spend(total, len(members), sum(not info.file_size for info in members.values()))
        require_space(folder, total, f"unpacking {archive.name}")
        for parent in {path.parent for path in members}:
            parent.mkdir(parents=True, exist_ok=True)

        def write(member: tuple[Path, zipfile.ZipInfo]) -> None:
            path, info = member
            with damage_named(archive, info.filename), file.open(info) as source:
                _copy(source, path)

        stage(f"unpacking {archive.name} (MB)", total / MB)
        for _ in in_threads(write, members.items()):
            pass


def _unpack_tar(archive: Path, folder: Path, budget: Budget) -> None:
    size = archive.stat().st_size
    stage(f"unpacking {archive.name} (MB)", size / MB)
    with archive.open("rb") as raw, damage_named(archive), tarfile.open(fileobj=raw, mode="r:*") as file:
        seen = 0
        for info in file:
            path = inside(folder, info.name, archive)
            if info.isdir():
                budget.enter(1)
                path.mkdir(parents=True, exist_ok=True)
            elif info.isreg():
                budget.spend(info.size, 1, not info.size)
                path.parent.mkdir(parents=True, exist_ok=True)
                source = file.extractfile(info)
                assert source is not None  # only links and devices have none
                _copy(source, path, tell=False)
                if path.stat().st_size != info.size:
                    raise EOFError("ends early")
            else:
                raise DataError(f"{archive}: refused, its member {info.name!r} is a link or a device.")
            advance((raw.tell() - seen) / MB)
            seen = raw.tell()
            file.members = []  # type: ignore[attr-defined]  # it would keep a record of each of millions
        _reach_the_end(file, raw, budget)


def _reach_the_end(file: tarfile.TarFile, raw: IO[bytes], budget: Budget) -> None:
    """A tar is complete when its last blocks are there, a compressed one when its check sum is right too."""
    assert file.fileobj is not None
    if file.fileobj is raw:
        raw.seek(file.offset)
        if not raw.read(1):  # cut between two members
            raise EOFError("ends early")
    else:
        while block := file.fileobj.read(_BUFFER):
            budget.spend(len(block))


@contextmanager
def damage_named(archive: Path, member: str | None = None) -> Iterator[None]:
    """Whatever the libraries raise over a damaged archive becomes one error that names it."""
    try:
        yield
    except DataError:
        raise
    except _DAMAGE as error:
        clash = isinstance(error, FileExistsError | IsADirectoryError | NotADirectoryError)
        where = f"{archive} ({member!r})" if member else str(archive)
        if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
            raise DataError(f"{where}: refused, a member's name is longer than this disk takes.") from error
        if isinstance(error, OSError) and error.errno is not None and not clash:
            raise  # of the disk, not of the archive
        raise DataError(f"{where}: damaged or incomplete archive ({error})") from error


def _copy(source: IO[bytes], path: Path, *, tell: bool = True) -> None:
    with path.open("wb") as target:
        while block := source.read(_BUFFER):
            target.write(block)
            if tell:
                advance(len(block) / MB)
