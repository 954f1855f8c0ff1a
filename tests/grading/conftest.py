from __future__ import annotations

from pathlib import Path

import pytest

from mlebench.catalog import Registry
from mlebench.catalog.create import create_competition
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.acquire import Miniature
from tests.data.toy import BOARD


class Lab:
    """A competition of our own, prepared, whose grader a test may replace."""

    def __init__(self, root: Path) -> None:
        self.folder = create_competition("my-task", root / "competitions")
        (self.folder / "leaderboard.json").write_text(BOARD)
        self.data_dir = root / "data"
        self.registry = Registry([self.folder.parent])
        self.layout = prepare(self.registry.get("my-task"), self.data_dir, Miniature(), PrepareOptions()).layout
        self.sample = self.layout.public / "sample_submission.csv"
        self.perfect = self.layout.private / "test.csv"

    def grader(self, body: str) -> None:
        (self.folder / "grade.py").write_text(f"def grade(submission, answers):\n    {body}\n")


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    return Lab(tmp_path)
