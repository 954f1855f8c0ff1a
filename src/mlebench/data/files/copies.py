"""Files that are the same in two folders."""

from __future__ import annotations

from pathlib import Path

from mlebench.data.digests import md5
from mlebench.data.progress import in_threads


def remove_copies(folder: Path, *, of: Path) -> set[str]:
    """Remove the files of `folder` whose bytes are those of a file of `of`; the names of what was removed."""
    ours, theirs = (sorted(path for path in side.rglob("*") if path.is_file()) for side in (folder, of))
    sizes = {path.stat().st_size for path in theirs}
    ours = [path for path in ours if path.stat().st_size in sizes]
    known = set(in_threads(md5, theirs))
    copies = [path for path, digest in zip(ours, in_threads(md5, ours), strict=True) if digest in known]
    for path in copies:
        path.unlink()
    return {path.name for path in copies}
