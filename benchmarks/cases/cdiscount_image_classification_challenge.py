"""Cdiscount: 7 million products in one BSON file of 58 GB; 706,990 are graded."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np

from benchmarks.case import Case
from benchmarks.synthetic import write_table

PRODUCTS, GRADED = 7_069_896, 706_990
PICTURE_BYTES = (4_000, 6_000, 9_000, 14_000)


def build(raw: Path, scale: float) -> None:
    rng = np.random.default_rng(0)
    endings = [pictures(rng.bytes(size)) for size in PICTURE_BYTES]
    chosen = rng.integers(0, len(endings), int(PRODUCTS * scale)).tolist()
    categories = rng.integers(1_000_000_000, 1_000_023_000, len(chosen)).tolist()
    with (raw / "train.bson").open("wb") as file:
        for product, (ending, category) in enumerate(zip(chosen, categories)):
            body = struct.pack("<5si13si", b"\x10_id\0", product, b"\x10category_id\0", category) + endings[ending]
            file.write(struct.pack("<i", len(body) + 4) + body)
    (raw / "category_names.csv").write_text("category_id,category_level1\n1000010653,MUSIQUE\n")


def pictures(picture: bytes) -> bytes:
    """The field `imgs` with one picture, and the end of the document."""
    inner = document(b"\x05picture\0" + struct.pack("<i", len(picture)) + b"\0" + picture)
    return b"\x04imgs\0" + document(b"\x030\0" + inner) + b"\0"


def document(body: bytes) -> bytes:
    return struct.pack("<i", len(body) + 5) + body + b"\0"


def write_all_graded(prepared: Path, target: Path) -> None:
    """Answers of the real number of rows, and guesses."""
    rng = np.random.default_rng(0)
    ids = np.sort(rng.permutation(PRODUCTS)[:GRADED])
    for path in (prepared / "private" / "answers.csv", target):
        write_table(path, {"_id": ids, "category_id": rng.integers(1_000_000_000, 1_000_023_000, GRADED)})


CASE = Case(
    "cdiscount-image-classification-challenge",
    size="7 million products in BSON; 706,990 graded",
    build=build,
    scale=0.02,
    copied_archives=("train.bson",),
    submission=write_all_graded,
    own_answers=True,
    grade_scale=1,
    prepare_note="memory is the mapped file",
)
