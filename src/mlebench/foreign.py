"""Folders that a stranger made: an agent's or a competition's out of somebody's repository, a run group by mail.

The harness has more rights than whoever filled such a folder, so it must not be led out of it. One rule for all of
them: plain files count; a link may lead to something in the same folder, and one that leads elsewhere is refused by
name; so are pipes, sockets and devices. The folder itself may be reached through links: where it lies is the user's
own choice. Whatever is opened is opened step by step without following links, so that one which is put in the place
of a file after the look leads nowhere either.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import IO, Annotated, Any, NamedTuple

from mlebench.errors import MlebenchError

# What tools leave behind; it belongs to nobody's agent or competition, and is not looked at.
CACHES = frozenset({"__pycache__", ".git", ".DS_Store", ".venv", ".mypy_cache", ".ruff_cache", ".pytest_cache"})
_DEPTH = 64
_PIECE_BYTES = 64 << 10
_NAMED = 10  # refusals that a message lists
_REFUSED = "refused"  # the kind of what is not listed
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC  # a pipe must not keep us waiting


def _one_name(name: str) -> str:
    if name in ("", ".", "..") or "/" in name or not name.isprintable():
        raise ValueError("must be the plain name of a file")
    return name


def _inner_path(path: str) -> str:
    if PurePosixPath(path).is_absolute() or ".." in PurePosixPath(path).parts:
        raise ValueError("must be a relative path without '..'")
    return path


class _Checked:
    """As pydantic's AfterValidator, for models that use it; who only reads a folder need not import pydantic."""

    def __init__(self, check: Callable[[str], str]) -> None:
        self._check = check

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic_core import core_schema

        return core_schema.no_info_after_validator_function(self._check, handler(source))


# Names and paths in files that strangers wrote, which become part of a path here.
Name = Annotated[str, _Checked(_one_name)]
InnerPath = Annotated[str, _Checked(_inner_path)]


class ForeignError(MlebenchError):
    """A folder holds what would lead out of it."""


class Entry(NamedTuple):
    """A plain file, a link, or a folder; `path` is relative to the folder that was looked at."""

    path: Path
    kind: str  # file, link, folder
    link: str = ""  # what a link says


class Contents(NamedTuple):
    """What a folder holds, sorted, and what was refused, with the reason."""

    entries: list[Entry]
    refused: list[str]


def look(root: Path, skip: Collection[str] = CACHES) -> Contents:
    """Everything below a folder, but for names in `skip`. No link is followed."""
    contents = Contents([], [])
    for path, kind, text in _below(root, skip, _DEPTH):
        if kind == _REFUSED:
            contents.refused.append(text)
        else:
            contents.entries.append(Entry(Path(path), kind, text))
    return contents


def entries(root: Path, skip: Collection[str] = CACHES) -> list[Entry]:
    """As `look`, for callers to whom anything refused is an error."""
    found = look(root, skip)
    _require_own(root, found.refused)
    return found.entries


def check(root: Path, levels: int) -> None:
    """The same error for the first levels of a folder, without a list: that of a large group would be long."""
    _require_own(root, [text for _, kind, text in _below(root, (), levels) if kind == _REFUSED])


def _require_own(root: Path, refused: list[str]) -> None:
    if refused:
        more = len(refused) - _NAMED
        listed = [*refused[:_NAMED], *([f"and {more} more"] if more > 0 else [])]
        raise ForeignError(
            f"{root}: refused, because not all in it is its own:\n" + "\n".join(f"  {each}" for each in listed),
            hint="A link may lead only to something in the same folder, and be relative. "
            "Put a copy of what is needed in its place.",
        )


def inside(root: Path, name: str | Path) -> Path:
    """The real path of a file that is named in a foreign folder; a name that leads out of it is refused."""
    return _inside(root.resolve(), name)


def _inside(root: Path, name: str | Path) -> Path:
    try:
        real = (root / name).resolve()
    except (RuntimeError, ValueError, OSError) as error:  # links in a circle or swapped meanwhile, a zero byte
        raise ForeignError(f"{root / name}: leads nowhere ({error})") from error
    if not real.is_relative_to(root):
        raise ForeignError(
            f"{root / name}: leads out of its folder, to {real}.",
            hint="It is not read. Put a copy of what is needed in its place.",
        )
    return real


@contextmanager
def opened(root: Path, name: str | Path) -> Iterator[IO[bytes]]:
    """Open a plain file below a foreign folder."""
    with _descriptor(root, name) as descriptor, os.fdopen(descriptor, "rb", closefd=False) as file:
        yield file


def _pieces(file: int) -> Iterator[bytes]:
    while piece := os.read(file, _PIECE_BYTES):
        yield piece


@contextmanager
def _descriptor(root: Path, name: str | Path) -> Iterator[int]:
    try:
        descriptor = _open_straight(root, name)
    except (ForeignError, ValueError):  # there are links on the way, or it is none
        root = root.resolve()
        # The real path has no links: where a step meets one all the same, it was put there a moment ago.
        descriptor = _open_straight(root, _inside(root, name).relative_to(root))
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _open_straight(root: Path, name: str | Path) -> int:
    """Step by step, and no step is a link. To look for links first would take longer than to read a short file."""
    path = PurePosixPath(name)
    *folders, last = path.parts or (".",)
    if path.is_absolute() or os.pardir in path.parts:
        raise ForeignError(f"{root / name}: leads out of its folder.")
    if folders:
        with _opened(root, None, _FOLDER & ~os.O_NOFOLLOW) as folder, _through(folder, folders) as parent:
            descriptor = _open(last, _FILE, parent)
    else:  # the only step is the last, of which the system itself sees to it
        descriptor = _open(root / last, _FILE, None)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise ForeignError(f"{root / name}: is not a plain file.")
    return descriptor


