"""Submission cases for herbarium-2022-fgvc9."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    truth = pd.read_csv(prepared / "private" / "answers.csv")
    y = truth["Predicted"].to_numpy()
    n = len(y)

    def write(name, labels=None, frame=None):
        d = truth.assign(Predicted=labels) if frame is None else frame
        d.to_csv(out / f"{name}.csv", index=False)
        return d

    write("ok-perfect", y)
    shutil.copy(prepared / "public" / "sample_submission.csv", out / "ok-sample.csv")
    guess = rng.choice(np.unique(y), size=n)
    noisy = write("ok-noisy", np.where(rng.random(n) < 0.6, y, guess))
    write("ok-random", guess)
    # a single prediction of a class that the answers don't hold adds a zero to the macro average
    extra = y.copy()
    extra[0] = 5555
    write("ok-one-unknown-class", extra)
    negative = y.copy()
    negative[:2] = -1
    write("ok-negative-class", negative)
    write("ok-fractions-truncated", y + 0.9)  # int() cuts the fraction off
    write(
        "ok-shuffled-extra",
        frame=noisy.assign(p=0.5).sample(frac=1, random_state=seed)[["p", "Predicted", "Id"]],
    )

    words = truth.astype({"Predicted": object})
    words.loc[0, "Predicted"] = "Quercus alba"
    write("bad-name-instead-of-id", frame=words)
    blank = truth.astype({"Predicted": float})
    blank.loc[0, "Predicted"] = np.nan
    write("bad-blank", frame=blank)
    write("bad-lower-case-columns", frame=noisy.rename(columns=str.lower))
    write("bad-file-names", frame=noisy.assign(Id=[f"test-{i:06d}" for i in noisy["Id"]]))
    write("bad-too-few-rows", frame=noisy.iloc[: n - 1])
    twice = noisy.copy()
    twice.loc[1, "Id"] = twice.loc[0, "Id"]
    write("bad-duplicate-id", frame=twice)
