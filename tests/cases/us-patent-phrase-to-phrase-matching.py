"""Submission cases: us-patent-phrase-to-phrase-matching."""

from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    truth = pd.read_csv(prepared / "private/test.csv", dtype={"id": str})[["id", "score"]]
    y = truth["score"].to_numpy()

    def save(name, df):
        df.to_csv(out / f"{name}.csv", index=False)

    def broken(value):
        df = noisy.astype({"score": object})
        df.loc[0, "score"] = value
        return df

    noisy = truth.assign(score=(y + rng.normal(0, 0.25, len(y))).round(6))
    save("ok-perfect", truth)
    (out / "ok-sample.csv").write_bytes((prepared / "public/sample_submission.csv").read_bytes())  # constant: NaN
    save("ok-noisy", noisy)
    save("ok-shuffled-extra-column", noisy.assign(comment="x").sample(frac=1, random_state=1))
    save("ok-rescaled", noisy.assign(score=1000 * noisy["score"] - 77))  # same correlation
    save("ok-negated", noisy.assign(score=-noisy["score"]))
    save("ok-random", truth.assign(score=rng.random(len(y))))
    save("ok-one-blank", broken(None))  # NaN
    save("ok-one-infinite", broken("inf"))  # NaN

    save("bad-text", broken("similar"))
    save("bad-missing-row", noisy.iloc[1:])
    dup = noisy.copy()
    dup.loc[1, "id"] = dup.loc[0, "id"]
    save("bad-duplicate-id", dup)
    unknown = noisy.copy()
    unknown.loc[0, "id"] = "ffffffffffffffff"
    save("bad-unknown-id", unknown)
    save("bad-renamed-target", noisy.rename(columns={"score": "similarity"}))
