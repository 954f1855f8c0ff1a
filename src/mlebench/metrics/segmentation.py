"""Metrics for masks, computed on run lengths: a mask is never drawn, whatever the size of its picture.

Runs are written as in `3 2 10 4`: two pixels from pixel 3, four from pixel 10; pixels count from 1. How
they are laid out in the picture does not matter to any metric here.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]
_LARGE = 10**18
_LINE_FEED, _ZERO = b"\n0"
_FEW_PAIRS = 1 << 18  # of cells: their distances take less time than importing scipy.ndimage does


class Runs(NamedTuple):
    """A mask: first pixels (from 1) in ascending order and the number of pixels from each; no overlaps."""

    starts: Integers
    lengths: Integers


def decode_runs(text: str, *, pixels: int | None = None) -> Runs:
    """Parse `start length start length …`; white space alone is the empty mask. Runs past `pixels` are cut.

    Raises ValueError with a sentence for whoever wrote the text: numbers that are not whole or not positive,
    an odd count, starts that do not ascend, runs that overlap.

    >>> decode_runs("3 2 10 4", pixels=11)
    Runs(starts=array([ 3, 10]), lengths=array([2, 2]))
    """
    return checked_runs(parse_integers(text), pixels=pixels)


def decode_many(texts: Sequence[str], pixels: Sequence[int]) -> list[Runs] | None:
    """`decode_runs` of many texts at once, each with its number of pixels.

    None where one would be refused, has more than digits and blanks, or a number that is very large.

    >>> [runs_text(runs) for runs in decode_many(["3 2 10 4", ""], pixels=[11, 11])]
    ['3 2 10 2', '']
    """
    content = "\n".join([*texts, ""]).encode()
    characters, limits = np.frombuffer(content, np.uint8), np.asarray(pixels)
    ends = np.flatnonzero(characters == _LINE_FEED)
    if not texts or len(ends) != len(texts) or content.translate(None, b"0123456789 \n") or limits.dtype.kind != "i":
        return None
    is_digit = characters >= _ZERO
    is_first = is_digit.copy()
    is_first[1:] &= ~is_digit[:-1]
    counts = np.add.reduceat(is_first, np.append(0, ends[:-1] + 1), dtype=np.int64)
    values = np.fromstring(content, dtype=np.int64, sep=" ") if counts.any() else np.empty(0, dtype=np.int64)
    if (counts % 2).any() or values.max(initial=0) >= _LARGE:
        return None
    row = np.repeat(np.arange(len(counts)), counts // 2)
    starts, lengths, limit = values[0::2], values[1::2], limits[row]
    if values.min(initial=1) < 1 or not _ascend(row, starts, 0):
        return None
    inside = starts <= limit
    row, starts, lengths = row[inside], starts[inside], np.minimum(lengths, limit + 1 - starts)[inside]
    if not _ascend(row, starts, lengths[:-1]):
        return None
    edges = np.searchsorted(row, np.arange(len(counts) + 1)).tolist()
    return [Runs(starts[first:end], lengths[first:end]) for first, end in pairwise(edges)]


def _ascend(row: Integers, starts: Integers, least: Integers | int) -> bool:
    """Whether each start is at least so far from the one before it in the same row."""
    return not ((np.diff(starts) < least) & (row[1:] == row[:-1])).any()


def parse_integers(text: str) -> Integers:
    """The whole numbers of a text, separated by white space; ValueError where one is not.

    >>> parse_integers("3 2 10 4")
    array([ 3,  2, 10,  4])
    """
    # NumPy is ten times as fast, but takes a blank for 0 and silently cuts what is too large.
    if text.isascii() and text[:1].isdigit() and not text.encode().translate(None, b"0123456789 "):
        values = np.fromstring(text, dtype=np.int64, sep=" ")
        if values.max() < _LARGE:
            return values
    try:
        return np.array([int(part) for part in text.split()], dtype=np.int64)
    except OverflowError:
        raise ValueError("a number is too large") from None
    except ValueError:
        raise ValueError(f"{text[:40]!r} is not a list of whole numbers separated by blanks") from None


def checked_runs(values: Integers, *, pixels: int | None = None) -> Runs:
    """Runs from start, length, start, length, …, as `decode_runs` makes them.

    >>> checked_runs(np.array([3, 2, 4, 1]))
    Traceback (most recent call last):
        ...
    ValueError: runs must not overlap
    """
    if len(values) % 2:
        raise ValueError(f"a run is a start and a length, but there is an odd count of numbers ({len(values)})")
    starts, lengths = values[0::2], values[1::2]
    if (np.diff(starts) < 0).any():
        raise ValueError("the starts of the runs must ascend")
    if (starts < 1).any():
        raise ValueError("the start of a run must be at least 1")
    if (lengths < 1).any():
        raise ValueError("the length of a run must be at least 1")
    if pixels is not None:
        inside = np.searchsorted(starts, pixels, side="right")
        starts = starts[:inside]
        lengths = np.minimum(lengths[:inside], pixels + 1 - starts)
    if (np.diff(starts) < lengths[:-1]).any():
        raise ValueError("runs must not overlap")
    return Runs(starts, lengths)


def encode_runs(mask: npt.ArrayLike) -> Runs:
    """The runs of true pixels of a flat mask.

    >>> encode_runs([0, 1, 1, 0, 1])
    Runs(starts=array([2, 5]), lengths=array([2, 1]))
    """
    flat = np.asarray(mask, dtype=bool).ravel()
    edges = np.flatnonzero(np.diff(flat, prepend=False, append=False))
    return Runs(edges[0::2] + 1, edges[1::2] - edges[0::2])


def runs_text(runs: Runs) -> str:
    """The text of runs, as `decode_runs` takes it.

    >>> runs_text(encode_runs([0, 1, 1, 0, 1]))
    '2 2 5 1'
    """
    return " ".join(map(str, np.column_stack(runs).ravel().tolist()))


def runs_area(runs: Runs) -> int:
    """Number of pixels in a mask.

    >>> runs_area(decode_runs("3 2 10 4"))
    6
    """
    return int(runs.lengths.sum())


def runs_intersection(a: Runs, b: Runs) -> int:
    """Number of pixels that two masks share, in O(n log n) of the number of runs.

    >>> runs_intersection(decode_runs("1 5 10 5"), decode_runs("4 8"))
    4
    """
    if not len(a.starts) or not len(b.starts):
        return 0
    return int((_pixels_before(b, a.starts + a.lengths) - _pixels_before(b, a.starts)).sum())


def _pixels_before(runs: Runs, positions: Integers) -> Integers:
    """How many pixels of a mask come before each position."""
    begun = np.searchsorted(runs.starts, positions)  # runs that start before the position
    totals = np.concatenate([[0], np.cumsum(runs.lengths)])
    last = np.maximum(begun - 1, 0)
    beyond = np.maximum(runs.starts[last] + runs.lengths[last] - positions, 0)
    return np.asarray(totals[begun] - np.where(begun > 0, beyond, 0))


def runs_dice(a: Runs, b: Runs, *, both_empty: float = 1.0) -> float:
    """Dice coefficient 2 |A∩B| / (|A| + |B|), 0 to 1; two empty masks give `both_empty`.

    >>> runs_dice(decode_runs("1 4"), decode_runs("3 4"))
    0.5
    """
    total = runs_area(a) + runs_area(b)
    return 2 * runs_intersection(a, b) / total if total else both_empty


def dice_of_many(a: Sequence[Runs], b: Sequence[Runs], *, both_empty: float = 1.0) -> npt.NDArray[np.float64]:
    """`runs_dice` of each pair, all at once: as one mask, in which every pair has a stretch of its own.

    The number of pairs times that of pixels must not be beyond whole numbers of 64 bits.

    >>> dice_of_many([decode_runs("1 4"), decode_runs("")], [decode_runs("3 4"), decode_runs("")]).tolist()
    [0.5, 1.0]
    """
    (a_row, first), (b_row, second) = _flat(a), _flat(b)
    step = 1 + max((first.starts + first.lengths).max(initial=0), (second.starts + second.lengths).max(initial=0))
    first, second = (Runs(runs.starts + row * step, runs.lengths) for row, runs in ((a_row, first), (b_row, second)))
    ends = first.starts + first.lengths
    overlaps = _pixels_before(second, ends) - _pixels_before(second, first.starts) if len(second.starts) else 0 * ends
    total = np.bincount(a_row, first.lengths, len(a)) + np.bincount(b_row, second.lengths, len(a))
    shared = np.bincount(a_row, overlaps, len(a))
    dice = np.full(len(a), both_empty)
    np.divide(2 * shared, total, out=dice, where=total > 0)
    return dice


def _flat(masks: Sequence[Runs]) -> tuple[Integers, Runs]:
    """The runs of all masks, and which mask each is of."""
    row = np.repeat(np.arange(len(masks)), [len(runs.starts) for runs in masks])
    nothing = np.empty(0, dtype=np.int64)
    return row, Runs(*(np.concatenate([nothing, *part]) for part in zip(*masks, strict=True)))


def runs_fbeta(y_true: Runs, y_pred: Runs, *, beta: float) -> float:
    """F-beta over pixels, (1 + β²) TP / ((1 + β²) TP + β² FN + FP), 0 to 1; 0 where no pixel is shared.

    >>> round(runs_fbeta(decode_runs("1 4"), decode_runs("3 4"), beta=0.5), 6)
    0.5
    """
    shared = runs_intersection(y_true, y_pred)
    if not shared:
        return 0.0
    weighted = beta**2 * runs_area(y_true) + runs_area(y_pred)
    return (1 + beta**2) * shared / weighted


def runs_pixels(runs: Runs) -> Integers:
    """The numbers (from 1) of all pixels of a mask.

    >>> runs_pixels(decode_runs("3 2 10 3"))
    array([ 3,  4, 10, 11, 12])
    """
    before = np.cumsum(runs.lengths) - runs.lengths
    return np.repeat(runs.starts - before, runs.lengths) + np.arange(runs_area(runs))


def hausdorff_distance(a: npt.ArrayLike, b: npt.ArrayLike, *, spacing: Sequence[float]) -> float:
    """Largest distance from a cell of either mask to the nearest cell of the other, 0 upwards.

    Masks have one shape and are not empty; `spacing` is the distance of neighbours along each axis. Exact, by
    Euclidean distance transforms of the box that holds both masks.

    >>> hausdorff_distance([[1, 0, 0, 0]], [[1, 0, 0, 1]], spacing=(1, 0.5))
    1.5
    """
    first, second = np.asarray(a, dtype=bool), np.asarray(b, dtype=bool)
    box = _bounding_box(first | second)
    first, second = first[box], second[box]
    return max(_directed_hausdorff(first, second, spacing), _directed_hausdorff(second, first, spacing))


def _bounding_box(mask: npt.NDArray[np.bool_]) -> tuple[slice, ...]:
    box = []
    for axis in range(mask.ndim):
        used = np.flatnonzero(mask.any(axis=tuple(other for other in range(mask.ndim) if other != axis)))
        box.append(slice(used[0], used[-1] + 1))
    return tuple(box)


def _directed_hausdorff(a: npt.NDArray[np.bool_], b: npt.NDArray[np.bool_], spacing: Sequence[float]) -> float:
    outside = a & ~b
    if not outside.any():
        return 0.0
    if np.count_nonzero(outside) * np.count_nonzero(b) <= _FEW_PAIRS:
        apart = (np.argwhere(outside)[:, np.newaxis] - np.argwhere(b)) * np.asarray(spacing)
        return float(np.sqrt((apart**2).sum(axis=-1).min(axis=1).max()))
    from scipy.ndimage import distance_transform_edt

    return float(distance_transform_edt(~b, sampling=spacing)[outside].max())
