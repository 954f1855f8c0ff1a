"""Grading cases for Dogs vs. Cats Redux: Kernels Edition."""

from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    truth = pd.read_csv(prepared / "private/answers.csv")
    y = truth["label"].to_numpy()

    def save(name, df):
        df.to_csv(out / f"{name}.csv", index=False)

    noisy = truth.assign(label=(1 / (1 + np.exp(-(3 * y - 1.5 + rng.normal(0, 1.5, len(y)))))).round(6))
    save("ok-perfect", truth)
    (out / "ok-sample.csv").write_bytes((prepared / "public/sample_submission.csv").read_bytes())
    save("ok-noisy", noisy)
    save("ok-shuffled-extra-column", noisy.assign(comment="x").sample(frac=1, random_state=1))
    flip = y.copy()
    flip[:3] = 1 - flip[:3]
    save("ok-hard-three-wrong", truth.assign(label=flip))  # exact zeros and ones: clipping decides the score
    save("ok-all-dogs", truth.assign(label=1))
    save(
        "ok-mistakes-clipped",
        truth.assign(label=np.where(np.arange(len(y)) < 3, 1 - y, y).clip(0.005, 0.995)),
    )

    bad = noisy.copy()
    bad.loc[2, "label"] = 1.0000001
    save("bad-above-one", bad)
    bad = noisy.copy()
    bad.loc[2, "label"] = np.nan
    save("bad-blank", bad)
    bad = noisy.copy()
    bad["label"] = bad["label"].astype(object)
    bad.loc[2, "label"] = "dog"
    save("bad-text", bad)
    save("bad-zero-based-ids", noisy.assign(id=noisy["id"] - 1))
    save("bad-file-names-as-ids", noisy.assign(id=noisy["id"].astype(str) + ".jpg"))
    save("bad-id-twice", pd.concat([noisy, noisy.iloc[:1]]))
