"""Submission cases for lmsys-chatbot-arena."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd

T = ["winner_model_a", "winner_model_b", "winner_tie"]


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    truth = pd.read_csv(prepared / "private" / "answers.csv")[["id", *T]]
    y = truth[T].to_numpy(float)
    n = len(y)

    def frame(p):
        return truth[["id"]].join(pd.DataFrame(p, columns=T))

    def write(name, d):
        d.to_csv(out / f"{name}.csv", index=False)

    write("ok-perfect", truth)
    shutil.copy(prepared / "public" / "sample_submission.csv", out / "ok-sample.csv")
    p = rng.dirichlet(np.ones(3), n)
    noisy = frame(0.5 * y + 0.5 * p)
    write("ok-noisy", noisy)
    write("ok-random", frame(p))
    write("ok-all-wrong", frame(np.roll(y, 1, axis=1)))  # clipped at machine epsilon
    half = y.copy()
    half[::2] = np.roll(half[::2], 1, axis=1)
    write("ok-half-wrong", frame(half))
    near = noisy.copy()
    near[T[0]] += 4e-7  # the sum rounds to 1 at six decimals
    near[T[0]] = near[T[0]].clip(upper=1)
    write("ok-sum-within-rounding", near)
    write("ok-shuffled-extra", noisy.sample(frac=1, random_state=seed)[[*T[::-1], "id"]].assign(note="x"))

    write("bad-three-times-0.33", frame(np.full((n, 3), 0.33)))
    far = frame(0.9 * (0.5 * y + 0.5 * p) + 0.1 / 3)
    far[T[1]] += 2e-6
    write("bad-sum-off-by-2e-6", far)
    neg = noisy.copy()
    neg.loc[0, T] = [1.2, -0.2, 0.0]
    write("bad-negative", neg)
    write("bad-missing-tie", noisy.drop(columns="winner_tie"))
    write("bad-other-ids", noisy.assign(id=noisy["id"] + 1))
    twice = noisy.copy()
    twice.loc[1, "id"] = twice.loc[0, "id"]
    write("bad-duplicate-id", twice)
    blank = noisy.copy()
    blank.loc[4, T] = np.nan
    write("bad-blank-row", blank)
