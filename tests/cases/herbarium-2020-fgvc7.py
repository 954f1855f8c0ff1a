"""Grading cases for Herbarium 2020."""

from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    truth = pd.read_csv(prepared / "private/answers.csv")
    y = truth["Predicted"].to_numpy()

    def save(name, df):
        df.to_csv(out / f"{name}.csv", index=False)

    def broken(value):
        df = noisy.astype({"Predicted": object})
        df.loc[0, "Predicted"] = value
        return df

    noisy = truth.assign(Predicted=np.where(rng.random(len(y)) < 0.6, y, rng.choice(y, len(y))))
    save("ok-perfect", truth)
    (out / "ok-sample.csv").write_bytes((prepared / "public/sample_submission.csv").read_bytes())
    save("ok-noisy", noisy)
    save("ok-shuffled-extra-column", noisy.assign(comment="x").sample(frac=1, random_state=1))
    save("ok-most-frequent", truth.assign(Predicted=pd.Series(y).mode()[0]))
    save(
        "ok-foreign-classes",
        truth.assign(Predicted=np.where(np.arange(len(y)) < 4, 40000 + np.arange(len(y)), y)),
    )
    save("ok-truncated-fractions", truth.assign(Predicted=y + 0.9))  # cut down to whole numbers: perfect

    save("bad-blank", broken(None))
    save("bad-species-name", broken("Genus1 species3"))
    save("bad-infinite", broken("inf"))
    save("bad-missing-row", noisy.iloc[1:])
    dup = noisy.copy()
    dup.loc[1, "Id"] = dup.loc[0, "Id"]
    save("bad-duplicate-id", dup)
    save("bad-one-based-ids", noisy.assign(Id=noisy["Id"] + 1))
    save("bad-lower-case-columns", noisy.rename(columns=str.lower))
