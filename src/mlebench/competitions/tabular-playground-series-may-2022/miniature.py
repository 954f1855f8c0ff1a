"""Miniature raw data: tabular-playground-series-may-2022.

The preparation takes 100,000 test rows off the train file whatever its size, so the "miniature" has 100,400
rows. Most floats are rounded to one decimal to keep the file small.
"""

from pathlib import Path

import numpy as np
import pandas as pd


def table(rng, n, first_id):
    full = rng.random(n) < 0.01  # these rows keep all digits
    short = lambda x: np.where(full, x, x.round(1))
    d = {"id": np.arange(first_id, first_id + n)}
    for j in range(31):
        name = f"f_{j:02d}"
        if j in (29, 30):
            d[name] = rng.integers(0, j - 27, n)
        elif j == 27:
            letters = np.array(list("ABCDEFGHIJKLMNOPQRST"))
            d[name] = ["".join(r) for r in letters[rng.integers(0, 15, (n, 10))]]
        elif 7 <= j <= 18:
            d[name] = rng.poisson(2, n)
        else:
            d[name] = short(rng.normal(0, 240 if j == 28 else 1 if j < 7 else 2.4, n))
    df = pd.DataFrame(d)
    z = df["f_21"] * 0.5 + df["f_02"] * df["f_05"] + (df["f_07"] - 2) * 0.5 + (df["f_27"].str[0] < "F")
    df["target"] = (z + rng.normal(0, 1, n) > 0.2).astype(int)
    return df


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)
    n_train, n_test = 100_400, 50
    table(rng, n_train, 0).to_csv(raw / "train.csv", index=False)
    test = table(rng, n_test, n_train).drop(columns="target")
    test.to_csv(raw / "test.csv", index=False)
    test[["id"]].assign(target=0.5).to_csv(raw / "sample_submission.csv", index=False)
