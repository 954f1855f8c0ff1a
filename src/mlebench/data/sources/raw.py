"""DATA/ID/raw: whose it is, so that real data is neither unpacked twice nor lost to toy data."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mlebench.data.archives.extract import TEMPORARY, new_folder
from mlebench.data.layout import DataLayout
from mlebench.data.manifest import MINIATURE
from mlebench.errors import DataError

Origin = dict[str, Any]  # `source` says which kind, the rest tells one of that kind from another
_REPLACEABLE = MINIATURE
_MD5 = "archive_md5"


def _note(layout: DataLayout) -> Path:
    return layout.root / ".raw.json"  # beside the tree: competitions see only their own files in it


def origin_of(layout: DataLayout) -> Origin | None:
    """Where the raw tree came from, where this program made it."""
    try:
        origin = json.loads(_note(layout).read_text())
    except (OSError, ValueError):
        return None
    return origin if layout.raw.is_dir() and isinstance(origin, dict) else None


def forget_missing_raw(layout: DataLayout) -> None:
    """Remove the note of a tree that is gone: its remover was killed before it came to that."""
    if not layout.raw.exists():
        _note(layout).unlink(missing_ok=True)


def is_forgotten(layout: DataLayout) -> bool:
    """Whether there is no note of a tree that is gone."""
    return layout.raw.exists() or not _note(layout).exists()


def has_raw(layout: DataLayout, origin: Origin) -> bool:
    """Whether the complete raw tree of this origin is there."""
    found = origin_of(layout)
    return found is not None and {name: value for name, value in found.items() if name != _MD5} == origin


def archive_md5(layout: DataLayout) -> str | None:
    """MD5 of the archive that the raw tree was unpacked from, where that was the recorded one."""
    return (origin_of(layout) or {}).get(_MD5)


def require_replaceable(layout: DataLayout, source: str) -> None:
    """Refuse to replace a raw tree that cannot be made again, or that is somebody else's."""
    if not layout.raw.exists():
        return
    origin = origin_of(layout)
    if origin is None:
        raise DataError(
            f"{layout.raw} exists and was not made by this program.",
            hint=f"Use it with --raw-dir {layout.raw}, or remove it.",
        )
    if origin.get("source") not in (source, _REPLACEABLE):
        raise DataError(
            f"{layout.raw} holds raw data from {origin.get('source')}, not from {source}.",
            hint="Choose another --data-dir, or remove it.",
        )


@contextmanager
def new_raw(layout: DataLayout, origin: Origin, archive_md5: str | None = None) -> Iterator[Path]:
    """An empty folder that becomes the raw tree when the block ends well. The MD5 is that of a verified archive."""
    require_replaceable(layout, origin["source"])
    _remove(layout)
    with new_folder(layout.raw) as folder:
        yield folder
        # Before the tree appears: a note without a tree means nothing, a tree without a note is not ours.
        _note(layout).write_text(json.dumps(origin | ({_MD5: archive_md5} if archive_md5 else {})))


def discard_raw(layout: DataLayout, source: str) -> None:
    """Remove the raw tree where it came from this source."""
    origin = origin_of(layout)
    if origin is not None and origin.get("source") == source:
        _remove(layout)
        _note(layout).unlink(missing_ok=True)


def _remove(layout: DataLayout) -> None:
    """In one step, as far as anybody sees: who is killed meanwhile must not leave half a tree that looks whole."""
    if layout.raw.exists():
        leaving = layout.root / f"{TEMPORARY}removed-raw"
        shutil.rmtree(leaving, ignore_errors=True)
        layout.raw.rename(leaving)
        shutil.rmtree(leaving, ignore_errors=True)
