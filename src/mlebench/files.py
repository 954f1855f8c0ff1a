"""Files that appear whole or not at all: a reader never sees half of one, whenever the writer is killed."""

from __future__ import annotations

import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """The path of a new file beside this one, which takes its place and its mode at the end, or goes on failure."""
    new = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        yield new
        with suppress(FileNotFoundError):
            before = path.lstat().st_mode
            if stat.S_ISREG(before) and before != new.lstat().st_mode:
                new.chmod(stat.S_IMODE(before))
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write a file, instead of one that may be there."""
    with replaced(path) as new:
        write(new, content)


def write(path: Path, content: str | bytes) -> None:
    """Write a file that nobody reads yet; without a buffer, since to make one takes longer than a short text."""
    left = memoryview(content.encode() if isinstance(content, str) else content)
    with path.open("wb", buffering=0) as file:
        while left:  # a disk that is nearly full takes a part, and says only then that it is full
            left = left[file.write(left) :]
