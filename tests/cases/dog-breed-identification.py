"""Grading cases for Dog Breed Identification."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    truth = pd.read_csv(prepared / "private" / "test.csv")
    breeds = list(truth.columns[1:])
    y = truth[breeds].to_numpy(float)
    n, k = y.shape

    def write(name, probs=None, frame=None):
        d = truth[["id"]].join(pd.DataFrame(probs, columns=breeds)) if frame is None else frame
        d.to_csv(out / f"{name}.csv", index=False)
        return d

    def softmax(z):
        e = np.exp(z - z.max(axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True)

    perfect = write("ok-perfect", y.astype(int))
    shutil.copy(prepared / "public" / "sample_submission.csv", out / "ok-sample.csv")
    noisy = write("ok-noisy", softmax(4 * y + rng.normal(size=(n, k))))
    write("ok-random", softmax(rng.normal(size=(n, k))))
    wrong = np.roll(y, 1, axis=1)  # all mass on a wrong breed: exercises the clip at machine epsilon
    write("ok-hard-and-wrong", wrong)
    half = y.copy()
    half[: n // 2] = np.roll(half[: n // 2], 3, axis=1)
    write("ok-hard-half-wrong", half)
    # shuffled rows, shuffled columns and a stray column are all fine
    write(
        "ok-shuffled-extra",
        frame=noisy.sample(frac=1, random_state=seed)[[*breeds[::-1], "id"]].assign(note="x"),
    )
    inside = noisy.copy()
    inside[breeds[0]] += 9e-6  # row sums of 1.000009: inside the 1.1e-5 tolerance
    write("ok-sum-within-tolerance", frame=inside)

    outside = noisy.copy()
    outside[breeds[0]] += 2e-5
    write("bad-sum-outside-tolerance", frame=outside)
    neg = perfect.copy().astype(dict.fromkeys(breeds, float))
    neg.loc[0, breeds] = 0.0
    neg.loc[0, breeds[0]], neg.loc[0, breeds[1]] = 1.5, -0.5
    write("bad-negative", frame=neg)
    write("bad-scores-not-probabilities", rng.normal(size=(n, k)))
    write("bad-missing-breed", frame=noisy.drop(columns=breeds[7]))
    write("bad-no-id", frame=noisy.drop(columns="id"))
    twice = noisy.copy()
    twice.loc[1, "id"] = twice.loc[0, "id"]
    write("bad-duplicate-id", frame=twice)
    write("bad-too-few-rows", frame=noisy.iloc[:-1])
