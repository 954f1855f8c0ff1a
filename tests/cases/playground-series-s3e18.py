"""Submission cases: playground-series-s3e18."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    answers = pd.read_csv(prepared / "private" / "test.csv")[["id", "EC1", "EC2"]]

    def write(name, frame):
        frame.to_csv(out / f"{name}.csv", index=False)

    noisy = answers.copy()
    noisy["EC1"] = (0.3 + 0.3 * answers["EC1"] + rng.normal(0, 0.25, len(answers))).clip(0, 1)
    noisy["EC2"] = (0.4 + 0.2 * answers["EC2"] + rng.normal(0, 0.25, len(answers))).clip(0, 1)
    write("ok-perfect", answers)
    shutil.copy(prepared / "public" / "sample_submission.csv", out / "ok-sample.csv")
    write("ok-noisy", noisy)
    write("ok-one-target-only", noisy.assign(EC1=answers["EC1"], EC2=0.5))  # (1 + 0.5) / 2
    write("ok-logits", noisy.assign(EC1=noisy["EC1"] * 50 - 25, EC2=noisy["EC2"] * 9 - 30))  # no range check
    write("ok-swapped-columns", noisy[["EC2", "id", "EC1"]])
    write("ok-rounded-ties", noisy.round(1))

    write("bad-ec1-only", noisy[["id", "EC1"]])
    write("bad-position-as-id", noisy.assign(id=np.arange(len(noisy)) + 1000))
    blank = noisy.astype(object)
    blank.loc[0, "EC2"] = ""
    write("bad-blank-ec2", blank)
    infinite = noisy.copy()
    infinite.loc[0, "EC1"] = np.inf
    write("bad-inf-ec1", infinite)
    word = noisy.astype(object)
    word.loc[2, "EC1"] = "high"
    write("bad-word-ec1", word)
    write("bad-id-as-index-name", noisy.rename(columns={"id": "Id"}))
