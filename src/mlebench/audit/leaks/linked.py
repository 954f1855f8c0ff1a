"""Which public files belong to which wanted row: the id stands in the name, or in the names of folders."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from mlebench.audit.leaks.contents import Entry
from mlebench.audit.leaks.tables import side_of
from mlebench.audit.leaks.truth import SEED

_WORDS = re.compile(r"[A-Za-z0-9]+")
_DIGITS = re.compile(r"^[A-Za-z]+0*(\d+)$")
_MOST_WORDS = 12  # of an id: a name such as 2020-05-15-US-MTV-1-Pixel4
MAX_FAMILIES = 40
_ENOUGH = 50  # files: as many prove something, whatever share of the ids they are
MAX_LINKED = 1_000  # files of one kind whose content is looked at


class Family(NamedTuple):
    """Files that are named alike but for the id: `test/*.json`. Names that differ otherwise are kept."""

    pattern: str
    files: dict[str, Entry]  # by normalised id
    names: dict[str, str]  # each name with a * for the id

    @property
    def suffix(self) -> str:
        """Of the files; an id may include it."""
        return next(iter(self.files.values())).suffix

    def sample(self) -> dict[str, Entry]:
        """Some of them, with a fixed seed."""
        if len(self.files) <= MAX_LINKED:
            return self.files
        names = sorted(self.files)
        chosen = np.random.default_rng(SEED).choice(len(names), MAX_LINKED, replace=False)
        return {names[i]: self.files[names[i]] for i in sorted(chosen)}


def linked_files(entries: Iterable[Entry], ids: pd.Series[Any]) -> list[Family]:
    """Families of files outside the training set that have a file for half of the ids, or for many."""
    known = {_joined(_WORDS.findall(str(one))): str(one) for one in ids.unique()}
    longest = min(_MOST_WORDS, max((name.count(" ") + 1 for name in known), default=0))
    found: dict[str, dict[str, Entry]] = defaultdict(dict)
    twice: set[str] = set()
    for entry in entries:
        if side_of(entry.name) not in ("test", "other"):
            continue
        for pattern, one in _matches(entry.name, known, longest):
            if one in found[pattern] and found[pattern][one].name != entry.name:
                twice.add(pattern)
            found[pattern][one] = entry
    kinds: dict[str, list[str]] = defaultdict(list)
    for pattern in sorted(found.keys() - twice):
        kinds[_suffix(pattern)].append(pattern)
    families = [family for patterns in kinds.values() for family in _merged(patterns, found)]
    families = [family for family in families if len(family.files) >= max(2, min(0.5 * len(known), _ENOUGH))]
    return sorted(families, key=lambda family: (-len(family.files), family.pattern))[:MAX_FAMILIES]


def _merged(patterns: list[str], found: dict[str, dict[str, Entry]], *, apart: bool = False) -> list[Family]:
    """One family where no id has two of these files: the label may stand in the name. Else one for each folder where
    that holds there, or one for each pattern.
    """
    files = [found[pattern] for pattern in patterns]
    names = {one: pattern for pattern in patterns for one in found[pattern]}
    if len(patterns) > 1 and len(names) == sum(map(len, files)):
        folder = os.path.commonpath([pattern.rpartition("/")[0] for pattern in patterns])
        common = f"{folder}/*" if folder else "*"
        return [Family(common + _suffix(patterns[0]), {k: v for part in files for k, v in part.items()}, names)]
    if apart or len(patterns) == 1:
        return [Family(one, found[one], dict.fromkeys(found[one], one)) for one in patterns]
    folders: dict[str, list[str]] = defaultdict(list)
    for pattern in patterns:
        folders[pattern.rpartition("/")[0]].append(pattern)
    return [family for group in folders.values() for family in _merged(group, found, apart=True)]


def _suffix(pattern: str) -> str:
    return PurePosixPath(pattern).suffix.lower()


def _matches(name: str, known: dict[str, str], longest: int) -> Iterator[tuple[str, str]]:
    words = [(match.start(), match.end()) for match in _WORDS.finditer(name)]
    texts = [name[start:end] for start, end in words]
    for length in range(min(longest, len(words)), 0, -1):
        hits = {}
        for first in range(len(words) - length + 1):
            one = known.get(_joined(texts[first : first + length]))
            if one is None and length == 1 and (digits := _DIGITS.match(texts[first])):
                one = known.get(digits[1])
            if one is not None:
                hits[name[words[first][0] : words[first + length - 1][1]]] = one
        for text, one in hits.items():
            yield name.replace(text, "*"), one
        if hits:
            return  # the longest id that fits


def _joined(words: list[str]) -> str:
    joined = " ".join(words)
    return joined.lstrip("0") or "0" if joined.isdigit() else joined
