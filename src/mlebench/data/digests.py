"""Digests of files: as fast as `md5sum`, several at once, and not twice for a file that has not changed."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path

from mlebench.data.progress import advance, in_threads, stage
from mlebench.files import write_atomically

_BLOCK = 1 << 18
_MB = 1e6


def md5(path: Path) -> str:
    """As published checksums are."""
    return _digest(path, "md5")


def sha256(path: Path) -> str:
    """Nobody can make another file that has it, and most processors compute it faster than MD5."""
    return _digest(path, "sha256")


def _digest(path: Path, algorithm: str) -> str:
    """Of a file. hashlib lets other threads run meanwhile."""
    digest = hashlib.new(algorithm, usedforsecurity=False)
    buffer = bytearray(_BLOCK)
    view = memoryview(buffer)
    with path.open("rb", buffering=0) as file:
        while size := file.readinto(buffer):
            digest.update(view[:size])
            advance(size / _MB)
    return digest.hexdigest()


class DigestCache:
    """Digests by name, kept in a small JSON file, valid while size, time stamp and inode of the file stay.

    Names, not paths: a folder that is renamed keeps its digests.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        try:
            content = json.loads(file.read_text())
            self._known: dict[str, list[int | str]] = content if isinstance(content, dict) else {}
        except (OSError, ValueError):
            self._known = {}

    def md5(self, files: Mapping[str, Path]) -> dict[str, str]:
        """MD5 of each file, by name."""
        found = {name: self._valid(name, path) for name, path in files.items()}
        new = [name for name, digest in found.items() if digest is None]
        if new:
            stage("computing checksums (MB)", sum(files[name].stat().st_size for name in new) / _MB)
            # The state is taken first: a file that changes meanwhile must not be taken for known later.
            states = {name: _state(files[name]) for name in new}
            for name, digest in zip(new, in_threads(lambda name: md5(files[name]), new), strict=True):
                self._known[name] = [*states[name], digest]
                found[name] = digest
            self._save()
        return {name: str(digest) for name, digest in found.items()}

    def remember(self, name: str, path: Path, compute: Callable[[Path], str]) -> str:
        """Another kind of digest, computed where it is not known."""
        digest = self._valid(name, path)
        if digest is None:
            stage(f"reading {path.name}")
            state = _state(path)
            digest = compute(path)
            self._known[name] = [*state, digest]
            self._save()
        return digest

    def _valid(self, name: str, path: Path) -> str | None:
        entry = self._known.get(name)
        return str(entry[3]) if isinstance(entry, list) and len(entry) == 4 and entry[:3] == _state(path) else None

    def _save(self) -> None:
        with contextlib.suppress(OSError):  # a data folder that is read-only is verified all the same
            write_atomically(self._file, json.dumps(self._known, indent=1))


def _state(path: Path) -> list[int | str]:
    status = path.stat()
    return [status.st_size, status.st_mtime_ns, status.st_ino]
