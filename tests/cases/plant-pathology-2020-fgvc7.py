"""Grading cases for Plant Pathology 2020 - FGVC7."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd

C = ["healthy", "multiple_diseases", "rust", "scab"]


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    ans = pd.read_csv(prepared / "private/test.csv")
    y = ans[C].to_numpy(float)

    def save(name, df):
        df.to_csv(out / f"{name}.csv", index=False)

    def table(values):
        df = pd.DataFrame(values, columns=C)
        df.insert(0, "image_id", ans["image_id"].values)
        return df

    noisy = table(y + rng.normal(0, 0.8, y.shape))
    save("ok-perfect", ans)
    shutil.copy(prepared / "public/sample_submission.csv", out / "ok-sample.csv")
    save("ok-noisy-unbounded", noisy.sample(frac=1, random_state=1))
    save("ok-columns-reordered", noisy[["scab", "image_id", "rust", "healthy", "multiple_diseases"]])
    save("ok-random", table(rng.random(y.shape)))
    save("ok-many-ties", table((y + rng.normal(0, 0.8, y.shape)).round(0)))

    save("bad-extra-column", noisy.assign(other=0.0))
    save("bad-missing-class", noisy.drop(columns="multiple_diseases"))
    save("bad-kaggle-column-name", noisy.rename(columns={"multiple_diseases": "combinations"}))
    save("bad-train-ids", noisy.assign(image_id=noisy["image_id"].str.replace("Test_", "Train_")))
    x = noisy.copy()
    x.loc[0, "image_id"] = x.loc[1, "image_id"]
    save("bad-repeated-id", x)
    x = noisy.copy()
    x.loc[0, "rust"] = np.nan
    save("bad-blank", x)
