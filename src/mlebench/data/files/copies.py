"""Files by their content: those that are the same in two folders, and an order that tells nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pandas as pd

from mlebench.data.digests import md5
from mlebench.data.progress import in_threads


def by_content(rows: pd.DataFrame, files: Iterable[Path]) -> pd.DataFrame:
    """The rows in the order of a digest of their files, which tells nothing about them but what the files tell.

    Where rows stand in the order of their labels, whoever knows how a split is drawn can undo it.
    """
    return rows.iloc[np.argsort(list(in_threads(md5, files)), kind="stable")]


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
