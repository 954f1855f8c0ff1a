"""Putting raw files into the prepared folder without a second copy where the filesystem allows it."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from mlebench.data.progress import in_threads, track

try:
    from fcntl import ioctl
except ImportError:  # pragma: no cover - not on Linux
    ioctl = None  # type: ignore[assignment]

_FICLONE = 0x40049409  # Linux: share all blocks of another file (btrfs, XFS, …)
_NO_LINK = {errno.EXDEV, errno.EPERM, errno.EMLINK, errno.ENOTSUP, errno.EACCES}


def place(source: Path, target: Path) -> None:
    """Hard link `source` at `target`; else share its blocks; else copy it."""
    if source.is_symlink():
        source = source.resolve()  # a link to a link would point elsewhere from its new place
    try:
        os.link(source, target)
    except FileNotFoundError:
        if target.parent.is_dir():
            raise
        target.parent.mkdir(parents=True, exist_ok=True)
        place(source, target)
    except OSError as error:
        if error.errno not in _NO_LINK:
            raise
        if not _reflink(source, target):
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


def place_all(pairs: Iterable[tuple[Path, Path]], label: str = "placing files") -> None:
    """Place many files, on several threads where the caller allows them."""
    pairs = list(pairs)
    for folder in {target.parent for _, target in pairs}:
        folder.mkdir(parents=True, exist_ok=True)
    for _ in track(in_threads(lambda pair: place(*pair), pairs), label, len(pairs)):
        pass


def place_tree(source: Path, target: Path, pattern: str = "*") -> None:
    """Place every file below a folder whose name matches, keeping the folders."""
    files = sorted(path for path in source.rglob(pattern) if path.is_file())
    place_all(((path, target / path.relative_to(source)) for path in files), f"placing {source.name}")
