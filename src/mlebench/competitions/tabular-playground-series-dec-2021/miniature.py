"""Miniature of the TPS Dec 2021 raw files: train.csv, test.csv, sample_submission.csv."""

from pathlib import Path

import numpy as np
import pandas as pd

N_TRAIN, N_TEST = 300, 40


def table(rng, first_id, n):
    cover = rng.choice([1, 2, 3, 4, 5, 6, 7], n, p=[0.36, 0.5, 0.06, 0.01, 0.01, 0.02, 0.04])
    elevation = 2400 + np.array([0, 600, 480, 120, 0, 350, 90, 900])[cover] + rng.normal(0, 60, n)
    d = {
        "Id": np.arange(first_id, first_id + n),
        "Elevation": elevation.astype(int),
        "Aspect": rng.integers(-33, 407, n),
        "Slope": rng.integers(-3, 64, n),
        "Horizontal_Distance_To_Hydrology": rng.integers(-92, 1602, n),
        "Vertical_Distance_To_Hydrology": rng.integers(-317, 647, n),
        "Horizontal_Distance_To_Roadways": rng.integers(-287, 7666, n),
        "Hillshade_9am": rng.integers(-4, 301, n),
        "Hillshade_Noon": rng.integers(49, 279, n),
        "Hillshade_3pm": rng.integers(-53, 272, n),
        "Horizontal_Distance_To_Fire_Points": rng.integers(-277, 8075, n),
    }
    for i in range(1, 5):
        d[f"Wilderness_Area{i}"] = (rng.random(n) < 0.25).astype(int)
    for i in range(1, 41):
        d[f"Soil_Type{i}"] = (rng.random(n) < 0.03).astype(int)
    d["Cover_Type"] = cover
    return pd.DataFrame(d)


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)
    table(rng, 0, N_TRAIN).to_csv(raw / "train.csv", index=False)
    test = table(rng, 4_000_000, N_TEST).drop(columns="Cover_Type")
    test.to_csv(raw / "test.csv", index=False)
    test[["Id"]].assign(Cover_Type=2).to_csv(raw / "sample_submission.csv", index=False)
