"""Metrics for masks, computed on run lengths: a mask is never drawn, whatever the size of its picture.

Runs are written as in `3 2 10 4`: two pixels from pixel 3, four from pixel 10; pixels count from 1. How
they are laid out in the picture does not matter to any metric here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]
LARGE = 10**18  # below, NumPy reads numbers exactly
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


def parse_integers(text: str) -> Integers:
    """The whole numbers of a text, separated by white space; ValueError where one is not.

    >>> parse_integers("3 2 10 4")
    array([ 3,  2, 10,  4])
    """
    # NumPy is ten times as fast, but takes a blank for 0 and silently cuts what is too large.
    if text.isascii() and text[:1].isdigit() and not text.encode().translate(None, b"0123456789 "):
        values = np.fromstring(text, dtype=np.int64, sep=" ")
        if values.max() < LARGE:
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
    return int((pixels_before(b, a.starts + a.lengths) - pixels_before(b, a.starts)).sum())


def pixels_before(runs: Runs, positions: Integers) -> Integers:
    """How many pixels of a mask, which is not empty, come before each position.

    >>> pixels_before(decode_runs("3 2 10 4"), np.array([1, 4, 12])).tolist()
    [0, 1, 4]
    """
    begun = np.searchsorted(runs.starts, positions)  # runs that start before the position
    totals = np.concatenate([[0], np.cumsum(runs.lengths)])
    last = np.maximum(begun - 1, 0)
    beyond = np.maximum(runs.starts[last] + runs.lengths[last] - positions, 0)
    return np.asarray(totals[begun] - np.where(begun > 0, beyond, 0))


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
