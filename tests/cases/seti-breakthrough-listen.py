"""Grading cases for SETI Breakthrough Listen."""

from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    truth = pd.read_csv(prepared / "private/test.csv", dtype={"id": str})
    y = truth["target"].to_numpy()

    def save(name, df):
        df.to_csv(out / f"{name}.csv", index=False)

    noisy = truth.assign(target=(1 / (1 + np.exp(-(2 * y - 1 + rng.normal(0, 1.5, len(y)))))).round(6))
    save("ok-perfect", truth)
    (out / "ok-sample.csv").write_bytes((prepared / "public/sample_submission.csv").read_bytes())
    save("ok-noisy", noisy)
    save("ok-shuffled-extra-column", noisy.assign(comment="x").sample(frac=1, random_state=1))
    save("ok-coarse", noisy.assign(target=noisy["target"].round(1)))  # ties count half
    save("ok-inverted", noisy.assign(target=1 - noisy["target"]))
    save("ok-tiny-scale", noisy.assign(target=noisy["target"] / 1e6))
    save("ok-hard", noisy.assign(target=(noisy["target"] > 0.5).astype(int)))

    def broken(row, value):
        df = noisy.astype({"target": object})
        df.loc[row, "target"] = value
        return df

    save("bad-above-one", broken(0, 1.01))
    save("bad-negative", broken(0, -0.01))
    save("bad-blank", broken(0, None))
    save("bad-text", broken(0, "needle"))
    save("bad-missing-row", noisy.iloc[1:])
    dup = noisy.copy()
    dup.loc[1, "id"] = dup.loc[0, "id"]
    save("bad-duplicate-id", dup)
    save("bad-path-as-id", noisy.assign(id=noisy["id"] + ".npy"))
