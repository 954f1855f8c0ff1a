"""Putting prepared data into a store: pieces first, the lists of files then, and the head last."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from mlebench._version import __version__
from mlebench.catalog import Competition
from mlebench.data.layout import EXPECTED, DataLayout
from mlebench.data.manifest import MANIFEST, MINIATURE, check_answers, check_files, read_manifest
from mlebench.data.progress import advance, in_threads, stage
from mlebench.data.stores.access import Store
from mlebench.data.stores.contents import HEAD, PIECE, PRIVATE, PUBLIC, FileList, Head, Side, StoredSide, sha256
from mlebench.errors import DataError

AT_ONCE = 8  # objects on their way
_MB = 1e6
_HARMLESS = (MINIATURE, "embedded")  # made by this package, not by the host of a competition


class Pushed(NamedTuple):
    """What came of it."""

    competition_id: str
    benchmark: str
    bytes: int  # of the data
    sent: int  # of these, which the store did not have


def is_hosts_data(competition: Competition, data_dir: Path) -> bool:
    """Whether rules of a host say who may have it."""
    return read_manifest(DataLayout.of(competition, data_dir)).source not in _HARMLESS


def require_sound(competition: Competition, data_dir: Path) -> None:
    """Raise where what is prepared is not whole, or nobody knows what it is."""
    layout = DataLayout.of(competition, data_dir)
    layout.require_prepared()
    if not (layout.prepared / MANIFEST).is_file():
        raise DataError(
            f"{layout.prepared} has no {MANIFEST}: nobody could tell what data it is.",
            hint="Where the folder can be written to, this compares it with the recorded checksums and writes one: "
            f"mlebench prepare -c {competition.id} --data-dir {data_dir}",
        )
    check_answers(competition, layout)
    check_files(layout)


def push(competition: Competition, data_dir: Path, store: Store, *, answers: bool = True) -> Pushed:
    """Upload what the store lacks. What is interrupted goes on when it is called again."""
    require_sound(competition, data_dir)
    layout = DataLayout.of(competition, data_dir)
    place, sent = f"{competition.id}/{layout.prepared.name}", [0]
    sides = {side: _push_side(layout, side, store, place, sent) for side in _sides(answers)}
    head = Head(
        competition_id=competition.id,
        benchmark_version=layout.benchmark,
        data=read_manifest(layout).stamp,
        public=sides["public"],
        private=sides.get("private"),
        mlebench_version=__version__,
        pushed_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    store.write(f"{place}/{HEAD}", head.model_dump_json(indent=2).encode() + b"\n")
    return Pushed(competition.id, layout.benchmark, sum(side.size for side in sides.values()), sent[0])


def _sides(answers: bool) -> list[Side]:
    return ["public", "private"] if answers else ["public"]


def _push_side(layout: DataLayout, side: Side, store: Store, place: str, sent: list[int]) -> StoredSide:
    folders, files = _walk(layout.prepared, side)
    total = sum(size for _, size in files)
    stage(f"pushing the {side} files (MB)", total / _MB)

    def one(piece: bytes) -> tuple[str, int]:
        digest = sha256(piece)
        if _put(store, f"{place}/{side}/{digest}", piece):
            sent[0] += len(piece)
        advance(len(piece) / _MB)
        return digest, len(piece)

    pieces = list(in_threads(one, _pieces(layout.prepared, files), threads=AT_ONCE))
    content = FileList(folders=folders, files=files, pieces=pieces).model_dump_json().encode()
    _put(store, f"{place}/{side}/{sha256(content)}", content)
    return StoredSide(files=sha256(content), size=total, count=len(files))


def _put(store: Store, name: str, content: bytes) -> bool:
    """Whether it had to be sent."""
    if store.size(name) == len(content):
        return False
    store.write(name, content)
    return True


def _walk(prepared: Path, side: Side) -> tuple[list[str], list[tuple[str, int]]]:
    """Folders and files of a side, by name: the same data gives the same pieces."""
    folders, files = [], []
    for top, _, names in os.walk(prepared / (PUBLIC if side == "public" else PRIVATE)):
        below = Path(top).relative_to(prepared)
        folders.append(below.as_posix())
        files += [((below / name).as_posix(), (prepared / below / name).stat().st_size) for name in names]
    if side == "public":
        files += [
            (name, (prepared / name).stat().st_size) for name in (MANIFEST, EXPECTED) if (prepared / name).is_file()
        ]
    return sorted(folders), sorted(files)


def _pieces(prepared: Path, files: list[tuple[str, int]]) -> Iterator[bytes]:
    """The files end to end, cut."""
    piece = bytearray()
    for name, size in files:
        with (prepared / name).open("rb") as file:
            left = size
            while left:
                block = file.read(min(left, PIECE - len(piece)))
                if not block:
                    raise DataError(f"{prepared / name}: became shorter while it was read.")
                piece += block
                left -= len(block)
                if len(piece) == PIECE:
                    yield bytes(piece)
                    piece.clear()
    if piece:
        yield bytes(piece)
