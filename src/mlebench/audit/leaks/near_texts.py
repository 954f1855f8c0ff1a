"""Texts that are nearly those of the test set: some words were changed, added or left out."""

from __future__ import annotations

import re
import zlib
from collections import defaultdict

from rapidfuzz.fuzz import ratio

_ALIKE = 90  # of 100, letters
_SHINGLE = 3  # words
_SKETCH = 8  # smallest hashes that stand for a text
_COMMON = 20  # texts with one shingle: it is a phrase of everybody's
_SHORTEST = 8  # words
_WORDS = re.compile(r"\w+")


class Texts:
    """Texts of the test set, to which texts of the training set are held."""

    def __init__(self, texts: list[str]) -> None:
        self.found: dict[int, str | None] = {}  # row of the test set: the label of its twin
        self._texts = [_plain(text) for text in texts]
        self._rows: dict[int, list[int]] = defaultdict(list)
        for row, text in enumerate(self._texts):
            for one in _sketch(text):
                self._rows[one].append(row)

    def look(self, texts: list[str], labels: list[str | None]) -> None:
        """Remember which of ours these are near to."""
        for text, label in zip(texts, labels, strict=True):
            plain = _plain(text)
            rows = {
                row
                for one in _sketch(plain)
                if len(self._rows.get(one, ())) <= _COMMON
                for row in self._rows.get(one, ())
            }
            for row in rows - self.found.keys():
                if ratio(plain, self._texts[row], score_cutoff=_ALIKE):
                    self.found[row] = label


def _plain(text: str) -> str:
    return " ".join(_WORDS.findall(text.lower()))


def _sketch(text: str) -> list[int]:
    words = text.split()
    if len(words) < _SHORTEST:
        return []
    shingles = {" ".join(words[i : i + _SHINGLE]) for i in range(len(words) - _SHINGLE + 1)}
    return sorted(zlib.crc32(one.encode()) for one in shingles)[:_SKETCH]
