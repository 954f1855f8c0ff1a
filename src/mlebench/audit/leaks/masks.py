"""Masks of the answers that can be drawn from public files: polygons in JSON, and pictures of the mask itself."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mlebench.audit.leaks.contents import Contents, Entry
from mlebench.audit.leaks.documents import MAX_DOCUMENT
from mlebench.audit.leaks.linked import Family
from mlebench.audit.leaks.report import Leak, Search
from mlebench.audit.leaks.truth import SEED, Truth
from mlebench.metrics.segmentation import Runs, decode_runs

NAME = "no masks of test pictures"
_RUNS = r"\d+ \d+(?: \d+ \d+)*"
_POINTS = 2_000
_ALIKE = 0.6  # of the points in one are in the other, both ways: polygons cut corners
_COVERED = 0.95  # of a picture is not 0: a photo, no mask
_PICTURES = (".png", ".bmp", ".tif", ".tiff", ".gif", ".npy")
_MAX_PIXELS = 16_000_000
_MAX_PICTURES = 100
Points = npt.NDArray[np.float64]


class Mask(NamedTuple):
    """The answer of one picture, and its size as far as it is known: (height, width)."""

    runs: Runs
    size: tuple[int, int] | None


def masks_in_public(contents: Contents, families: list[Family], truth: Truth) -> Search:
    """Compare what polygons enclose, and pixels that are not 0, with the runs of the answers."""
    masks = _masks(truth)
    if not masks:
        return Search(NAME, not_run="The answers are no masks.")
    leaks = []
    for family in families:
        suffix = family.suffix
        files = {entry.name: one for one, entry in family.sample().items() if one in masks}
        files = dict(list(files.items())[:_MAX_PICTURES])
        if suffix not in (".json", ".geojson", *_PICTURES) or len(files) < 2:
            continue
        shares: list[float] = []

        def look(entry: Entry, content: bytes, files: dict[str, str] = files, shares: list[float] = shares) -> None:
            mask = masks[files[entry.name]]
            drawn = entry.suffix in _PICTURES
            shares.append(_of_picture(entry, content, mask) if drawn else _of_polygons(content, mask))

        contents.read(set(files), look, limit=4 * MAX_DOCUMENT)
        like = sum(share >= _ALIKE for share in shares)
        if like >= max(2, 0.8 * len(shares)):
            what = "is the mask" if suffix in _PICTURES else "has polygons that are the mask"
            leaks.append(Leak("answer-values", family.pattern, f"{what} in {like:,} of {len(shares):,} files"))
    return Search(NAME, leaks)


def _masks(truth: Truth) -> dict[str, Mask]:
    if not truth.unique:
        return {}
    heights, widths = (
        next((truth.answers[name] for name in truth.answers.columns if word in str(name).lower()), None)
        for word in ("height", "width")
    )
    for target in truth.targets.columns:
        filled = truth.targets[target][truth.targets[target].str.fullmatch(_RUNS)]
        if len(filled) < 2 or len(filled) < 0.2 * len(truth.targets):
            continue
        masks = {}
        for row in filled.index.tolist():
            try:
                runs = decode_runs(filled[row])
            except ValueError:
                continue
            size = (int(heights[row]), int(widths[row])) if heights is not None and widths is not None else None
            masks[str(truth.ids[row])] = Mask(runs, size)
        if len(masks) >= 0.9 * len(filled):
            return masks
    return {}


def _of_polygons(content: bytes, mask: Mask) -> float:
    """The smaller of two shares: points of the mask within polygons, and points within polygons on the mask."""
    try:
        polygons = [np.asarray(one, dtype=float) for one in _polygons(json.loads(content))]
    except (ValueError, RecursionError):
        return 0
    if not polygons or mask.size is None:
        return 0
    rng = np.random.default_rng(SEED)
    ends = np.cumsum(mask.runs.lengths)
    chosen = rng.integers(ends[-1], size=_POINTS)
    run = np.searchsorted(ends, chosen, side="right")
    pixels = mask.runs.starts[run] - 1 + chosen - (ends[run] - mask.runs.lengths[run])
    height, width = mask.size
    best = 0.0
    low, high = np.min([p.min(0) for p in polygons], axis=0), np.max([p.max(0) for p in polygons], axis=0)
    spread = rng.uniform(low, high, (_POINTS, 2))
    inside = np.floor(spread[_within(spread, polygons)])
    for by_column in (True, False):
        columns, rows = np.divmod(pixels, height) if by_column else np.divmod(pixels, width)[::-1]
        recall = _within(np.column_stack([columns, rows]) + 0.5, polygons).mean()
        flat = inside[:, 0] * height + inside[:, 1] if by_column else inside[:, 1] * width + inside[:, 0]
        precision = _on(mask.runs, flat).mean() if len(flat) else 0
        best = max(best, min(float(recall), float(precision)))
    return best


def _polygons(value: Any) -> Iterator[list[Any]]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from _polygons(inner)
    elif isinstance(value, list):
        if len(value) >= 3 and all(isinstance(p, list) and len(p) == 2 and _numeric(p) for p in value):
            yield value
        else:
            for inner in value:
                yield from _polygons(inner)


def _numeric(point: list[Any]) -> bool:
    return all(isinstance(number, int | float) for number in point)


def _within(points: Points, polygons: list[Points]) -> npt.NDArray[np.bool_]:
    """Whether each point is in any polygon: an odd number of edges lies to its right."""
    inside = np.zeros(len(points), dtype=bool)
    for polygon in polygons:
        low, high = polygon.min(0), polygon.max(0)
        near = np.flatnonzero(((points >= low) & (points <= high)).all(1))
        x, y = points[near, 0][:, None], points[near, 1][:, None]
        (x1, y1), (x2, y2) = polygon.T, np.roll(polygon, -1, axis=0).T
        with np.errstate(divide="ignore", invalid="ignore"):
            crossed = ((y1 > y) != (y2 > y)) & (x < (x2 - x1) * (y - y1) / (y2 - y1) + x1)
        inside[near] |= crossed.sum(1) % 2 == 1
    return inside


def _on(runs: Runs, flat: Points) -> npt.NDArray[np.bool_]:
    """Which flat pixels (from 0) are on the mask."""
    place = np.searchsorted(runs.starts - 1, flat, side="right") - 1
    return (place >= 0) & (flat < runs.starts[place] - 1 + runs.lengths[place])


def _of_picture(entry: Entry, content: bytes, mask: Mask) -> float:
    """Dice of the mask and the pixels that are not 0, down the columns or along the rows."""
    pixels = _pixels(entry, content)
    if pixels is None or not 0 < pixels.mean() < _COVERED:
        return 0
    area = int(mask.runs.lengths.sum())
    best = 0.0
    for flat in (pixels.T.ravel(), pixels.ravel()):
        both = int(_on(mask.runs, np.flatnonzero(flat).astype(float)).sum())
        best = max(best, 2 * both / (area + int(flat.sum())))
    return best


def _pixels(entry: Entry, content: bytes) -> npt.NDArray[np.bool_] | None:
    from PIL import Image, UnidentifiedImageError

    try:
        if entry.suffix == ".npy":
            array = np.load(io.BytesIO(content), allow_pickle=False).squeeze()
        else:
            with Image.open(io.BytesIO(content)) as image:
                array = np.asarray(image) if image.width * image.height <= _MAX_PIXELS else np.empty(0)
    except (OSError, ValueError, UnidentifiedImageError, Image.DecompressionBombError):
        return None
    return array > 0 if array.ndim == 2 else None
