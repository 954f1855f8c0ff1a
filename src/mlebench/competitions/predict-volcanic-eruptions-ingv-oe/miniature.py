"""Miniature raw tree: predict-volcanic-eruptions-ingv-oe."""

from pathlib import Path

import numpy as np
import pandas as pd

SENSORS = [f"sensor_{k}" for k in range(1, 11)]
LONGEST = 49_000_000


def segment(rng, time_left, rows=40):
    """Ten noisy sensors, louder when the eruption is near; some sensors or stretches are blank."""
    loud = 60 + 600 * (1 - time_left / LONGEST)
    df = pd.DataFrame(rng.normal(0, loud, (rows, 10)).round(), columns=SENSORS) + 0.0
    for name in SENSORS:
        dice = rng.random()
        if dice < 0.07:
            df[name] = np.nan
        elif dice < 0.2:
            at = int(rng.integers(0, rows - 5))
            df.loc[at : at + int(rng.integers(1, 5)), name] = np.nan
    return df


def build(raw: Path, rng: np.random.Generator) -> None:
    # Ids have various numbers of digits, as in the real data
    ids = np.unique(rng.integers(10**8, 2 * 10**9, 220) // 10 ** rng.integers(0, 5, 220))
    ids = rng.permutation(ids)[:200]
    times = rng.integers(6_000, LONGEST, 200)
    for split in ["train", "test"]:
        (raw / split).mkdir(parents=True, exist_ok=True)
    for k, (i, t) in enumerate(zip(ids, times, strict=True)):
        segment(rng, t).to_csv(raw / ("train" if k < 160 else "test") / f"{i}.csv", index=False)
    pd.DataFrame({"segment_id": ids[:160], "time_to_eruption": times[:160]}).to_csv(raw / "train.csv", index=False)
    pd.DataFrame({"segment_id": ids[160:], "time_to_eruption": 0}).to_csv(raw / "sample_submission.csv", index=False)
