"""Submission cases for text-normalization-challenge-russian-language."""

import csv
import shutil
from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    truth = pd.read_csv(prepared / "private" / "answers.csv", dtype=str, keep_default_na=False)
    n = len(truth)

    def write(name, after=None, frame=None, quoting=csv.QUOTE_ALL):
        d = truth.assign(after=after) if frame is None else frame
        d.to_csv(out / f"{name}.csv", index=False, quoting=quoting)

    right = truth["after"].to_numpy()
    write("ok-perfect", right)
    shutil.copy(prepared / "private" / "sample_submission.csv", out / "ok-sample.csv")
    wrong = np.where(rng.random(n) < 0.3, "мимо", right)
    write("ok-third-wrong", wrong)
    write(
        "ok-third-wrong-minimal-quotes",
        frame=truth.assign(after=wrong).sample(frac=1, random_state=seed),
        quoting=csv.QUOTE_MINIMAL,
    )
    write("ok-all-blank", "")  # blank equals the truth where the truth is a missing value
    write("ok-lower-case", [s.lower() for s in right])  # matching is case sensitive
    write("ok-trailing-space", np.where(rng.random(n) < 0.5, right + " ", right))  # ... and blank sensitive
    write("ok-nan-words", np.where(right == "", rng.choice(["NA", "null", "nan", "None"], size=n), right))
    write("ok-extra-column", frame=truth.assign(**{"class": "PLAIN"}))

    write("bad-no-after", frame=truth.rename(columns={"after": "before"}))
    write("bad-upper-case-id", frame=truth.rename(columns={"id": "Id"}))
    write("bad-missing-rows", frame=truth.iloc[: n // 2])
    write("bad-dash-ids", frame=truth.assign(id=truth["id"].str.replace("_", "-")))
    twice = truth.copy()
    twice.loc[1, "id"] = twice.loc[0, "id"]
    write("bad-duplicate-id", frame=twice)
    parts = truth["id"].str.split("_", expand=True)
    write("bad-split-ids", frame=pd.DataFrame({"sentence_id": parts[0], "token_id": parts[1], "after": right}))
