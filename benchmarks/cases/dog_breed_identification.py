"""Dog breeds: 10,222 pictures, 120 probabilities for each graded one. A hundred times the real rows are graded."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa

from benchmarks.case import Case
from benchmarks.synthetic import hex_ids, pick, write_files, write_table
from mlebench.data import read_csv

PICTURES, BREEDS, TIMES = 10_222, 120, 100


def build(raw: Path, scale: float) -> None:
    rng = np.random.default_rng(0)
    ids = hex_ids(rng, int(PICTURES * scale), 32)
    (raw / "train").mkdir()
    write_files(raw / "train" / f"{name}.jpg" for name in ids)
    write_table(raw / "labels.csv", {"id": ids, "breed": pick(rng, ["beagle", "chow", "pug", "whippet"], len(ids))})


def write_many(prepared: Path, target: Path) -> None:
    """Answers and submission with a hundred times the rows."""
    rng = np.random.default_rng(0)
    answers = read_csv(prepared / "private" / "test.csv")
    ids, breeds = hex_ids(rng, len(answers) * TIMES, 32), list(answers.columns[1:])
    rows = pa.array(np.tile(np.arange(len(answers)), TIMES))
    one_hot = {name: pa.array(answers[name].to_numpy()).take(rows) for name in breeds}
    write_table(prepared / "private" / "test.csv", {"id": ids, **one_hot})
    chances = rng.dirichlet(np.ones(BREEDS), len(answers)).T
    write_table(target, {"id": ids} | {name: pa.array(row).take(rows) for name, row in zip(breeds, chances)})


CASE = Case(
    "dog-breed-identification",
    size="10,222 pictures, and 102,300 graded rows of 120 probabilities",
    build=build,
    tables=("labels.csv",),
    submission=write_many,
    own_answers=True,
    grade_note="memory: the checked probabilities are a matrix beside both tables",
)