@contextmanager
def opened_folder(root: Path, name: str | Path) -> Iterator[int]:
    """Open a folder below a foreign one, or that itself, for `os.scandir`."""
    root = root.resolve()
    steps = _inside(root, name).relative_to(root).parts
    with _opened(root, None) as folder, _through(folder, list(steps)) as inner:
        yield inner


def read_bytes(root: Path, name: str | Path) -> bytes:
    """The content of a plain file below a foreign folder."""
    with _descriptor(root, name) as file:  # most are short: a buffer would take longer than to read them
        return b"".join(_pieces(file))


def read_text(root: Path, name: str | Path) -> str:
    """The same as text, with the line ends of this system."""
    return read_bytes(root, name).decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")


def fingerprint(root: Path, found: Iterable[Entry], *, modes: bool = False) -> str:
    """One SHA-256 of the names, links and contents of these entries, and with `modes` of the files' modes."""
    digest = hashlib.sha256()
    for entry in found:
        content, mode = b"", 0
        if entry.kind == "file":
            with opened(root, entry.path) as file:
                content, mode = file.read(), os.fstat(file.fileno()).st_mode
        size = {"link": f"-> {entry.link}", "folder": "/", "file": f"{len(content)}"}[entry.kind]
        facts = [entry.path.as_posix(), size, *([f"{mode}"] if modes else []), ""]
        digest.update("\0".join(facts).encode(errors="surrogateescape") + content)
    return digest.hexdigest()


def copy(root: Path, found: Collection[Entry], target: Path) -> None:
    """Copy entries of a foreign folder: files as new ones with ordinary rights, links as links."""
    target.mkdir(parents=True, exist_ok=True)
    made = {target}
    for entry in found:
        place = target / entry.path
        folder = place if entry.kind == "folder" else place.parent
        if folder not in made:
            folder.mkdir(parents=True, exist_ok=True)
            made.add(folder)
        if entry.kind == "file":
            with _descriptor(root, entry.path) as file, place.open("xb") as new:
                new.writelines(_pieces(file))
                os.fchmod(new.fileno(), os.fstat(file).st_mode & 0o777)
        elif entry.kind == "link":
            place.symlink_to(entry.link)


def _below(root: Path, skip: Collection[str], levels: int) -> Iterator[tuple[str, str, str]]:
    """Path, kind and what a link says, or why an entry is refused; sorted by the names on the way."""
    root = root.resolve()
    with _opened(root, None) as folder:
        yield from _look(root, folder, "", skip, levels, 1)


def _look(
    root: Path, folder: int, where: str, skip: Collection[str], levels: int, level: int
) -> Iterator[tuple[str, str, str]]:
    with os.scandir(folder) as found:
        listed = sorted((each for each in found if each.name not in skip), key=lambda each: each.name)
    for each in listed:
        path = where + each.name
        with suppress(FileNotFoundError):  # somebody works in the folder, and took it away
            if each.is_symlink():
                text = os.readlink(each.name, dir_fd=folder)
                if _stays_inside(root, Path(path), text):
                    yield path, "link", text
                else:
                    yield path, _REFUSED, f"{_printable(path)}: a link that leads to {_printable(text)}"
            elif each.is_file(follow_symlinks=False):
                yield path, "file", ""
            elif not each.is_dir(follow_symlinks=False):
                yield path, _REFUSED, f"{_printable(path)}: neither a file nor a folder"
            elif level >= _DEPTH:
                yield path, _REFUSED, f"{_printable(path)}: nested too deeply"
            else:
                yield path, "folder", ""
                if level < levels:
                    try:
                        with _opened(each.name, folder) as inner:
                            yield from _look(root, inner, f"{path}/", skip, levels, level + 1)
                    except PermissionError as error:
                        raise ForeignError(f"{_printable(root / path)}: cannot be read ({error.strerror}).") from error


def _stays_inside(root: Path, path: Path, text: str) -> bool:
    """Both by its words, which are what a copy of the folder keeps, and by what it leads to here."""
    words = os.path.normpath(path.parent / text)
    if PurePosixPath(text).is_absolute() or words == os.pardir or words.startswith(f"{os.pardir}/"):
        return False
    try:
        inside(root, path)
    except ForeignError:
        return False
    return True


def _open(path: Path | str, flags: int, parent: int | None) -> int:
    try:
        return os.open(path, flags, dir_fd=parent)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR):
            raise ForeignError(f"{_printable(path)}: became a link while it was looked at.") from error
        if error.errno == errno.ENXIO:
            raise ForeignError(f"{_printable(path)}: is not a plain file.") from error
        raise


@contextmanager
def _opened(path: Path | str, parent: int | None, flags: int = _FOLDER) -> Iterator[int]:
    descriptor = _open(path, flags, parent)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def _through(folder: int, names: list[str]) -> Iterator[int]:
    """The folder below `folder` that these names lead to."""
    if not names:
        yield folder
        return
    with _opened(names[0], folder) as inner, _through(inner, names[1:]) as last:
        yield last


def _printable(name: Path | str) -> str:
    """Names are a stranger's: on a terminal, control characters in them would act."""
    text = str(name)
    return text if text.isprintable() else ascii(text)
