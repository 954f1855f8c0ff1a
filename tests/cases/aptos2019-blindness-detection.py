"""Grading cases for APTOS 2019 Blindness Detection."""

from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    truth = pd.read_csv(prepared / "private/test.csv")
    y = truth["diagnosis"].to_numpy()

    def save(name, df):
        df.to_csv(out / f"{name}.csv", index=False)

    noisy = truth.assign(diagnosis=np.clip(y + rng.choice([-1, 0, 0, 1], len(y)), 0, 4))
    save("ok-perfect", truth)
    (out / "ok-sample.csv").write_bytes((prepared / "public/sample_submission.csv").read_bytes())
    save("ok-noisy", noisy)
    save("ok-shuffled-extra-column", noisy.assign(comment="x").sample(frac=1, random_state=1))
    save("ok-random", truth.assign(diagnosis=rng.integers(0, 5, len(y))))
    save("ok-reversed-scale", truth.assign(diagnosis=4 - y))
    # only the grades that occur count as ranks: leaving one out or using 9 changes the weights
    save("ok-only-0-and-4", truth.assign(diagnosis=np.where(y >= 2, 4, 0)))
    out_of_range = noisy.copy()
    out_of_range.loc[0, "diagnosis"] = 9
    save("ok-out-of-range", out_of_range)
    save("ok-whole-floats", noisy.assign(diagnosis=noisy["diagnosis"].astype(float)))

    save("bad-fractions", noisy.assign(diagnosis=noisy["diagnosis"] + 0.25))
    blank = noisy.astype({"diagnosis": object})
    blank.loc[0, "diagnosis"] = None
    save("bad-blank", blank)
    text = noisy.astype({"diagnosis": object})
    text.loc[0, "diagnosis"] = "Severe"
    save("bad-text", text)
    unknown = noisy.copy()
    unknown.loc[0, "id_code"] = "ffffffffffff0"
    save("bad-unknown-id", unknown)
    save("bad-missing-row", noisy.iloc[1:])
    save("bad-duplicate-row", pd.concat([noisy, noisy.iloc[:1]]))
    save("bad-no-id-column", noisy[["diagnosis"]])
