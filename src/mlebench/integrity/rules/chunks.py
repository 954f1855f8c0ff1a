"""Long logs in parts that a language model can read at once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mlebench.integrity.rules.material import Text
from mlebench.redact import redact, secrets_of

CHARACTERS = 40_000  # of one part: some ten thousand tokens
_OVERLAP = 5  # lines that stand at the end of one part and at the beginning of the next
_LONGEST_LINE = 4_000  # characters; a longer one is cut into several, all of the same number


@dataclass(frozen=True)
class Piece:
    """Some lines of a text, each with its number."""

    path: str
    lines: tuple[tuple[int, str], ...]

    @property
    def size(self) -> int:
        """In characters, with line ends."""
        return sum(len(line) + 1 for _, line in self.lines)

    @property
    def heading(self) -> str:
        """Where it is from."""
        return f"{self.path}, lines {self.lines[0][0]} to {self.lines[-1][0]}"


Chunk = list[Piece]


def chunks_of(texts: Iterable[Text], size: int = CHARACTERS) -> list[Chunk]:
    """All texts in their order: a part holds several short ones, and a long one goes on in the next."""
    found: list[Chunk] = [[]]
    used = 0
    for piece in (piece for text in texts for piece in _pieces(text, size)):
        if used + piece.size > size and found[-1]:
            found.append([])
            used = 0
        found[-1].append(piece)
        used += piece.size
    return found if found[-1] else []


def _pieces(text: Text, size: int) -> Iterator[Piece]:
    secrets = secrets_of(os.environ)  # a log may hold a key, and all this goes to a provider
    lines = [
        (number, part)
        for number, line in enumerate(text.content.split("\n"), text.line)
        for part in _cut(redact(line, secrets), min(size, _LONGEST_LINE))
    ]
    taken: list[tuple[int, str]] = []
    used = fresh = 0
    for line in lines:
        length = len(line[1]) + 1
        if fresh and used + length > size:
            yield Piece(text.path, tuple(taken))
            kept = taken[-_OVERLAP:]
            taken = kept if sum(len(each) + 1 for _, each in kept) + length <= size // 2 else []
            used, fresh = sum(len(each) + 1 for _, each in taken), 0
        taken.append(line)
        used, fresh = used + length, fresh + 1
    if fresh and any(line.strip() for _, line in taken):
        yield Piece(text.path, tuple(taken))


def _cut(line: str, size: int) -> list[str]:
    return [line[start : start + size] for start in range(0, len(line), size)] or [""]
