"""What a competition prepares and scores, in the form that the golden files record it.

A golden file (tests/golden/ID.json) says for each prepared file of the miniature whether it is a copy of a
raw file (or of a member of a raw archive), an archive of such members, or a file of its own (by MD5), and
for each case of tests/cases/ID.py its v1 score or that v1 refuses it. tools/record_golden.py writes them.
"""

from __future__ import annotations

import hashlib
import json
import math
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import py7zr

HERE = Path(__file__).parent
GOLDEN = HERE.parent / "golden"
FOLDERS = {"v1": GOLDEN, "v2": HERE.parent / "golden-v2"}
WRITTEN_BY_US = {"description.md"}

TEXT, HEAD = {".csv", ".json", ".jsonl", ".txt", ".tsv"}, 400  # bytes

Record = dict[str, Any]
Entries = dict[str, dict[str, Any]]


def golden_ids(benchmark: str = "v1") -> list[str]:
    return sorted(path.stem for path in FOLDERS[benchmark].glob("*.json"))


def load_golden(competition_id: str, benchmark: str = "v1") -> Record:
    content: Record = json.loads((FOLDERS[benchmark] / f"{competition_id}.json").read_text(encoding="utf-8"))
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


def manifest(side: Path, index: dict[str, str]) -> Entries:
    """What each file of a prepared side is."""
    files = sorted(p for p in side.rglob("*") if p.is_file())
    names = {path.relative_to(side).as_posix(): path for path in files}
    return {name: _entry(path, index) for name, path in names.items() if name not in WRITTEN_BY_US}


def _entry(path: Path, index: dict[str, str]) -> dict[str, Any]:
    def identity(data: bytes) -> Any:
        digest = md5(data)
        return {"copy_of": index[digest]} if digest in index and data else digest

    data = path.read_bytes()
    what = identity(data)
    if not isinstance(what, str):
        return dict(what)
    if path.suffix == ".parquet":  # its bytes depend on the writer's version
        return {"parquet": md5(pd.read_parquet(path).to_csv(index=False).encode())}
    if content := {name: identity(inside) for name, inside in members(path)}:
        kind = "zip" if zipfile.is_zipfile(path) else "7z" if path.suffix == ".7z" else "tar"
        return {kind: content}
    own = {"bytes": len(data), "md5": what}
    if path.suffix not in TEXT:
        return own
    head = data[:HEAD].decode(errors="ignore").splitlines()[:3]
    return own | {"lines": data.count(b"\n"), "head": head}  # for whoever looks for what changed


def same_file(recorded: dict[str, Any] | None, found: dict[str, Any] | None) -> bool:
    """Whether two entries mean the same file; a 7z archive without members was recorded without looking inside."""
    if recorded is None or found is None:
        return False
    if recorded.get("7z") == {}:
        return True
    return recorded["md5"] == found["md5"] if "md5" in recorded and "md5" in found else recorded == found


def graded(case: str, report: dict[str, Any]) -> dict[str, Any]:
    """What a competition's report says of a case. Why it is refused stands in our reports only."""
    score, kind = report["score"], report.get("error_kind")
    if score is not None:
        return {"case": case, "score": score if math.isfinite(score) else str(score)}
    if kind not in (None, "invalid"):
        return {"case": case, "fault": f"{kind}: {report['error']}"}
    return {"case": case, "invalid": "declared" if kind else "refused"}


def same_grade(recorded: dict[str, Any] | None, found: dict[str, Any] | None) -> bool:
    """Whether two answers to a case agree: v1's nan and inf are refused by us."""
    if recorded is None or found is None or "fault" in found:
        return False
    ours, theirs = found.get("score"), recorded.get("score")
    if isinstance(theirs, str):
        return ours in (None, theirs)
    if ours is None or theirs is None:
        return ours is None and theirs is None
    return not isinstance(ours, str) and math.isclose(ours, theirs, rel_tol=1e-9, abs_tol=1.01e-5)


def differences(recorded: Record, found: Record) -> list[str]:
    """Where a new record disagrees with an old one, in sentences."""
    told = []
    for side, agree in (("public", same_file), ("private", same_file), ("grades", same_grade)):
        old, new = by_name(recorded.get(side, {})), by_name(found.get(side, {}))
        for name in sorted((old.keys() | new.keys()) - WRITTEN_BY_US):
            if not agree(old.get(name), new.get(name)):
                told.append(f"{side}: {name}: recorded {_short(old.get(name))}, found {_short(new.get(name))}")
    return told


def by_name(part: Any) -> Entries:
    return part if isinstance(part, dict) else {grade["case"]: grade for grade in part}


def _short(entry: dict[str, Any] | None) -> str:
    text = json.dumps({k: v for k, v in (entry or {}).items() if k != "case"}, ensure_ascii=False)
    return "nothing" if entry is None else text if len(text) < 200 else text[:200] + "…"
