"""Findings of the static judge, while they are collected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mlebench.integrity.rules.material import Text
from mlebench.integrity.rules.places import Hit
from mlebench.logs import one_line
from mlebench.redact import redact
from mlebench.results.integrity import Finding

_LONGEST = 240  # characters of a quote or a reason


class Located(NamedTuple):
    """A hit and the line of a text that it is about, from 1; null where there is no line."""

    hit: Hit
    line: int | None


def at(hits: Iterable[Hit], line: int | None) -> Iterator[Located]:
    """The same line for all of them."""
    for hit in hits:
        yield Located(hit, line)


def finding_in(text: Text, found: Located) -> tuple[str, Finding]:
    """A question and a finding on it, harmless to print."""
    line = found.line
    quote = text.lines[line - 1].strip() if line is not None and 0 < line <= len(text.lines) else ""
    finding = Finding(
        judge="static",
        file=one_line(text.path),
        line=None if line is None else text.line + (0 if text.in_one_line else line - 1),
        reason=short(found.hit.reason),
        quote=short(quote),
        certain=found.hit.certain and text.sure,
    )
    return found.hit.question, finding


def short(text: str) -> str:
    """A stranger's words in a line of ours: of bounded length, without credentials or control characters."""
    clean = one_line(redact(text))
    return clean if len(clean) <= _LONGEST else f"{clean[: _LONGEST - 1]}…"
