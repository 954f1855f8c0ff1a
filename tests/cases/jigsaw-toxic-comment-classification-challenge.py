"""Submission cases: jigsaw-toxic-comment-classification-challenge."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd

C = ["toxic", "severe_toxic", "obscene", "threat", "insult", "identity_hate"]


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    ans = pd.read_csv(prepared / "private/test.csv", dtype={"id": str})
    n = len(ans)

    def save(name, values, **more):
        df = pd.DataFrame(values, columns=C)
        df.insert(0, "id", ans["id"].values)
        df.assign(**more).to_csv(out / f"{name}.csv", index=False)
        return df

    y = ans[C].to_numpy(float).clip(0, 1)
    noisy = y + rng.normal(0, 0.7, (n, 6))
    save("ok-perfect", y)
    shutil.copy(prepared / "public/sample_submission.csv", out / "ok-sample.csv")
    df = save("ok-noisy-any-real-number", noisy)
    df.sample(frac=1, random_state=1).to_csv(out / "ok-noisy-shuffled.csv", index=False)
    save("ok-random", rng.random((n, 6)))
    save("ok-many-ties", (y + rng.normal(0, 0.7, (n, 6))).round(0))
    df[["id", *C[::-1]]].to_csv(out / "ok-targets-reversed-compared-by-position.csv", index=False)
    # only rows that are not scored are wrong here
    save("ok-noise-in-unscored-rows-only", np.where(ans[["toxic"]].to_numpy() < 0, rng.random((n, 6)), y))

    df.drop(columns="threat").to_csv(out / "bad-missing-target.csv", index=False)
    df.assign(comment=1).to_csv(out / "bad-extra-column.csv", index=False)
    df.iloc[:-1].to_csv(out / "bad-missing-row.csv", index=False)
    scored, unscored = ans.index[ans["toxic"] >= 0], ans.index[ans["toxic"] < 0]
    x = df.copy()
    x.loc[scored[0], "id"] = x.loc[unscored[0], "id"]
    x.to_csv(out / "bad-scored-id-replaced-by-repeat-of-unscored.csv", index=False)
    # the number of scored rows stays right, so v1 does not notice this one
    x = df.copy()
    x.loc[scored[0], "id"] = x.loc[scored[9], "id"]
    x.to_csv(out / "ok-repeated-id-both-scored.csv", index=False)
    x = df.copy()
    x.loc[scored[0], "insult"] = np.nan
    x.to_csv(out / "bad-blank-in-scored-row.csv", index=False)
    # a blank in a row that is not scored does no harm
    x = df.copy()
    x.loc[unscored[0], "insult"] = np.nan
    x.to_csv(out / "ok-blank-in-unscored-row.csv", index=False)
