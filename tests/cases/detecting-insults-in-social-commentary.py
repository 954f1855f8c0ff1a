"""Submission cases for detecting-insults-in-social-commentary."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    truth = pd.read_csv(prepared / "private" / "test.csv")[["Insult", "Date", "Comment"]]
    y = truth["Insult"].to_numpy()
    n = len(y)

    def write(name, scores=None, frame=None):
        d = truth.assign(Insult=scores) if frame is None else frame
        d.to_csv(out / f"{name}.csv", index=False)
        return d

    write("ok-perfect", y)
    shutil.copy(prepared / "public" / "sample_submission_null.csv", out / "ok-sample.csv")
    noisy = write("ok-noisy", np.clip(0.3 + 0.3 * y + rng.normal(0, 0.25, n), 0, 1))
    write("ok-random", rng.random(n))
    write("ok-reversed", 1 - y)
    write("ok-many-ties", np.round(np.clip(0.3 + 0.3 * y + rng.normal(0, 0.25, n), 0, 1), 1))
    write("ok-no-date-shuffled", frame=noisy.drop(columns="Date").sample(frac=1, random_state=seed))

    write("bad-above-one", np.where(y == 1, 1.2, 0.1))
    write("bad-logits", rng.normal(size=n))
    write("bad-no-comment-column", frame=noisy.drop(columns="Comment"))
    write("bad-wrong-target-name", frame=noisy.rename(columns={"Insult": "insult"}))
    edited = noisy.copy()
    edited["Comment"] = edited["Comment"].str.strip('"')  # stripping the text's own quotes breaks the match
    write("bad-unquoted-comments", frame=edited)
    write("bad-words", np.where(y == 1, "yes", "no"))
    gap = noisy.copy()
    gap.loc[5, "Insult"] = np.nan
    write("bad-blank-score", frame=gap)
