"""DATA/ID/raw: whose it is, so that real data is neither unpacked twice nor lost to toy data."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mlebench.data.extract import new_folder
from mlebench.data.layout import DataLayout
from mlebench.errors import DataError

Origin = dict[str, Any]  # `source` says which kind, the rest tells one of that kind from another
_REPLACEABLE = "miniature"


def _note(layout: DataLayout) -> Path:
    return layout.root / ".raw.json"  # beside the tree: competitions see only their own files in it


def origin_of(layout: DataLayout) -> Origin | None:
    """Where the raw tree came from, where this program made it."""
    try:
        origin = json.loads(_note(layout).read_text())
    except (OSError, ValueError):
        return None
    return origin if layout.raw.is_dir() and isinstance(origin, dict) else None


def has_raw(layout: DataLayout, origin: Origin) -> bool:
    """Whether the complete raw tree of this origin is there."""
    return origin_of(layout) == origin


def require_room(layout: DataLayout, source: str) -> None:
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
def new_raw(layout: DataLayout, origin: Origin) -> Iterator[Path]:
    """An empty folder that becomes the raw tree when the block ends well."""
    require_room(layout, origin["source"])
    shutil.rmtree(layout.raw, ignore_errors=True)
    with new_folder(layout.raw) as folder:
        yield folder
        # Before the tree appears: a note without a tree means nothing, a tree without a note is not ours.
        _note(layout).write_text(json.dumps(origin))


def discard_raw(layout: DataLayout, source: str) -> None:
    """Remove the raw tree where it came from this source."""
    origin = origin_of(layout)
    if origin is not None and origin.get("source") == source:
        shutil.rmtree(layout.raw, ignore_errors=True)
        _note(layout).unlink(missing_ok=True)
