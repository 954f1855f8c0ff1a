"""How much an archive may unpack to, and whether the disk has room for it."""

from __future__ import annotations

import shutil
from pathlib import Path
from threading import Lock

from mlebench.errors import DataError

# A bomb packs a thousand times or more. Real data packs well in places (a constant column 500 times), so
# the ratio is taken over the whole archive, and what any machine can hold passes whatever its ratio.
MAX_RATIO = 100
HARMLESS_BYTES = 4 << 30
MAX_BYTES = 16 << 40
MAX_FILES = 50_000_000
MAX_EMPTY = 10_000  # files without content: they take no space in an archive, but time to unpack
MAX_FOLDERS = 100_000  # likewise; real data has some ten thousand
MAX_DEPTH = 4


class Budget:
    """What one archive, with all archives nested in it, may still unpack to."""

    def __init__(self, archive: Path) -> None:
        self._archive = archive
        self._bytes = min(MAX_BYTES, max(HARMLESS_BYTES, MAX_RATIO * archive.stat().st_size))
        self._files, self._empty, self._folders = MAX_FILES, MAX_EMPTY, MAX_FOLDERS
        self._lock = Lock()

    def enter(self, folders: int) -> None:
        """Account for folders before they are made; refuse where they are too many."""
        with self._lock:
            self._folders -= folders
        if self._folders < 0:
            raise DataError(f"{self._archive}: refused, since it has more than {MAX_FOLDERS:,} folders.")

    def spend(self, size: int, files: int = 0, empty: int = 0) -> None:
        """Account for data before it is written (`empty` of the files have none); refuse where it is too much."""
        with self._lock:
            self._bytes -= size
            self._files -= files
            self._empty -= empty
            refused = self._bytes < 0 or self._files < 0 or size < 0
        if self._empty < 0:
            raise DataError(f"{self._archive}: refused, since more than {MAX_EMPTY:,} of its files are empty.")
        if refused:
            raise DataError(
                f"{self._archive}: refused, since it unpacks to far more than data would "
                f"(over {MAX_RATIO} times its size, or over {MAX_FILES:,} files)."
            )


def gigabytes(size: float) -> str:
    """For people: 1.5 GB, 20 MB."""
    for unit, factor in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6)):
        if size >= factor:
            return f"{size / factor:.3g} {unit}"
    return f"{size / 1e3:.3g} kB"


def free_bytes(folder: Path) -> int:
    """Free space on the disk that holds this folder, or would hold it."""
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free


def require_space(folder: Path, needed: float, what: str) -> None:
    """Refuse to begin what the disk cannot hold."""
    free = free_bytes(folder)
    if needed > free:
        raise DataError(
            f"Not enough disk space in {folder}: {what} needs {gigabytes(needed)}, {gigabytes(free)} are free.",
            hint="Free some space, or choose another disk with --data-dir.",
        )
