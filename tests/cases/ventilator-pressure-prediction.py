"""Submission cases: ventilator-pressure-prediction."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    answers = pd.read_csv(prepared / "private" / "test.csv")
    scored = (answers["u_out"] == 0).to_numpy()

    def write(name, pressure, ids=answers["id"]):
        pd.DataFrame({"id": ids, "pressure": pressure}).to_csv(out / f"{name}.csv", index=False)

    truth = answers["pressure"].to_numpy()
    noisy = truth + rng.normal(0, 1.5, len(truth))
    write("ok-noisy", noisy)
    write("ok-perfect", truth)
    shutil.copy(prepared / "public" / "sample_submission.csv", out / "ok-sample.csv")
    write("ok-expiration-ignored", np.where(scored, truth, 1e9))  # 0: rows with u_out = 1 don't count
    write("ok-blank-in-expiration", np.where(scored, noisy, np.nan))  # blanks there are never looked at
    write("ok-inf-in-expiration", np.where(scored, noisy, np.inf))
    write("ok-median", np.full(len(truth), np.median(truth[scored])))
    order = rng.permutation(len(truth))
    write("ok-shuffled-rows", noisy[order], answers["id"].to_numpy()[order])
    write("ok-negative", -np.abs(noisy))

    first = int(np.flatnonzero(scored)[0])
    blank = noisy.copy()
    blank[first] = np.nan
    write("bad-blank-in-inspiration", blank)
    infinite = noisy.copy()
    infinite[first] = np.inf
    write("bad-inf-in-inspiration", infinite)
    word = noisy.astype(object)
    word[~scored] = "off"
    write("ok-word-in-expiration", word)  # never looked at, the rest is converted from text
    word = noisy.astype(object)
    word[first] = "high"
    write("bad-word-in-inspiration", word)
    answers_only = answers[scored]
    write("bad-inspiration-rows-only", noisy[scored], answers_only["id"])
    write("bad-ids-from-zero", noisy, answers["id"] - 1)
    write("bad-breath-ids", noisy, answers["breath_id"])
