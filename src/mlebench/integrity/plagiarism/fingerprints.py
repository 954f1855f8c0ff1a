"""Fingerprints of code: a few of the hashes of its short stretches of tokens, chosen by winnowing."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from mlebench.integrity.plagiarism.syntax import parse, walk

Hashes = NDArray[np.uint64]
Lines = NDArray[np.int64]

# Tokens of a stretch, and stretches of which one is chosen: a copy of STRETCH + WINDOW - 1 tokens is never missed.
STRETCH = 16
WINDOW = 8
_NUMBERS = {"integer", "float"}  # 1 and 1.0
# Comments, and what formatting adds and takes away.
_PASSED_OVER = {"comment", "line_continuation", ",", ";", "(", ")"}
_BASE = np.uint64(0x9E3779B97F4A7C15)


class Fingerprints(NamedTuple):
    """Of one file, in its order: hashes, and the first and last line (from 1) of each one's stretch."""

    hashes: Hashes
    first: Lines
    last: Lines

    def without(self, hashes: Hashes) -> Fingerprints:
        """Those that are not among these."""
        kept = ~np.isin(self.hashes, hashes)
        return Fingerprints(self.hashes[kept], self.first[kept], self.last[kept])


def winnow(text: str, window: int = WINDOW) -> Fingerprints:
    """Fingerprints by the tokens' kinds alone: names, numbers and texts may be others, comments do not count."""
    kinds: list[int] = []
    lines: list[tuple[int, int]] = []
    inside = -1  # texts are one token, with what stands in them
    for node in walk(parse(text.encode())):
        if node.start_byte < inside or node.type in _PASSED_OVER or (node.child_count and node.type != "string"):
            continue
        if node.type == "string":
            inside = node.end_byte
        kinds.append(0 if node.type in _NUMBERS else node.kind_id + 1)
        lines.append((node.start_point.row + 1, node.end_point.row + 1))
    return chosen(np.array(kinds, np.uint64), np.array(lines, np.int64).reshape(-1, 2), window)


def chosen(kinds: Hashes, lines: Lines, window: int) -> Fingerprints:
    """Of every so many stretches in a row the one with the least hash, the last of equals."""
    if len(kinds) < STRETCH:
        nothing = np.zeros(0, np.int64)
        return Fingerprints(np.zeros(0, np.uint64), nothing, nothing)
    powers = _BASE ** np.arange(STRETCH, dtype=np.uint64)  # arithmetic modulo 2**64
    hashes = _mixed(sliding_window_view(kinds, STRETCH) @ powers)
    width = min(window, len(hashes))
    backwards = sliding_window_view(hashes, width)[:, ::-1]
    at = np.unique(np.arange(len(backwards)) + width - 1 - backwards.argmin(axis=1))
    return Fingerprints(hashes[at], lines[at, 0], lines[at + STRETCH - 1, 1])


def _mixed(values: Hashes) -> Hashes:
    """Every bit depends on all: the least hash must not mean the least kind."""
    for _ in range(2):
        values = (values ^ (values >> np.uint64(31))) * _BASE
    return values ^ (values >> np.uint64(29))
