"""Many masks as run lengths at once, as `mlebench.metrics.segmentation` has one: no Python object for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from mlebench.metrics.segmentation import LARGE, Integers, Runs, pixels_before

Floats = npt.NDArray[np.float64]
_LINE_FEED, _ZERO = b"\n0"
_AT_ONCE = 1 << 12  # masks; what is made of them stays in the processor's cache, and they all fit into 64 bits


@dataclass(frozen=True)
class Masks:
    """The runs of many masks, one mask after the other."""

    edges: Integers  # where the runs of each mask begin, and where the last ones end
    runs: Runs

    @classmethod
    def of(cls, masks: Iterable[Runs]) -> Masks:
        """Put together from single ones."""
        return cls.joined(cls(np.array([0, len(runs.starts)]), runs) for runs in masks)

    @classmethod
    def joined(cls, parts: Iterable[Masks]) -> Masks:
        """Those of all parts, one after the other."""
        parts = [cls(np.zeros(1, dtype=np.int64), Runs(*np.empty((2, 0), dtype=np.int32))), *parts]
        edges = np.append(0, np.cumsum(np.concatenate([np.diff(part.edges) for part in parts])))
        return cls(edges, Runs(*map(np.concatenate, zip(*(part.runs for part in parts), strict=True))))

    def part(self, first: int, end: int) -> Masks:
        """Those from the first on, up to the end."""
        edges = self.edges[first : end + 1]
        runs = slice(edges[0], edges[-1])
        return Masks(edges - edges[0], Runs(self.runs.starts[runs], self.runs.lengths[runs]))

    def __len__(self) -> int:
        return len(self.edges) - 1

    def __getitem__(self, place: int) -> Runs:
        first, end = self.edges[place : place + 2]
        return Runs(self.runs.starts[first:end], self.runs.lengths[first:end])

    def __iter__(self) -> Iterator[Runs]:
        return map(self.__getitem__, range(len(self)))

    @property
    def row(self) -> Integers:
        """Which mask each run is of."""
        return np.repeat(np.arange(len(self)), np.diff(self.edges))

    def sums(self, values: Integers) -> Integers:
        """The sum of each mask, of values for each run."""
        totals = np.concatenate([[0], np.cumsum(values)])
        return np.asarray(np.diff(totals[self.edges]))


def decode_masks(lines: bytes, pixels: npt.ArrayLike) -> Masks | None:
    """`decode_runs` of many lines, each with its number of pixels and a line feed at its end.

    None where one would be refused, has more than digits and blanks, or a number that is very large.

    >>> [runs.lengths.tolist() for runs in decode_masks(b"3 2 10 4\\n\\n", pixels=[11, 11])]
    [[2, 2], []]
    """
    characters, limits = np.frombuffer(lines, np.uint8), np.asarray(pixels)
    ends = np.flatnonzero(characters == _LINE_FEED)
    if len(ends) != len(limits) or limits.dtype.kind != "i" or lines.translate(None, b"0123456789 \n"):
        return None
    is_digit = characters >= _ZERO
    is_digit[1:] &= ~is_digit[:-1]  # the first of each number
    edges = np.searchsorted(np.flatnonzero(is_digit), np.append(0, ends))
    values = np.fromstring(lines, dtype=np.int64, sep=" ") if edges[-1] else np.empty(0, dtype=np.int64)
    if (edges % 2).any() or values.max(initial=0) >= LARGE or values.min(initial=1) < 1:
        return None
    found = Masks(edges // 2, Runs(values[0::2], values[1::2]))
    if not _ascend(found, least=0):
        return None
    limit = np.repeat(limits, np.diff(found.edges))
    inside = found.runs.starts <= limit
    limit, starts, lengths = limit[inside], found.runs.starts[inside], found.runs.lengths[inside]
    found = Masks(
        np.append(0, np.cumsum(found.sums(inside.astype(np.int64)))),
        Runs(starts, np.minimum(lengths, limit + 1 - starts)),
    )
    if not _ascend(found, least=found.runs.lengths[:-1]):
        return None
    small: Any = np.int32 if limits.max(initial=0) < np.iinfo(np.int32).max else np.int64  # half the memory
    return Masks(found.edges, Runs(*(part.astype(small) for part in found.runs)))


def _ascend(masks: Masks, least: Integers | int) -> bool:
    """Whether each start is at least so far from the one before it in the same mask."""
    row = masks.row
    return not ((np.diff(masks.runs.starts) < least) & (row[1:] == row[:-1])).any()


def areas(masks: Masks) -> Integers:
    """Number of pixels in each mask.

    >>> areas(decode_masks(b"3 2 10 4\\n\\n", pixels=[11, 11])).tolist()
    [4, 0]
    """
    return np.concatenate([part.sums(part.runs.lengths) for part in _parts(masks)])


def intersections(a: Masks, b: Masks) -> Integers:
    """Number of pixels that the masks of each pair share.

    >>> pairs = decode_masks(b"1 5 10 5\\n7 2\\n", pixels=[20, 20]), decode_masks(b"4 8\\n\\n", pixels=[20, 20])
    >>> intersections(*pairs).tolist()
    [4, 0]
    """
    return np.concatenate([_intersections(*pairs) for pairs in zip(_parts(a), _parts(b), strict=True)])


def _parts(masks: Masks) -> Iterator[Masks]:
    """Some at a time, at least one part."""
    return (masks.part(first, first + _AT_ONCE) for first in range(0, max(len(masks), 1), _AT_ONCE))


def _intersections(a: Masks, b: Masks) -> Integers:
    """As of one mask, in which every pair has a stretch of its own."""
    if not len(b.runs.starts):
        return np.zeros(len(a), dtype=np.int64)
    step = max((side.runs.starts + side.runs.lengths).max(initial=0) for side in (a, b)) + 1
    first, second = (Runs(side.runs.starts + side.row * step, side.runs.lengths) for side in (a, b))
    return a.sums(pixels_before(second, first.starts + first.lengths) - pixels_before(second, first.starts))


def dice_of_many(a: Masks, b: Masks, *, both_empty: float = 1.0) -> Floats:
    """Dice coefficient 2 |A∩B| / (|A| + |B|) of each pair, 0 to 1; two empty masks give `both_empty`.

    >>> dice_of_many(decode_masks(b"1 4\\n\\n", [9, 9]), decode_masks(b"3 4\\n\\n", [9, 9])).tolist()
    [0.5, 1.0]
    """
    total = areas(a) + areas(b)
    dice = np.full(len(a), both_empty, dtype=np.float64)
    return np.asarray(np.divide(2 * intersections(a, b), total, out=dice, where=total > 0))


def fbeta_of_many(y_true: Masks, y_pred: Masks, *, beta: float) -> Floats:
    """F-beta over pixels of each pair, (1 + β²) TP / ((1 + β²) TP + β² FN + FP), 0 to 1; 0 where no pixel is shared.

    >>> fbeta_of_many(decode_masks(b"1 4\\n", [9]), decode_masks(b"3 4\\n", [9]), beta=0.5).round(6).tolist()
    [0.5]
    """
    shared, weighted = intersections(y_true, y_pred), beta**2 * areas(y_true) + areas(y_pred)
    return np.asarray(np.divide((1 + beta**2) * shared, weighted, out=np.zeros(len(y_true)), where=shared > 0))
