"""Putting raw files into the prepared folder without a second copy where the filesystem allows it."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from itertools import islice
from pathlib import Path
from typing import TypeAlias

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
    """Hard link `source` at `target`; else share its blocks; else copy it."""
    if stat.S_ISLNK(os.lstat(source).st_mode):
        source = Path(source).resolve()  # a link to a link would point elsewhere from its new place
    try:
        os.link(source, target)
    except FileNotFoundError:  # not the source, which was there a moment ago
        Path(target).parent.mkdir(parents=True, exist_ok=True)
        place(source, target)
    except OSError as error:
        if error.errno not in _NO_LINK:
            raise
        if not _reflink(Path(source), Path(target)):
            shutil.copyfile(source, target)


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
    pairs: Iterable[tuple[FilePath, FilePath]], label: str = "placing files", total: int | None = None
) -> None:
    """Place many files, on several threads where the caller allows them."""
    if total is None:
        pairs = list(pairs)
        total = len(pairs)
    stage(label, total)
    remaining = iter(pairs)
    # Many at a time: handing one over to a thread takes longer than linking it.
    batches = iter(lambda: list(islice(remaining, _AT_ONCE)), [])
    for count in in_threads(_place_batch, batches):
        advance(count)


def _place_batch(pairs: list[tuple[FilePath, FilePath]]) -> int:
    for source, target in pairs:
        place(source, target)
    return len(pairs)


def place_tree(source: Path, target: Path, pattern: str = "*") -> None:
    """Place every file below a folder whose name matches, keeping the folders."""
    names = [name for name in _names_below(f"{source}/") if fnmatch(name.rpartition("/")[2], pattern)]
    place_all(((f"{source}/{name}", f"{target}/{name}") for name in names), f"placing {source.name}", len(names))


def _names_below(root: str, folder: str = "") -> Iterator[str]:
    """All files, named from the root on."""
    with os.scandir(root + folder) as entries:
        for entry in entries:
            if entry.is_file():
                yield folder + entry.name
            elif entry.is_dir(follow_symlinks=False):
                yield from _names_below(root, f"{folder}{entry.name}/")
