"""What somebody may have meant by a name that does not exist."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

_MOST = 5


def near(name: str, known: Iterable[str]) -> list[str]:
    """Names that begin with it, names that contain it, names that are spelt like it: the first of these that exist.

    >>> near("spooky", ["spooky-author-identification", "dog-breed-identification"])
    ['spooky-author-identification']
    """
    names, word = list(known), name.lower()
    if word:
        for found in (
            [each for each in names if each.lower().startswith(word)],
            [each for each in names if word in each.lower()],
        ):
            if found:
                return found[:_MOST]
    return difflib.get_close_matches(name, names, n=3, cutoff=0.5)


def did_you_mean(name: str, known: Iterable[str], otherwise: str | None = None) -> str | None:
    """A hint with the nearest names, or `otherwise`."""
    found = near(name, known)
    return f"Did you mean {' or '.join(found)}?" if found else otherwise
