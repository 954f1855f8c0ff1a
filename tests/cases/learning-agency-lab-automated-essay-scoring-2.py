"""Submission cases: learning-agency-lab-automated-essay-scoring-2."""

from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    truth = pd.read_csv(prepared / "private/answers.csv", dtype={"essay_id": str})[["essay_id", "score"]]
    y = truth["score"].to_numpy()

    def save(name, df):
        df.to_csv(out / f"{name}.csv", index=False)

    noisy = truth.assign(score=np.clip(y + rng.choice([-1, 0, 0, 1], len(y)), 1, 6))
    save("ok-perfect", truth)
    (out / "ok-sample.csv").write_bytes((prepared / "public/sample_submission.csv").read_bytes())
    save("ok-noisy", noisy)
    save("ok-shuffled-extra-column", noisy.assign(comment="x").sample(frac=1, random_state=1))
    save("ok-random", truth.assign(score=rng.integers(1, 7, len(y))))
    save("ok-all-three", truth.assign(score=3))
    save("ok-reversed-scale", truth.assign(score=7 - y))
    # ranks are positions among the labels that occur: a gap in the scale or a stray 60 counts as one step
    save("ok-gap-in-scale", truth.assign(score=np.where(y <= 3, 1, 6)))
    stray = noisy.copy()
    stray.loc[0, "score"] = 60
    save("ok-stray-60", stray)
    save("ok-whole-floats", noisy.assign(score=noisy["score"].astype(float)))

    save("bad-fractions", noisy.assign(score=noisy["score"] + 0.5))
    blank = noisy.astype({"score": object})
    blank.loc[0, "score"] = None
    save("bad-blank", blank)
    save(
        "bad-words",
        noisy.assign(score=noisy["score"].map(lambda s: ["one", "two", "three", "four", "five", "six"][s - 1])),
    )
    save("bad-missing-row", noisy.iloc[1:])
    dup = noisy.copy()
    dup.loc[1, "essay_id"] = dup.loc[0, "essay_id"]
    save("bad-duplicate-id", dup)
    save("bad-extra-row", pd.concat([noisy, noisy.iloc[:1]]))
    save("bad-renamed-id", noisy.rename(columns={"essay_id": "id"}))
