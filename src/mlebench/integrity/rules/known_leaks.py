"""The leaks that a competition lists, as names that can be recognised in code.

A note is written for people. Names in it are told apart by their form: what stands in quotes or backquotes, or begins
the note, is a name of the leak for sure; another word that only code has (an underscore, a file's ending) may be one. A
note without such a word ("the corpus is public") cannot be recognised here; a language model is told it all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mlebench.catalog.parts import KnownIssue

_QUOTED = re.compile(r"`([^`\s]{3,100})`|\"([^\"\s]{3,100})\"|(?<![\w'])'([^'\s]{3,100})'(?!\w)")
_NAME = re.compile(
    r"(?<![\w/.*])[\w<>*/-]*(?:[A-Za-z]\w*_\w+(?:\.[a-z0-9]{2,5})?|[\w>]+\.(?:csv|json|nmea|mat|npy|h5))\b"
)
# Files that every contestant reads: that a leak concerns one of them shows only in how it is used.
_ORDINARY = re.compile(r"(?:\w+/)*(?:train|test|sample|customers)\w*(\.\w+)*$", re.IGNORECASE)
_WILD = re.compile(r"[<>*]")  # `<id>.json` may be any file
_PACKAGED = re.compile(r"scikit-learn")
_FOREIGN = re.compile(r"\bKaggle('s| publish)")


@dataclass(frozen=True)
class KnownLeak:
    """One name of one leak."""

    name: str
    note: str
    certain: bool  # whether the note quotes it, or begins with it
    pattern: re.Pattern[str]

    def is_named_by(self, text: str) -> bool:
        """Whether a string of code is this name, or a path with it."""
        return self.pattern.search(text) is not None


def recognisable(issues: Iterable[KnownIssue]) -> list[KnownLeak]:
    """The names in a competition's notes on leaks."""
    return [leak for issue in issues if issue.kind == "leak" for leak in _names(issue.note)]


def ships_with_scikit_learn(issues: Iterable[KnownIssue]) -> str | None:
    """The note that says that the data comes along with a library."""
    return next((issue.note for issue in issues if issue.kind == "leak" and _PACKAGED.search(issue.note)), None)


def _names(note: str) -> Iterator[KnownLeak]:
    quoted = {next(filter(None, found.groups())) for found in _QUOTED.finditer(note)}
    for name in sorted(quoted):
        yield _leak(name, note, certain=True)
    if _FOREIGN.search(note):
        return  # a file of that name at Kaggle, not among those that were given
    for name in sorted({found.group() for found in _NAME.finditer(note)} - quoted):
        if not _ORDINARY.fullmatch(name) and not _WILD.search(name.rsplit("/", 1)[-1]):
            yield _leak(name, note, certain=note.startswith(name))


def _leak(name: str, note: str, *, certain: bool) -> KnownLeak:
    """Of a path its last part: code puts paths together from pieces."""
    body = re.escape(name.rsplit("/", 1)[-1])
    return KnownLeak(name, note, certain, re.compile(f"(?:^|/){body}$"))
