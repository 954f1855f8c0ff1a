"""Jigsaw's unintended bias: 97,320 graded comments, 28 areas under curves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from benchmarks.case import Case
from benchmarks.synthetic import joined, pick, write_table
from mlebench.data import read_csv

ROWS = 97_320
RATED = "severe_toxicity obscene sexual_explicit identity_attack insult threat"
IDENTITIES = """
male female transgender other_gender heterosexual homosexual_gay_or_lesbian bisexual other_sexual_orientation
christian jewish muslim hindu buddhist atheist other_religion black white asian latino other_race_or_ethnicity
physical_disability intellectual_or_learning_disability psychiatric_or_mental_illness other_disability
"""
COUNTS = "funny wow sad likes disagree identity_annotator_count toxicity_annotator_count"


def build(raw: Path, scale: float) -> None:
    rng = np.random.default_rng(0)
    rows = int(ROWS * scale)
    (raw / "train.csv").write_text("id\n1\n")
    comments = [
        " ".join(f"word{i}" for i in row) + ('\n\nHe said, "no".' if number % 4 == 0 else "")
        for number, row in enumerate(rng.integers(0, 5000, (5000, 40)).tolist())
    ]
    columns: dict[str, Any] = {
        "id": rng.permutation(np.arange(7_000_000, 7_000_000 + rows)),
        "comment_text": pick(rng, comments, rows),
        "created_date": joined("2017-05-0", rng.integers(1, 10, rows), " 10:01:07.123456+00"),
        "publication_id": rng.integers(2, 120, rows),
        "parent_id": blanks(rng, rng.integers(200_000, 900_000, rows), 0.5),
        "article_id": rng.integers(2_000, 400_000, rows),
        "rating": pick(rng, ["approved", "rejected"], rows),
        "toxicity": shares(rng, rows),
    }
    columns |= {name: shares(rng, rows) for name in RATED.split()}
    columns |= {name: blanks(rng, shares(rng, rows), 0.55) for name in IDENTITIES.split()}
    columns |= {name: rng.integers(0, 10, rows) for name in COUNTS.split()}
    write_table(raw / "test_private_expanded.csv", columns, quoted=True)


def shares(rng: np.random.Generator, count: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Shares of raters, most of them none."""
    shares: np.ndarray[tuple[int], np.dtype[np.float64]] = rng.integers(0, 11, count) / 10 * (rng.random(count) < 0.4)
    return shares


def blanks(rng: np.random.Generator, values: np.ndarray[Any, Any], share: float) -> Any:
    return pa.array(values, mask=rng.random(len(values)) < share)


def predict(prepared: Path, target: Path) -> None:
    """Probabilities of all their digits."""
    answers = read_csv(prepared / "private" / "test.csv", usecols=["id"])
    chances = np.random.default_rng(0).random(len(answers))
    write_table(target, {"id": answers["id"].to_numpy(), "prediction": chances})


CASE = Case(
    "jigsaw-unintended-bias-in-toxicity-classification",
    size="97,320 comments with 45 columns",
    build=build,
    tables=("test_private_expanded.csv",),
    submission=predict,
)
