"""Which files are alike, by their fingerprints; the same for every way of making these."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_matrix

from mlebench.integrity.plagiarism.fingerprints import Fingerprints
from mlebench.integrity.plagiarism.report import Pair, Region

_BLOCK = 256  # files that are compared with all at a time: memory stays small
_PLACES = 16  # of one fingerprint in a file that regions are looked for at: a stranger's file may repeat one for ever
_REGIONS = 50  # of a pair that are kept, the longest


class Alike(NamedTuple):
    """Two files by their numbers, and how alike they are."""

    similarity: float
    left: int
    right: int


class Ranking(NamedTuple):
    """The most alike pairs, and how many there are at or above the threshold."""

    pairs: list[Alike]
    suspicious: int


def rank(prints: Sequence[Fingerprints], compared: Callable[[int], np.ndarray], threshold: float, most: int) -> Ranking:
    """The pairs with anything in common, the most alike first; `compared(i)` says with which files file i is.

    Each file has fingerprints.
    """
    best: list[Alike] = []
    suspicious = 0
    for left, similarities in _similarities(prints):
        similarities = np.where(compared(left), similarities, 0)
        suspicious += int((similarities >= threshold).sum())
        found = np.flatnonzero(similarities > 0)
        best = heapq.nlargest(
            most,
            [*best, *(Alike(float(similarities[j]), left, int(j)) for j in found)],
            key=lambda pair: pair.similarity,
        )
    return Ranking(best, suspicious)


def _similarities(prints: Sequence[Fingerprints]) -> Iterator[tuple[int, np.ndarray]]:
    """For each file its similarity to all: the share of one file's fingerprints that stand in the other.

    Of the two shares the larger: whoever adds code of his own to what he copied does not hide it.
    """
    if not prints:
        return
    known, columns = np.unique(np.concatenate([each.hashes for each in prints]), return_inverse=True)
    rows = np.repeat(np.arange(len(prints)), [len(each.hashes) for each in prints])
    counts = csr_matrix((np.ones(len(rows), np.int64), (rows, columns)), shape=(len(prints), len(known)))
    counts.sum_duplicates()
    present = counts.copy()
    present.data[:] = 1
    totals = np.array([len(each.hashes) for each in prints])
    for start in range(0, len(prints), _BLOCK):
        stop = min(start + _BLOCK, len(prints))
        of_left = (counts[start:stop] @ present.T).toarray() / totals[start:stop, None]
        of_right = (present[start:stop] @ counts.T).toarray() / totals
        yield from enumerate(np.maximum(of_left, of_right), start)


def pair_of(names: tuple[str, str], similarity: float, left: Fingerprints, right: Fingerprints) -> Pair:
    """What two files have in common, with the lines."""
    regions = _regions(left, right)
    return Pair(
        left=names[0],
        right=names[1],
        similarity=round(similarity, 4),
        longest=max((region.length for region in regions), default=0),
        regions=regions,
    )


class _Run(NamedTuple):
    """Fingerprints in a row that are the same in both files."""

    length: int
    left: int
    right: int


def _regions(left: Fingerprints, right: Fingerprints) -> list[Region]:
    """Runs of equal fingerprints, the longest first; what one of them covers does not count again."""
    taken_left, taken_right = np.zeros(len(left.hashes), bool), np.zeros(len(right.hashes), bool)
    regions: list[Region] = []
    for length, i, j in sorted(_runs(left, right), key=lambda run: (-run.length, run.left, run.right)):
        mine, theirs = slice(i, i + length), slice(j, j + length)
        if taken_left[mine].any() or taken_right[theirs].any():
            continue
        taken_left[mine] = taken_right[theirs] = True
        regions.append(Region(left=_lines(left, mine), right=_lines(right, theirs)))
        if len(regions) == _REGIONS:
            break
    return sorted(regions, key=lambda region: (region.left, region.right))


def _lines(prints: Fingerprints, part: slice) -> tuple[int, int]:
    return int(prints.first[part].min()), int(prints.last[part].max())


def _runs(left: Fingerprints, right: Fingerprints) -> Iterator[_Run]:
    places: dict[int, list[int]] = defaultdict(list)
    for j, value in enumerate(right.hashes.tolist()):
        if len(places[value]) < _PLACES:
            places[value].append(j)
    lengths: dict[int, int] = {}  # of runs that end at the fingerprint before, by their end in the right file
    for i, value in enumerate([*left.hashes.tolist(), None]):
        here = {j: lengths.get(j - 1, 0) + 1 for j in places.get(value, ())} if value is not None else {}
        for j, length in lengths.items():
            if j + 1 not in here:
                yield _Run(length, i - length, j - length + 1)
        lengths = here
