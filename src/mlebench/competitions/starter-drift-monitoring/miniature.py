"""The embedded data: a stream of model inputs, drawn from scikit-learn's breast cancer measurements.

Each batch is a bootstrap sample of the tumours with a little measurement noise, so that no row occurs twice.
Healthy batches vary too, in their share of malignant tumours and of lost values. Drifted ones have one of the
faults below, weak in some and strong in others.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer

FEATURES = [0, 1, 4, 5, 6, 8, 9, 10, 11, 14, 15, 18]
REFERENCE_ROWS, BATCHES, BATCH_ROWS = 600, 420, 50
DRIFTED = 0.4
MEASUREMENT_NOISE = 0.05  # in standard deviations
USUAL_SHARE, USUAL_WOBBLE = 0.37, 0.06  # of malignant tumours
USUAL_LOSS = (0.005, 0.03)  # of values
STRENGTH = (0.2, 1.0)
SEED = 108

Rows = np.ndarray


class Pool(NamedTuple):
    """Standardised measurements, by diagnosis."""

    benign: Rows
    malignant: Rows


def sample(pool: Pool, rows: int, share: float, rng: np.random.Generator) -> Rows:
    """A bootstrap sample with this share of malignant tumours."""
    malignant = rng.random(rows) < share
    drawn = np.where(
        malignant[:, None],
        pool.malignant[rng.integers(len(pool.malignant), size=rows)],
        pool.benign[rng.integers(len(pool.benign), size=rows)],
    )
    return drawn + rng.normal(0, MEASUREMENT_NOISE, drawn.shape)


def some(rng: np.random.Generator, low: int, high: int) -> np.ndarray:
    """A few features."""
    return rng.choice(len(FEATURES), rng.integers(low, high + 1), replace=False)


def shift(rows: Rows, strength: float, rng: np.random.Generator) -> Rows:
    """A sensor reads too much or too little."""
    features = some(rng, 1, 3)
    rows[:, features] += strength * 0.9 * rng.choice([-1, 1], len(features))
    return rows


def spread(rows: Rows, strength: float, rng: np.random.Generator) -> Rows:
    """A sensor exaggerates or flattens differences."""
    features = some(rng, 1, 3)
    centre = rows[:, features].mean(axis=0)
    factor = np.exp(strength * rng.choice([-0.8, 0.8], len(features)))
    rows[:, features] = centre + (rows[:, features] - centre) * factor
    return rows


def mix_up(rows: Rows, strength: float, rng: np.random.Generator) -> Rows:
    """A faulty join gives part of the rows another row's values: each column stays as it was."""
    part = rng.choice(len(rows), max(2, int(strength * len(rows))), replace=False)
    for feature in some(rng, 2, 4):
        rows[part, feature] = rows[rng.permutation(part), feature]
    return rows


def lose(rows: Rows, strength: float, rng: np.random.Generator) -> Rows:
    """Values of one or two features get lost."""
    for feature in some(rng, 1, 2):
        rows[rng.random(len(rows)) < 0.3 * strength, feature] = np.nan
    return rows


def stick(rows: Rows, strength: float, rng: np.random.Generator) -> Rows:
    """A sensor repeats its last value for a while."""
    length = max(2, int(0.3 * strength * len(rows)))
    start = rng.integers(len(rows) - length + 1)
    for feature in some(rng, 1, 2):
        rows[start : start + length, feature] = rows[start, feature]
    return rows


FAULTS: dict[str, Callable[[Rows, float, np.random.Generator], Rows]] = {
    f.__name__: f for f in (shift, spread, mix_up, lose, stick)
}


def batch(pool: Pool, kind: str, rng: np.random.Generator) -> Rows:
    """One batch, healthy (`none`), of another population, or with a fault."""
    strength = rng.uniform(*STRENGTH)
    share = rng.normal(USUAL_SHARE, USUAL_WOBBLE)
    if kind == "population":
        share += strength * rng.choice([-0.37, 0.45])
    rows = sample(pool, BATCH_ROWS, share, rng)
    if kind in FAULTS:
        rows = FAULTS[kind](rows, strength, rng)
    rows[rng.random(rows.shape) < rng.uniform(*USUAL_LOSS)] = np.nan
    return rows


def build(raw: Path, rng: np.random.Generator) -> None:
    """Always the same tree: `rng` is not used, as this is the data itself and not a stand-in."""
    own = np.random.default_rng(SEED)
    cancer = load_breast_cancer()
    values = cancer.data[:, FEATURES]
    centre, scale = values.mean(axis=0), values.std(axis=0)
    standard = (values - centre) / scale
    pool = Pool(standard[cancer.target == 1], standard[cancer.target == 0])
    kinds = np.full(BATCHES, "none", dtype="U10")
    drifted = own.permutation(BATCHES)[: int(DRIFTED * BATCHES)]
    kinds[drifted] = np.resize(["population", *FAULTS], len(drifted))

    def table(rows: Rows) -> pd.DataFrame:
        names = [cancer.feature_names[i].replace(" ", "_") for i in FEATURES]
        decimals = np.maximum(0, 2 - np.floor(np.log10(scale))).astype(int)
        return pd.DataFrame(rows * scale + centre, columns=names).round(dict(zip(names, decimals, strict=True)))

    raw.mkdir(parents=True, exist_ok=True)
    reference = sample(pool, REFERENCE_ROWS, USUAL_SHARE, own)
    reference[own.random(reference.shape) < np.mean(USUAL_LOSS)] = np.nan
    table(reference).to_csv(raw / "reference.csv", index=False)
    stream = [batch(pool, kind, own) for kind in kinds]
    rows = table(np.concatenate(stream))
    rows.insert(0, "batch", np.repeat(np.arange(BATCHES), BATCH_ROWS))
    rows.to_csv(raw / "stream.csv", index=False)
    batches = pd.DataFrame({"batch": range(BATCHES), "drifted": (kinds != "none").astype(int), "kind": kinds})
    batches.to_csv(raw / "batches.csv", index=False)
