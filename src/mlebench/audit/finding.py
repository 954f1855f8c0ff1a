"""What a check found."""

from __future__ import annotations

from typing import NamedTuple


class Finding(NamedTuple):
    """One check: what it was, whether it passed (null: it did not run), and one sentence."""

    name: str
    ok: bool | None
    detail: str
    warning: bool = False  # no failure, but worth knowing


def not_run(name: str, why: str) -> Finding:
    """A check that had nothing to look at. It is no success."""
    return Finding(name, None, why)
