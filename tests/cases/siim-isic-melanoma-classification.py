"""Grading cases for SIIM-ISIC Melanoma Classification."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    answers = pd.read_csv(prepared / "private" / "test.csv")

    def write(name, target, frame=answers):
        frame[["image_name"]].assign(target=target).to_csv(out / f"{name}.csv", index=False)

    y = answers["target"].to_numpy()
    noisy = (0.3 + 0.3 * y + rng.normal(0, 0.2, len(y))).clip(0, 1)
    write("ok-perfect", y)
    shutil.copy(prepared / "public" / "sample_submission.csv", out / "ok-sample.csv")
    write("ok-noisy", noisy)
    write("ok-ties", noisy.round(1))  # tied scores count one half
    write("ok-random-order", noisy[(order := rng.permutation(len(y)))], answers.iloc[order])
    write("ok-inverted", 1 - y)  # AUC 0
    write("ok-true-false", y.astype(bool))  # True/False is read as a boolean column

    over = noisy.copy()
    over[0] = 1.0001
    write("bad-above-one", over)
    under = noisy.copy()
    under[-1] = -1e-9
    write("bad-below-zero", under)
    write("bad-logits", np.log((noisy + 0.01) / (1.01 - noisy)))
    blank = pd.Series(noisy).astype(object)
    blank[1] = ""
    write("bad-blank", blank.to_numpy())
    write("bad-file-extension-in-id", noisy, answers.assign(image_name=answers["image_name"] + ".jpg"))
    twice = answers.copy()
    twice.loc[1, "image_name"] = twice.loc[0, "image_name"]
    write("bad-repeated-id", noisy, twice)
