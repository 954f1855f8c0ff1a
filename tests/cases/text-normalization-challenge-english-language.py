"""Submission cases: text-normalization-challenge-english-language."""

import csv
import shutil
from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    text = lambda p: pd.read_csv(p, dtype=str, keep_default_na=False)
    ans = text(prepared / "private/answers.csv")
    sample = text(prepared / "private/sample_submission.csv")
    n = len(ans)

    def save(name, df):
        df.to_csv(out / f"{name}.csv", index=False, quoting=csv.QUOTE_NONNUMERIC)

    flip = rng.random(n)
    save("ok-perfect", ans)
    shutil.copy(prepared / "private/sample_submission.csv", out / "ok-sample.csv")
    noisy = ans.assign(after=ans["after"].where(flip > 0.3, sample["after"]))
    save("ok-noisy", noisy)
    save(
        "ok-noisy-shuffled-extra-column",
        noisy.assign(why="x").sample(frac=1, random_state=1)[["why", "after", "id"]],
    )
    save("ok-lower-case", ans.assign(after=ans["after"].str.lower()))
    save("ok-trailing-space", ans.assign(after=ans["after"].where(flip > 0.5, ans["after"] + " ")))
    # blanks, and words read as missing, are all the same value
    save("ok-blank-as-null-word", ans.assign(after=ans["after"].where(ans["after"] != "", "NULL")))
    save("ok-all-blank", ans.assign(after=""))
    save("ok-all-numbers", ans.assign(after=range(n)))

    save("bad-missing-token", ans.iloc[:-1])
    save("bad-id-format", ans.assign(id=ans["id"].str.replace("_", "-")))
    save("bad-ids-shifted", ans.assign(id=[f"{int(a) + 1}_{b}" for a, b in ans["id"].str.split("_")]))
    save("bad-no-after-column", ans.rename(columns={"after": "before"}))
    x = ans.copy()
    x.loc[0, "id"] = x.loc[1, "id"]
    save("bad-repeated-id", x)
