"""Whether what a language model quotes really stands in what it was given."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from mlebench.integrity.rules.chunks import Chunk, Piece

_SHORTEST = 8  # characters: any log holds shorter ones


class Found(NamedTuple):
    """Where a quote stands."""

    file: str
    line: int
    quote: str


def locate(quote: object, chunk: Chunk) -> Found | None:
    """The first place of a quote; null where it is invented, or says nothing. Only blanks and line ends may differ."""
    if not isinstance(quote, str):
        return None
    wanted = " ".join(quote.split())
    if len(wanted) < _SHORTEST:
        return None
    for piece in chunk:
        line = _line_of(wanted, piece)
        if line is not None:
            return Found(piece.path, line, wanted)
    return None


def _line_of(wanted: str, piece: Piece) -> int | None:
    starts, whole, length = [], [], 0
    for _, line in piece.lines:
        plain = " ".join(line.split())
        starts.append(length)
        if plain:
            whole.append(plain)
            length += len(plain) + 1
    place = " ".join(whole).find(wanted)
    return None if place < 0 else piece.lines[bisect_right(starts, place) - 1][0]
