"""Miniature raw data: playground-series-s3e18."""

from pathlib import Path

import numpy as np
import pandas as pd

FLOATS = """BertzCT Chi1 Chi1n Chi1v Chi2n Chi2v Chi3v Chi4n EState_VSA1 EState_VSA2 ExactMolWt FpDensityMorgan1
FpDensityMorgan2 FpDensityMorgan3 HallKierAlpha HeavyAtomMolWt Kappa3 MaxAbsEStateIndex MinEStateIndex
NumHeteroatoms PEOE_VSA10 PEOE_VSA14 PEOE_VSA6 PEOE_VSA7 PEOE_VSA8 SMR_VSA10 SMR_VSA5 SlogP_VSA3 VSA_EState9
fr_COO fr_COO2""".split()
COUNTS = {"NumHeteroatoms", "fr_COO", "fr_COO2"}


def features(rng, ids):
    size = rng.gamma(4.0, 1.0, len(ids))  # "molecule size" drives most descriptors
    cols = {"id": ids}
    for i, name in enumerate(FLOATS):
        if name in COUNTS:
            cols[name] = rng.poisson(0.6 * size)
        else:
            x = size * (1 + i % 7) * 3.1 + rng.normal(0, 2.0, len(ids))
            if name == "HallKierAlpha":
                x = -np.abs(x) / 10
            if name.startswith("PEOE"):
                x = np.where(rng.random(len(ids)) < 0.4, 0.0, np.abs(x))  # many exact zeros
            cols[name] = x if i % 3 else x.round(6)  # long and short decimals, as in the real file
    return pd.DataFrame(cols), size


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    train, size = features(rng, np.arange(300))
    for k in range(1, 7):
        logit = (-1) ** k * (size - 4) * 0.6 + 0.8 * train["fr_COO"] / (k + 1) - 0.4
        train[f"EC{k}"] = (rng.random(len(train)) < 1 / (1 + np.exp(-logit))).astype(int)
    train.to_csv(raw / "train.csv", index=False)

    test, _ = features(rng, np.arange(300, 350))
    test.to_csv(raw / "test.csv", index=False)
    test[["id"]].assign(EC1=0.5, EC2=0.5).to_csv(raw / "sample_submission.csv", index=False)
