"""Submission cases for rsna-miccai-brain-tumor-radiogenomic-classification."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    truth = pd.read_csv(prepared / "private" / "test.csv", dtype={"BraTS21ID": str})
    y = truth["MGMT_value"].to_numpy()
    n = len(y)

    def write(name, scores=None, frame=None):
        d = truth.assign(MGMT_value=scores) if frame is None else frame
        d.to_csv(out / f"{name}.csv", index=False)
        return d

    write("ok-perfect", y)
    shutil.copy(prepared / "public" / "sample_submission.csv", out / "ok-sample.csv")
    noisy = write("ok-noisy", np.clip(0.4 + 0.2 * y + rng.normal(0, 0.2, n), 0, 1))
    write("ok-random", rng.random(n))
    write("ok-inverted", 1 - y)
    write("ok-ties", np.round(noisy["MGMT_value"], 1))
    # ids are compared as numbers: leading zeros may be lost
    write("ok-integer-ids", frame=noisy.assign(BraTS21ID=noisy["BraTS21ID"].astype(int)))
    write(
        "ok-float-ids", frame=noisy.assign(BraTS21ID=noisy["BraTS21ID"].astype(float)).sample(frac=1, random_state=seed)
    )

    write("bad-above-one", y * 1.5)
    write("bad-logits", rng.normal(size=n))
    write("bad-prefixed-ids", frame=noisy.assign(BraTS21ID="BraTS_" + noisy["BraTS21ID"]))
    write("bad-column-case", frame=noisy.rename(columns={"MGMT_value": "mgmt_value"}))
    write("bad-too-few-rows", frame=noisy.iloc[1:])
    blank = noisy.copy()
    blank.loc[0, "MGMT_value"] = np.nan
    write("bad-blank-score", frame=blank)
    twice = noisy.copy()
    twice.loc[1, "BraTS21ID"] = twice.loc[0, "BraTS21ID"]
    write("bad-duplicate-id", frame=twice)
