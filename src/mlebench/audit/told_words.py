"""Words that a description may share with a competition's name, and words that none may hold."""

from __future__ import annotations

import re
from pathlib import Path

from mlebench.fields import parse_yaml

_LISTS: dict[str, dict[str, list[str]]] = parse_yaml(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
GENERIC, HOSTS = (frozenset(word for group in _LISTS[name].values() for word in group) for name in ("generic", "hosts"))

# What ends a word, as long as enough of it is left to tell it from others.
_ENDING = re.compile(r"(?<=.{4})(?:ations?|ions?|ings?|ers?|ors?|ars?|ments?|ies|ity|als?|ics?|ed|es|e|y)$|(?<=.{3})s$")


def stem(word: str) -> str:
    """What is left of a word without its endings: `molecules` and `molecular` are the same word."""
    word, before = word.lower(), ""
    while word != before:
        before, word = word, _ENDING.sub("", word)
    return word


def words(text: str) -> list[str]:
    """The words of a text; an underscore ends one."""
    return re.findall(r"[^\W_]+", text)


def stems(text: str) -> list[str]:
    """The words of a text without their endings, in order."""
    return [stem(word) for word in words(text)]
