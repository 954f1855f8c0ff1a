"""Denoising documents: 144 scanned pages; every pixel of 29 of them, five million, is a graded row."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np
from PIL import Image

from benchmarks.case import Case

PAGES, WIDTH, HEIGHTS = 144, 540, (258, 420, 420)


def build(raw: Path, scale: float) -> None:
    rng = np.random.default_rng(0)
    with (
        zipfile.ZipFile(raw / "train.zip", "w", zipfile.ZIP_DEFLATED) as dirty,
        zipfile.ZipFile(raw / "train_cleaned.zip", "w", zipfile.ZIP_DEFLATED) as clean,
    ):
        for number in range(1, int(PAGES * scale) + 1):
            page = np.full((HEIGHTS[number % 3], WIDTH), 255)
            letters = rng.random((page.shape[0] // 6, WIDTH // 6)) < 0.3
            page[: letters.shape[0] * 6] -= np.kron(letters, rng.integers(0, 255, (6, 6)))
            clean.writestr(f"train_cleaned/{number}.png", png(page))
            dirty.writestr(f"train/{number}.png", png(page * rng.uniform(0.6, 1) - rng.integers(0, 20, page.shape)))


def png(grey: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> bytes:
    file = io.BytesIO()
    Image.fromarray(grey.clip(0, 255).astype(np.uint8)).save(file, "PNG", compress_level=1)
    return file.getvalue()


CASE = Case(
    "denoising-dirty-documents",
    size="144 pages, 5 million graded pixels",
    build=build,
    extracted_archives=("train.zip", "train_cleaned.zip"),
    prepare_note="writes five million lines of answers and as many of the sample; the floor only unpacks the pages",
    grade_note="memory holds both tables",
)
