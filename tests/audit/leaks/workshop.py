"""Small prepared competitions to hide leaks in."""

from __future__ import annotations

import io
import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from PIL import Image

from mlebench.audit.leaks.audit import audit_leaks
from mlebench.audit.leaks.report import LeakReport
from mlebench.catalog import Competition
from mlebench.data.layout import DataLayout
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.acquire import RawTree
from tests.data.toy import make_competition

AS_IT_IS = """
from mlebench.data import place_tree

def prepare(raw, public, private):
    place_tree(raw / "public", public)
    place_tree(raw / "private", private)
"""


class Workshop:
    """A sound competition: a table with two harmless features, and answers of 60 rows in three classes."""

    def __init__(self, root: Path, seed: int = 0, *, train: int = 150, test: int = 60) -> None:
        self.root, self.rng = root, np.random.default_rng(seed)
        self.public, self.private = root / "raw" / "public", root / "raw" / "private"
        self.public.mkdir(parents=True)
        self.private.mkdir()
        ids = [f"s{number:05d}" for number in self.rng.permutation(90_000)[: train + test]]
        self.train, self.test = (self._rows(part) for part in (ids[:train], ids[train:]))
        self.stamped: list[tuple[Path, float]] = []

    def _rows(self, ids: list[str]) -> pd.DataFrame:
        labels = self.rng.choice(["ash", "elm", "oak"], len(ids))
        height = self.rng.normal(10, 3, len(ids)) + (labels == "oak") * 3
        return pd.DataFrame({"id": ids, "height": height, "width": self.rng.normal(2, 1, len(ids)), "label": labels})

    def picture(self, noise: float = 0.0, *, base: Image.Image | None = None, **options: Any) -> bytes:
        """A photo of its own kind as a file, or `base` again with noise."""
        if base is None:
            coarse = self.rng.integers(0, 255, (6, 6, 3)).astype("uint8")
            base = Image.fromarray(coarse).resize((48, 48), Image.Resampling.BICUBIC)
        pixels = np.asarray(base, dtype=float) + self.rng.normal(0, noise, (48, 48, 3))
        buffer = io.BytesIO()
        Image.fromarray(pixels.clip(0, 255).astype("uint8")).save(buffer, options.pop("format", "PNG"), **options)
        return buffer.getvalue()

    def competition(self, **facts: Any) -> Competition:
        """Written out and prepared as if it were real."""
        hidden = self.private / "test.csv"
        if not hidden.exists():
            self.test[["id", "label"]].to_csv(hidden, index=False)
        for name, table in (("train.csv", self.train), ("test.csv", self.test.drop(columns="label"))):
            if not (self.public / name).exists():
                table.to_csv(self.public / name, index=False)
        if not (self.public / "sample_submission.csv").exists():
            self.test[["id"]].assign(label="ash").to_csv(self.public / "sample_submission.csv", index=False)
        facts = {"prepare": AS_IT_IS, "grade": "def grade(submission, answers): return 0.0\n"} | facts
        competition = make_competition(self.root / "competitions", **facts)
        shutil.rmtree(self.root / "data", ignore_errors=True)
        self.layout = prepare(competition, self.root / "data", RawTree(self.root / "raw"), PrepareOptions()).layout
        for path, moment in self.stamped:
            os.utime(self.layout.public / path.relative_to(self.public), (moment, moment))
        return competition

    def audit(self, *, groups: tuple[str, ...] = (), **facts: Any) -> LeakReport:
        competition = self.competition(**facts)
        return audit_leaks(competition, DataLayout(self.root / "data", competition.id), groups=groups)
