"""Submission cases: random-acts-of-pizza."""

import json
import shutil
from pathlib import Path

import numpy as np
import pandas as pd

ID, Y = "request_id", "requester_received_pizza"


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    truth = pd.read_csv(prepared / "private" / "test.csv")
    n = len(truth)

    def save(name, df):
        df.to_csv(out / f"{name}.csv", index=False)

    save("ok-perfect", truth)
    shutil.copy(prepared / "public" / "sampleSubmission.csv", out / "ok-sample.csv")
    noisy = truth.assign(**{Y: (0.3 * truth[Y] + 0.7 * rng.random(n)).round(3)})
    save("ok-noisy", noisy)
    save("ok-random-ties-shuffled", truth.assign(**{Y: rng.integers(0, 5, n) / 4}).sample(frac=1, random_state=seed))
    tests = json.loads((prepared / "public" / "test.json").read_text())
    leak = {r[ID]: float(r["giver_username_if_known"] != "N/A") for r in tests}
    save("ok-giver-leak", truth.assign(**{Y: truth[ID].map(leak)}))
    save("ok-booleans", truth.assign(**{Y: noisy[Y] > 0.5}))

    save("bad-above-one", noisy.assign(**{Y: noisy[Y] * 100}))
    save("bad-negative", noisy.assign(**{Y: noisy[Y] - 0.5}))
    save("bad-nan", noisy.assign(**{Y: noisy[Y].where(np.arange(n) > 0)}))
    save("bad-text", noisy.assign(**{Y: np.where(noisy[Y] > 0.5, "yes", "no")}))
    twice = noisy.copy()
    twice.loc[0, ID] = twice.loc[1, ID]
    save("bad-duplicate-id", twice)
    save("bad-short", noisy.iloc[1:])
