"""Test files that are also files of the training set: the same bytes, or pictures that look the same."""

from __future__ import annotations

import hashlib
import io
import warnings
from collections import defaultdict
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mlebench.audit.leaks.contents import Contents, Entry
from mlebench.audit.leaks.linked import Family
from mlebench.audit.leaks.metadata import PICTURES
from mlebench.audit.leaks.report import Search
from mlebench.audit.leaks.tables import Table, side_of
from mlebench.audit.leaks.truth import SEED, Truth
from mlebench.audit.leaks.twins import Twin, label_of, main_target, most_frequent, train_labels, twin_leak

NAME = "no test file is a training file"
MAX_TEST, MAX_TRAIN = 2_000, 10_000
_MAX_LOOKED, _MAX_TRAINED = 1_000, 4_000  # pictures
_HEAD = 1 << 20
_MAX_PICTURE = 64 << 20
_NO_SAMPLES = (".csv", ".tsv", ".md", ".txt", ".json", ".zip", ".gz", ".7z", ".tar", ".parquet", ".rtf", ".pdf")
_DISTANCE = 6  # bits of 128 that may differ
_FLAT = 4.0  # grey levels: less contrast is an empty picture
_GRID = 16
_CORRELATED = 0.99
Grey = npt.NDArray[np.float64]


class Hash(NamedTuple):
    """What a picture looks like."""

    bits: npt.NDArray[np.bool_]
    grid: Grey


def duplicate_files(contents: Contents, tables: list[Table], families: list[Family], truth: Truth) -> Search:
    """Compare samples of both sides, each file type with its own."""
    ids = {entry.name: one for family in families for one, entry in family.files.items()}
    test, train = _sides(contents, set(ids))
    if not test or not train:
        return Search(NAME, not_run="There are no files of samples on both sides.")
    labels = train_labels(tables, main_target(truth))
    answers = dict(zip(truth.ids, truth.targets[main_target(truth)]))
    base = most_frequent(truth.targets[main_target(truth)])

    def twins(pairs: dict[str, str]) -> list[Twin]:
        return [Twin(answers.get(ids.get(ours, "")), label_of(theirs, labels)) for ours, theirs in pairs.items()]

    same, looked = _same_bytes(contents, test, train)
    found = [
        twin_leak("duplicate", _folder(same), twins(same), looked, "files have the bytes of a training file", base)
    ]
    alike, looked = _alike(contents, test, train)
    alike = {ours: theirs for ours, theirs in alike.items() if ours not in same}
    what = "pictures look like a training picture"
    found.append(twin_leak("near-duplicate", _folder(alike), twins(alike), looked, what, base))
    return Search(NAME, [leak for leak in found if leak is not None])


def _sides(contents: Contents, linked: set[str]) -> tuple[list[Entry], list[Entry]]:
    files = [entry for entry in contents.entries if entry.size and not entry.base.endswith(_NO_SAMPLES)]
    test = [entry for entry in files if entry.name in linked or side_of(entry.name) == "test"]
    chosen = {entry.name for entry in test}
    return test, [entry for entry in files if entry.name not in chosen]


def _some(contents: Contents, entries: list[Entry], most: int, what: str) -> list[Entry]:
    if len(entries) <= most:
        return entries
    contents.notes.append(f"{most:,} of {len(entries):,} {what} were compared (fixed seed)")
    chosen = np.random.default_rng(SEED).choice(len(entries), most, replace=False)
    return [entries[i] for i in sorted(chosen)]


def _folder(pairs: dict[str, str]) -> str:
    """`test/*.png`: where the twins are."""
    first = next(iter(pairs), "")
    return f"{first.rpartition('/')[0]}/*{Entry(first, 0, None, None).suffix}".lstrip("/") if first else ""


def _same_bytes(contents: Contents, test: list[Entry], train: list[Entry]) -> tuple[dict[str, str], int]:
    test = _some(contents, test, MAX_TEST, "test files")
    sizes = {entry.size for entry in test}
    train = _some(
        contents, [entry for entry in train if entry.size in sizes], MAX_TRAIN, "training files of equal size"
    )
    sizes &= {entry.size for entry in train}
    hashes: dict[str, tuple[int, bytes]] = {}

    def look(entry: Entry, content: bytes) -> None:
        if not _is_blank(entry, content):
            hashes[entry.name] = (entry.size, hashlib.blake2b(content, digest_size=16).digest())

    names = {entry.name for entry in (*test, *train) if entry.size in sizes}
    contents.read(names, look, limit=_HEAD)
    ours: dict[tuple[int, bytes], list[str]] = defaultdict(list)
    for entry in test:
        if entry.name in hashes:
            ours[hashes[entry.name]].append(entry.name)
    pairs = {name: e.name for e in train if e.name in hashes for name in ours.get(hashes[e.name], [])}
    return pairs, len(test)


def _alike(contents: Contents, test: list[Entry], train: list[Entry]) -> tuple[dict[str, str], int]:
    ours, theirs = (
        _hashed(contents, _some(contents, [e for e in side if e.suffix in PICTURES], most, f"{what} pictures"))
        for side, most, what in ((test, _MAX_LOOKED, "test"), (train, _MAX_TRAINED, "training"))
    )
    if not ours or not theirs:
        return {}, len(ours)
    names, bits = list(theirs), np.array([hashed.bits for hashed in theirs.values()])
    pairs = {}
    for name, hashed in ours.items():
        near = np.flatnonzero((bits != hashed.bits).sum(1) <= _DISTANCE)
        for place in near:
            if np.corrcoef(hashed.grid, theirs[names[place]].grid)[0, 1] > _CORRELATED:
                pairs[name] = names[place]
                break
    return pairs, len(ours)


def _hashed(contents: Contents, entries: list[Entry]) -> dict[str, Hash]:
    found: dict[str, Hash] = {}

    def look(entry: Entry, content: bytes) -> None:
        hashed = perceptual_hash(content)
        if hashed is not None:
            found[entry.name] = hashed

    contents.read({entry.name for entry in entries}, look, limit=_MAX_PICTURE)
    return found


def _is_blank(entry: Entry, content: bytes) -> bool:
    """An empty picture or recording looks like any other one, and tells nothing."""
    small = _small_copies(content) if entry.suffix in PICTURES and len(content) == entry.size else None
    return len(set(content)) <= 2 if small is None else small.grid.std() < _FLAT


class Copies(NamedTuple):
    """Small grey copies of a picture."""

    across: Grey  # 9 by 8
    down: Grey  # 8 by 9
    grid: Grey  # flat


def _small_copies(content: bytes) -> Copies | None:
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(content)) as image:
                image.draft("L", (64, 64))  # JPEG decodes at a fraction of the cost
                grey = image.convert("L")
        sizes = ((9, 8), (8, 9), (_GRID, _GRID))
        across, down, grid = (np.asarray(grey.resize(s, Image.Resampling.BOX), dtype=float) for s in sizes)
    except Exception:  # of any kind: Pillow's readers raise what they like over odd content
        return None
    return Copies(across, down, grid.ravel())


def perceptual_hash(content: bytes) -> Hash | None:
    """Whether each spot of a small grey copy is brighter than its neighbour, and the copy; none for empty pictures."""
    small = _small_copies(content)
    if small is None or small.grid.std() < _FLAT:
        return None
    bits = [np.diff(small.across, axis=1).ravel() > 0, np.diff(small.down, axis=0).ravel() > 0]
    return Hash(np.concatenate(bits), small.grid)
