"""Miniature raw data: ventilator-pressure-prediction."""

from pathlib import Path

import numpy as np
import pandas as pd

STEPS = 80


def breaths(rng, count, max_breath, pressure):
    # breath numbers have gaps; the rows of a breath are contiguous
    numbers = np.sort(rng.choice(np.arange(1, max_breath), count, replace=False))
    parts = []
    for b in numbers:
        r, c = int(rng.choice([5, 20, 50])), int(rng.choice([10, 20, 50]))
        # float32 noise as in the real file gives long decimals such as 0.0336513519287
        t = np.cumsum(np.r_[0, rng.uniform(0.0315, 0.0345, STEPS - 1)])
        u_out = (t > rng.uniform(0.95, 1.0)).astype(int)
        u_in = np.where(u_out == 0, rng.uniform(2, 30) * np.exp(-t * rng.uniform(0, 2)), 4.99 * (1 - np.exp(-(t - 1))))
        u_in = u_in.clip(0, 100)
        u_in[rng.random(STEPS) < 0.05] = 0.0
        volume = np.cumsum(u_in * np.gradient(t)) * (u_out == 0)
        p = 5.5 + u_in * r / 60 + volume * 12 / c + rng.normal(0, 0.15, STEPS)
        p = np.where(u_out == 1, 6.5 + rng.normal(0, 0.2, STEPS), p)
        p = -1.8957 + 0.0703042 * np.round((p + 1.8957) / 0.0703042)  # the sensor has discrete levels
        frame = pd.DataFrame({"breath_id": b, "R": r, "C": c, "time_step": t, "u_in": u_in, "u_out": u_out})
        if pressure:
            frame["pressure"] = p
        parts.append(frame)
    out = pd.concat(parts, ignore_index=True)
    out.insert(0, "id", np.arange(1, len(out) + 1))
    return out


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)
    train = breaths(rng, 60, 250, True)
    train.to_csv(raw / "train.csv", index=False, float_format="%.15g")
    test = breaths(rng, 4, 250, False)
    test.to_csv(raw / "test.csv", index=False, float_format="%.15g")
    test[["id"]].assign(pressure=0).to_csv(raw / "sample_submission.csv", index=False)
