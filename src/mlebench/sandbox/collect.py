"""Taking files out of a room. An agent may be hostile: links, devices and endless files stay behind."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

_MIB = 1 << 20


@dataclass(frozen=True)
class CollectLimits:
    """How much may come out of one folder of a room."""

    bytes_each: int = 4096 * _MIB
    bytes_total: int = 8192 * _MIB
    files: int = 20_000
    depth: int = 40


@dataclass
class Collected:
    """What came out, and what was left behind and why."""

    files: int = 0
    bytes: int = 0
    refused: list[str] = field(default_factory=list)

    def refuse(self, path: str, why: str) -> None:
        """Note a refusal; only the first hundred, since a hostile agent could make millions."""
        if len(self.refused) < 100:
            self.refused.append(f"{path}: {why}")


def collect(source: Path, target: Path, limits: CollectLimits | None = None) -> Collected:
    """Copy the plain files below `source` to `target`, which is emptied first.

    Every step goes through an open folder and refuses to follow links, so that a link to a file outside
    the room (the answers, say) is never read, wherever in the path it stands.
    """
    limits = limits or CollectLimits()
    result = Collected()
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    try:
        with _folder(source) as descriptor:
            _copy_folder(descriptor, source.name, target, limits, result, 0)
    except OSError as error:
        result.refuse(source.name, f"not a readable folder ({error.strerror})")
    return result


@contextmanager
def _folder(path: Path | str, parent: int | None = None) -> Iterator[int]:
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=parent)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _copy_folder(
    descriptor: int, label: str, target: Path, limits: CollectLimits, result: Collected, depth: int
) -> None:
    with os.scandir(descriptor) as entries:
        names = sorted((entry.name, entry.stat(follow_symlinks=False).st_mode) for entry in entries)
    for name, mode in names:
        path = f"{label}/{name}"
        if result.files >= limits.files:
            result.refuse(path, f"more than {limits.files} files")
            return
        try:
            name.encode()
            if stat.S_ISDIR(mode) and depth < limits.depth:
                (target / name).mkdir()
                with _folder(name, descriptor) as inner:
                    _copy_folder(inner, path, target / name, limits, result, depth + 1)
            elif stat.S_ISREG(mode):
                _copy_file(descriptor, name, path, target / name, limits, result)
            else:
                result.refuse(path, "not a plain file" if not stat.S_ISDIR(mode) else "nested too deeply")
        except UnicodeEncodeError:
            result.refuse(ascii(path), "its name is not text")
        except OSError as error:
            result.refuse(path, f"cannot be read ({error.strerror})")


def _copy_file(parent: int, name: str, label: str, target: Path, limits: CollectLimits, result: Collected) -> None:
    # Non-blocking, because a pipe put in the file's place would stop us for good.
    descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=parent)
    with os.fdopen(descriptor, "rb") as file:
        facts = os.fstat(descriptor)
        if not stat.S_ISREG(facts.st_mode):
            result.refuse(label, "not a plain file")
        elif facts.st_size > limits.bytes_each:
            result.refuse(label, f"larger than {limits.bytes_each // _MIB} MiB ({facts.st_size} bytes)")
        elif result.bytes + facts.st_size > limits.bytes_total:
            result.refuse(label, f"the folder holds more than {limits.bytes_total // _MIB} MiB")
        else:
            with target.open("xb") as copy:
                shutil.copyfileobj(file, copy, _MIB)
            result.files += 1
            result.bytes += facts.st_size
