"""Putting raw files into the prepared folder without a second copy where the filesystem allows it."""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fnmatch import translate
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from mlebench.data.files.times import EVEN
from mlebench.data.progress import advance, in_threads, stage

try:
    from fcntl import ioctl
except ImportError:  # pragma: no cover - not on Linux
    ioctl = None  # type: ignore[assignment]

FilePath: TypeAlias = str | Path  # for a hundred thousand files texts are a good deal faster
_AT_ONCE = 256
_FICLONE = 0x40049409  # Linux: share all blocks of another file (btrfs, XFS, …)
_NO_LINK = {errno.EXDEV, errno.EPERM, errno.EMLINK, errno.ENOTSUP, errno.EACCES}


def place(source: FilePath, target: FilePath) -> None:
    """Hard link `source` at `target`; else share its blocks; else copy it, without its time."""
    place_between("/", "/", [(Path(source).absolute(), Path(target).absolute())])


def place_between(source: FilePath, target: FilePath, names: Iterable[tuple[FilePath, FilePath]]) -> None:
    """Place files of one folder in another, under the second name of each pair."""
    with _opened(source) as old_folder, _opened(target) as new_folder:
        for old, new in names:
            try:
                # Within open folders: paths are short, and the system follows a link to its file.
                os.link(old, new, src_dir_fd=old_folder, dst_dir_fd=new_folder)
            except OSError as error:
                _place_unusual(Path(source, old), Path(target, new), error)


@contextmanager
def _opened(folder: FilePath) -> Iterator[int]:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _place_unusual(source: Path, target: Path, error: OSError) -> None:
    """What a first attempt to link failed at."""
    source.stat()  # where it is missing, this says so with its whole name
    if isinstance(error, FileNotFoundError):
        target.parent.mkdir(parents=True, exist_ok=True)
        place(source, target)
    elif error.errno not in _NO_LINK:
        raise error
    else:
        if not _reflink(source, target):
            shutil.copyfile(source, target)
        os.utime(target, (EVEN, EVEN))


def _reflink(source: Path, target: Path) -> bool:
    if ioctl is None:
        return False
    try:
        with source.open("rb") as old, target.open("wb") as new:
            ioctl(new.fileno(), _FICLONE, old.fileno())
    except OSError:
        return False
    return True


def place_all(
    pairs: Iterable[tuple[FilePath, FilePath]],
    label: str = "placing files",
    total: int | None = None,
    *,
    source: FilePath = ".",
    target: FilePath = ".",
) -> None:
    """Place many files of `source` in `target`, on several threads where the caller allows them."""
    if total is None:
        pairs = list(pairs)
        total = len(pairs)
    stage(label, total)
    if total:
        Path(target).mkdir(parents=True, exist_ok=True)
    remaining = iter(pairs)
    # Many at a time: handing one over to a thread takes longer than linking it.
    batches = iter(lambda: list(islice(remaining, _AT_ONCE)), [])

    def place_batch(batch: list[tuple[FilePath, FilePath]]) -> int:
        place_between(source, target, batch)
        return len(batch)

    for count in in_threads(place_batch, batches):
        advance(count)


def place_tree(source: Path, target: Path, pattern: str = "*") -> None:
    """Place every file below a folder whose name matches, keeping the folders."""
    fits = re.compile(translate(pattern)).match
    names = [name for name in _names_below(f"{source}/") if fits(name.rpartition("/")[2])]
    place_all(zip(names, names), f"placing {source.name}", len(names), source=source, target=target)


def _names_below(root: str, folder: str = "") -> Iterator[str]:
    """All files, named from the root on."""
    with os.scandir(root + folder) as entries:
        for entry in entries:
            if entry.is_file():
                yield folder + entry.name
            elif entry.is_dir(follow_symlinks=False):
                yield from _names_below(root, f"{folder}{entry.name}/")
