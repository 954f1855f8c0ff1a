"""Grading cases for Histopathologic Cancer Detection."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image

ID, Y = "id", "label"


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    truth = pd.read_csv(prepared / "private" / "answers.csv")
    n = len(truth)

    def save(name, df):
        df.to_csv(out / f"{name}.csv", index=False)

    save("ok-perfect", truth)
    shutil.copy(prepared / "public" / "sample_submission.csv", out / "ok-sample.csv")
    noisy = truth.assign(**{Y: (0.4 * truth[Y] + 0.6 * rng.random(n)).round(3)})
    save("ok-noisy", noisy)
    save(
        "ok-random-ties-shuffled",
        truth.assign(**{Y: rng.integers(0, 4, n) / 4}).sample(frac=1, random_state=seed),
    )
    dark = []
    for name in truth[ID]:
        x = np.asarray(Image.open(prepared / "public" / "test" / f"{name}.tif")).astype(float)
        dark.append(1 - x[32:64, 32:64].mean() / 255)
    save("ok-centre-darkness", truth.assign(**{Y: dark}))
    save("ok-inverted", truth.assign(**{Y: 1 - truth[Y]}))

    save("bad-logits", noisy.assign(**{Y: 8 * noisy[Y] - 4}))
    save("bad-nan", noisy.assign(**{Y: noisy[Y].where(np.arange(n) > 0)}))
    save("bad-file-names", noisy.assign(**{ID: noisy[ID] + ".tif"}))
    save("bad-duplicate-id", noisy.assign(**{ID: noisy[ID].where(np.arange(n) > 0, noisy[ID].iloc[1])}))
    save("bad-short", noisy.iloc[:-1])
    save("bad-words", noisy.assign(**{Y: np.where(noisy[Y] > 0.5, "tumour", "normal")}))
