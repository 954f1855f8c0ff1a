"""Submission cases: tweet-sentiment-extraction."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd

ID, Y = "textID", "selected_text"


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    truth = pd.read_csv(prepared / "private" / "test.csv", dtype=str, keep_default_na=False)
    n = len(truth)

    def save(name, df):
        df.to_csv(out / f"{name}.csv", index=False)

    def with_text(texts):
        return truth[[ID]].assign(**{Y: texts})

    save("ok-perfect", truth[[ID, Y]])
    # A blank prediction on a blank answer ("nan" reads as blank) divides by zero: see odd seeds
    shutil.copy(prepared / "public" / "sample_submission.csv", out / "ok-sample.csv")
    save("ok-whole-text", with_text(truth["text"]))
    save("ok-upper-case-repeated", with_text([f"{t.upper()}  {t}" for t in truth[Y]]))  # still perfect
    save(
        "ok-random-word-shuffled",
        with_text([rng.choice(t.split() or ["x"]) for t in truth["text"]]).sample(frac=1, random_state=seed),
    )
    save("ok-first-half", with_text([" ".join(t.split()[: (len(t.split()) + 1) // 2]) for t in truth[Y]]))
    a_third = truth[Y].where(np.arange(n) % 3 > 0, "")
    save("ok-a-third-blank", with_text(a_third.where(truth[Y] != "", "x")))
    save("ok-only-spaces", with_text("   "))  # not blank for pandas, but no words
    save("ok-numbers", with_text(rng.integers(0, 20, n)))

    save("bad-column-name", with_text(truth[Y]).rename(columns={Y: "text"}))
    save("bad-no-id", truth[[Y]])
    save("bad-short", truth[[ID, Y]].iloc[1:])
    save("bad-unknown-id", with_text(truth[Y]).assign(**{ID: truth[ID].where(np.arange(n) > 0, "zzzzzzzzzz")}))
    save(
        "bad-duplicate-id",
        with_text(truth[Y]).assign(**{ID: truth[ID].where(np.arange(n) > 0, truth[ID].iloc[1])}),
    )
