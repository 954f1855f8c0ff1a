"""What a prepared tree is, in the form that the golden files record it.

A golden file (tests/golden/ID.json) says for each prepared file of the miniature whether it is a copy of a
raw file (or of a member of a raw archive), an archive of such members, or a file of its own (by MD5), and
for each case of tests/cases/ID.py its v1 score or that v1 refuses it.
"""

from __future__ import annotations

import hashlib
import json
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import py7zr

HERE = Path(__file__).parent
GOLDEN = HERE.parent / "golden"
WRITTEN_BY_US = {"description.md"}

Identity = Callable[[bytes], Any]


def golden_ids() -> list[str]:
    return sorted(path.stem for path in GOLDEN.glob("*.json"))


def load_golden(competition_id: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((GOLDEN / f"{competition_id}.json").read_text(encoding="utf-8"))
    return content


def md5(data: bytes) -> str:
    return hashlib.md5(data).hexdigest()


def members(path: Path) -> Iterator[tuple[str, bytes]]:
    """Files inside an archive; nothing for any other file."""
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            for info in archive.infolist():
                if not info.is_dir():
                    yield info.filename, archive.read(info)
    elif path.suffix == ".7z":
        with tempfile.TemporaryDirectory() as folder, py7zr.SevenZipFile(path) as archive:
            archive.extractall(folder)
            for file in sorted(p for p in Path(folder).rglob("*") if p.is_file()):
                yield file.relative_to(folder).as_posix(), file.read_bytes()
    elif tarfile.is_tarfile(path):
        with tarfile.open(path) as archive:
            for member in archive:
                content = archive.extractfile(member)
                if content is not None:
                    yield member.name, content.read()


def raw_index(raw: Path) -> dict[str, str]:
    """Where each content stands in the raw tree, by MD5."""
    index: dict[str, str] = {}
    for path in sorted(p for p in raw.rglob("*") if p.is_file()):
        name = path.relative_to(raw).as_posix()
        index.setdefault(md5(path.read_bytes()), name)
        for member, data in members(path):
            index.setdefault(md5(data), f"{name}::{member}")
    return index


def manifest(side: Path, index: dict[str, str]) -> dict[str, Any]:
    def identity(data: bytes) -> Any:
        digest = md5(data)
        return {"copy_of": index[digest]} if digest in index and data else digest

    found: dict[str, Any] = {}
    for path in sorted(p for p in side.rglob("*") if p.is_file()):
        name = path.relative_to(side).as_posix()
        if name not in WRITTEN_BY_US:
            found[name] = _what(path, identity)
    return found


def _what(path: Path, identity: Identity) -> Any:
    what = identity(path.read_bytes())
    if not isinstance(what, str):
        return what
    if path.suffix == ".parquet":  # its bytes depend on the writer's version
        return {"parquet": md5(pd.read_parquet(path).to_csv(index=False).encode())}
    content = {name: identity(data) for name, data in members(path)}
    if not content:
        return what
    kind = "zip" if zipfile.is_zipfile(path) else "7z" if path.suffix == ".7z" else "tar"
    return {kind: content}


def expected(entries: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """A golden manifest in the form that `manifest` gives."""
    result: dict[str, Any] = {}
    for name, entry in entries.items():
        kind = next(k for k in ("copy_of", "zip", "tar", "parquet", "7z", "md5") if k in entry)
        if name not in WRITTEN_BY_US and not (kind == "7z" and not entry["7z"]):
            result[name] = entry["md5"] if kind == "md5" else {kind: entry[kind]}
    return result
