"""Submission cases: iwildcam-2019-fgvc6."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd

ID, Y = "Id", "Category"


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    truth = pd.read_csv(prepared / "private" / "answers.csv")
    n = len(truth)
    first = np.arange(n) == 0

    def save(name, df):
        df.to_csv(out / f"{name}.csv", index=False)

    save("ok-perfect", truth)
    shutil.copy(prepared / "public" / "sample_submission.csv", out / "ok-sample.csv")
    some = rng.random(n) < 0.3
    noisy = truth.assign(**{Y: np.where(some, rng.choice(truth[Y], n), truth[Y])})
    save("ok-noisy", noisy)
    save("ok-random-shuffled", truth.assign(**{Y: rng.integers(0, 23, n)}).sample(frac=1, random_state=seed))
    # one prediction of a class that is in no answer adds a class with F1 = 0
    save("ok-one-foreign-class", truth.assign(**{Y: truth[Y].where(~first, 99)}))
    save("ok-negative-class", truth.assign(**{Y: truth[Y].where(~first, -1)}))
    # fractions are cut towards zero, so these still count as the true classes
    save("ok-fractions", truth.assign(**{Y: truth[Y] + 0.75}))

    save("bad-kaggle-header", noisy.rename(columns={Y: "Predicted"}))
    save("bad-class-names", noisy.assign(**{Y: np.where(noisy[Y] > 0, "deer", "empty")}))
    save("bad-blank", noisy.assign(**{Y: noisy[Y].where(~first)}))
    save("bad-file-names", noisy.assign(**{ID: noisy[ID] + ".jpg"}))
    save("bad-duplicate-id", noisy.assign(**{ID: noisy[ID].where(~first, noisy[ID].iloc[1])}))
    save("bad-short", noisy.iloc[1:])
