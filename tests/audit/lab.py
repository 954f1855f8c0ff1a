"""A competition, prepared, and what the checks find."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mlebench.audit.verify import verify_competition
from mlebench.catalog import Competition
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.acquire import Miniature, RawTree
from tests.data.toy import make_competition, write_raw


class Lab:
    """A competition, prepared from its miniature or as if it were real, and what the checks find."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.data = root / "data"

    def make(self, *, real: bool = False, **changes: Any) -> Competition:
        competition = make_competition(self.root / "competitions", **changes)
        source = RawTree(write_raw(self.root / "raw")) if real else Miniature()
        self.layout = prepare(competition, self.data, source, PrepareOptions()).layout
        return competition

    def findings(self, competition: Competition) -> dict[str, tuple[bool | None, str]]:
        return {f.name: (f.ok, f.detail) for f in verify_competition(competition, self.data)}

    def failed(self, *, real: bool = False, **changes: Any) -> dict[str, str]:
        found = self.findings(self.make(real=real, **changes))
        return {name: detail for name, (ok, detail) in found.items() if ok is False}
