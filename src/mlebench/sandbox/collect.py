"""Taking files out of a sandbox. An agent may be hostile: links, devices and endless files stay behind."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import IO

from mlebench.sandbox.protocol import OUTPUTS

_MIB = 1 << 20
# Faults of our own disk. They must not look as if the agent had handed in nothing.
_OURS = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EMFILE, errno.ENFILE}


@dataclass(frozen=True)
class CollectLimits:
    """How much may come out of one folder of a sandbox."""

    bytes_each: int = 4096 * _MIB
    bytes_total: int = 8192 * _MIB
    files: int = 20_000
    entries: int = 60_000  # with folders and what is refused: all of it takes time
    depth: int = 40
    first: tuple[str, ...] = ("submission.csv",)  # taken before the limits can be used up by something else


@dataclass
class Collected:
    """What came out, and what was left behind and why."""

    files: int = 0
    bytes: int = 0
    refused: list[str] = field(default_factory=list)
    seen: int = 0

    def refuse(self, path: str, why: str) -> None:
        """Note a refusal; only the first hundred, since a hostile agent could make millions."""
        if len(self.refused) < 100:
            # Names are the agent's: on a terminal, control characters in them would act.
            self.refused.append(f"{path if path.isprintable() else ascii(path)}: {why}")


def collect(source: Path, target: Path, limits: CollectLimits | None = None, *, move: bool = False) -> Collected:
    """Copy the plain files below `source` to `target`, which is emptied first; or move them, adding to what is there.

    Every step goes through an open folder and refuses to follow links, so that a link to a file outside
    the sandbox (the answers, say) is never read, wherever in the path it stands, and even where it is put in
    the place of a file while we look. Copies are new files with ordinary rights: a hard link does not lead
    back into the sandbox, nor does a set-user-id bit come out of it.

    `move` is for sandboxes in which nothing runs any more. It takes no space, so that a full disk is no reason to lose
    a result, and can be called again where it was cut off. What has other links or more than ordinary rights is copied
    all the same.
    """
    limits = limits or CollectLimits()
    if not move:
        shutil.rmtree(target, ignore_errors=True)
    try:
        target.mkdir(parents=True)
        result = Collected()
    except FileExistsError:
        result = _there_already(target)
    try:
        with _folder(source) as descriptor:
            _Copier(limits, result, move=move).copy(descriptor, source.name, target)
    except OSError as error:
        if error.errno in _OURS:
            raise
        result.refuse(source.name, f"not a readable folder ({error.strerror})")
    return result


def collect_file(folder: Path, name: str, target: Path, largest: int) -> str | None:
    """Copy one plain file, with the same care; returns why not, or null where it was copied."""
    result = Collected()
    target.parent.mkdir(parents=True, exist_ok=True)
    target.unlink(missing_ok=True)
    try:
        with _folder(folder) as descriptor:
            _Copier(CollectLimits(bytes_each=largest), result).file(descriptor, name, name, target)
    except OSError as error:
        if error.errno in _OURS:
            raise
        result.refuse(name, f"cannot be read ({error.strerror})")
    return result.refused[0] if result.refused else None


def remove_sandbox_folder(folder: Path) -> None:
    """Remove a folder that an agent filled: it may be nested beyond any recursion, or closed to its owner."""
    for name in OUTPUTS:  # empty where they were collected: then there is no need to look into them
        with suppress(OSError):
            (folder / name).rmdir()
    with suppress(OSError, RecursionError):  # most are as they should be
        shutil.rmtree(folder)
    for command in (["rm", "-rf"], ["chmod", "-R", "u+rwX"], ["rm", "-rf"]):
        if not os.path.lexists(folder):
            return
        subprocess.run([*command, "--", str(folder)], capture_output=True, check=False)


@contextmanager
def _folder(path: Path | str, parent: int | None = None) -> Iterator[int]:
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=parent)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


class _Copier:
    def __init__(self, limits: CollectLimits, result: Collected, *, move: bool = False) -> None:
        self.limits, self.result, self.move = limits, result, move

    def copy(self, folder: int, label: str, target: Path, depth: int = 0) -> None:
        first = [name for name in self.limits.first if depth == 0 and _exists(folder, name)]
        left = max(0, self.limits.entries - self.result.seen)
        with os.scandir(folder) as entries:
            # One more than may come, so that too many are noticed without listing them all.
            names = sorted(entry.name for entry in islice(entries, left + 1))
        for name in [*first, *(name for name in names if name not in first)]:
            path = f"{label}/{name}"
            if self.result.files >= self.limits.files or self.result.seen >= self.limits.entries:
                many = f"{self.limits.files} files" if self.result.files >= self.limits.files else "can be looked at"
                self.result.refuse(path, f"more than {many}")
                return
            self.result.seen += 1
            try:
                name.encode()
                self._entry(folder, name, path, target / name, depth)
            except UnicodeEncodeError:
                self.result.refuse(ascii(path), "its name is not text")
            except OSError as error:
                if error.errno in _OURS:
                    raise
                self.result.refuse(path, f"cannot be read ({error.strerror})")

    def _entry(self, folder: int, name: str, path: str, target: Path, depth: int) -> None:
        mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
        if stat.S_ISREG(mode):
            self.file(folder, name, path, target)
        elif not stat.S_ISDIR(mode):
            self.result.refuse(path, "not a plain file")
        elif depth >= self.limits.depth:
            self.result.refuse(path, "nested too deeply")
        else:
            target.mkdir(exist_ok=True)
            with _folder(name, folder) as inner:
                self.copy(inner, path, target, depth + 1)

    def file(self, folder: int, name: str, path: str, target: Path) -> None:
        limits, result = self.limits, self.result
        # Non-blocking, because a pipe put in the file's place would stop us for good.
        descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
        with os.fdopen(descriptor, "rb", buffering=0) as file:
            facts = os.fstat(descriptor)
            if not stat.S_ISREG(facts.st_mode):
                result.refuse(path, "not a plain file")
            elif facts.st_size > limits.bytes_each:
                result.refuse(path, f"larger than {limits.bytes_each // _MIB} MiB ({facts.st_size} bytes)")
            elif result.bytes + facts.st_size > limits.bytes_total:
                result.refuse(path, f"the folder holds more than {limits.bytes_total // _MIB} MiB")
            elif self.move and _moved(descriptor, facts, folder, name, target):
                result.files += 1
                result.bytes += facts.st_size
            else:
                result.bytes += _copy(file, facts.st_size, target)
                result.files += 1
                if self.move:
                    with suppress(OSError):  # a folder of another user's: its files are copied once more at the worst
                        os.unlink(name, dir_fd=folder)


def _moved(file: int, facts: os.stat_result, folder: int, name: str, target: Path) -> bool:
    """Rename a file, with our name and ordinary rights on it; false where only a copy is safe, or possible."""
    if facts.st_nlink != 1 or set(os.listxattr(file)) - {"security.selinux"}:  # capabilities, access lists
        return False
    try:
        os.fchown(file, os.geteuid(), os.getegid())
        os.fchmod(file, target.parent.stat().st_mode & 0o666)  # as the user's umask has it
        os.rename(name, target, src_dir_fd=folder)
    except OSError:
        return False
    return True


def _copy(file: IO[bytes], size: int, target: Path) -> int:
    """As much as it had when it was looked at: a file that still grows must not pass the limits."""
    left = size
    target.unlink(missing_ok=True)
    try:
        with target.open("xb") as copy:
            while left > 0 and (piece := file.read(min(_MIB, left))):
                copy.write(piece)
                left -= len(piece)
    except OSError:
        target.unlink(missing_ok=True)  # half a file must not pass for a whole one
        raise
    return size - left


def _there_already(target: Path) -> Collected:
    """What came out before the collecting was cut off: it counts."""
    files = [path.lstat() for path in target.rglob("*") if not path.is_dir()]
    return Collected(files=len(files), bytes=sum(facts.st_size for facts in files))


def _exists(folder: int, name: str) -> bool:
    try:
        os.stat(name, dir_fd=folder, follow_symlinks=False)
    except OSError:
        return False
    return True
