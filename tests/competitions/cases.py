"""What the files of tests/cases share: each writes the submissions that show how its grader scores and refuses.

A case is named after what it shows: `ok-…` is scored, `bad-…` is refused, `nan-…` has no score in v1. All cases
come from one seed, since tests/golden/ID.json records v1's answer to exactly these bytes.
"""

from __future__ import annotations

import importlib.util
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from mlebench.catalog import Competition

FOLDER = Path(__file__).resolve().parent.parent / "cases"
SEED = 0


@dataclass(frozen=True)
class Cases:
    """The prepared miniature that the cases are made from, and the folder that they are written to."""

    competition: Competition
    prepared: Path
    out: Path
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(SEED))

    def answers(self, **how: Any) -> pd.DataFrame:
        return self.read(self.competition.answers, **how)

    def read(self, name: str, **how: Any) -> pd.DataFrame:
        """A prepared table, for instance `public/train.csv`."""
        table: pd.DataFrame = pd.read_csv(self.prepared / name, **how)
        return table

    def save(self, name: str, frame: pd.DataFrame, **how: Any) -> pd.DataFrame:
        frame.to_csv(self.out / f"{name}.csv", index=False, **how)
        return frame

    def copy(self, name: str, prepared: str) -> None:
        shutil.copyfile(self.prepared / prepared, self.out / f"{name}.csv")


def with_cell(frame: pd.DataFrame, row: Any, column: Any, value: Any) -> pd.DataFrame:
    """The same table but for one cell (or those that `frame.loc[row, column]` means)."""
    # Text and blanks among numbers: the other cells must keep their form, 1 must not become 1.0.
    keep_form = isinstance(column, str) and (value is None or isinstance(value, str))
    changed = frame.astype({column: object}) if keep_form else frame.copy()
    changed.loc[row, column] = value
    return changed


def encode_runs(flat: np.ndarray[Any, Any]) -> str:
    """A flat mask as "start length start length …", pixels counted from 1."""
    edges = np.flatnonzero(np.diff(flat.astype(int), prepend=0, append=0))
    return " ".join(f"{start + 1} {end - start}" for start, end in zip(edges[::2], edges[1::2]))


def decode_runs(text: str, size: int) -> np.ndarray[Any, Any]:
    """The flat mask of `size` pixels that such a text means."""
    flat = np.zeros(size, bool)
    numbers = [int(word) for word in text.split()]
    for start, length in zip(numbers[::2], numbers[1::2]):
        flat[start - 1 : start - 1 + length] = True
    return flat


def write_cases(competition: Competition, prepared: Path, out: Path, folder: Path = FOLDER) -> list[Path]:
    """Write the sample submission and what `write_cases(cases)` of FOLDER/ID.py adds."""
    path = folder / f"{competition.id}.py"
    spec = importlib.util.spec_from_file_location(f"cases_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    out.mkdir(parents=True, exist_ok=True)
    cases = Cases(competition, prepared, out)
    cases.copy("ok-sample", competition.sample_submission)
    module.write_cases(cases)
    return sorted(out.glob("*.csv"))
