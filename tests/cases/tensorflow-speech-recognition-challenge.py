"""Submission cases: tensorflow-speech-recognition-challenge."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd

CORE = ["yes", "no", "up", "down", "left", "right", "on", "off", "stop", "go"]


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    answers = pd.read_csv(prepared / "private" / "test.csv")
    labels = sorted(answers["label"].unique())

    def write(name, frame):
        frame.to_csv(out / f"{name}.csv", index=False)

    noisy = answers.copy()
    wrong = np.flatnonzero(rng.random(len(noisy)) < 0.4)
    noisy.loc[wrong, "label"] = rng.choice(labels, len(wrong))
    write("ok-noisy", noisy)
    write("ok-perfect", answers)
    shutil.copy(prepared / "public" / "sample_submission.csv", out / "ok-sample.csv")
    twelve = answers.assign(label=answers["label"].where(answers["label"].isin(CORE), "unknown"))
    write("ok-twelve-classes", twelve)  # perfect by the original rules, far from it here
    write("ok-random", answers.assign(label=rng.choice(labels, len(answers))))
    write("ok-shuffled-rows", noisy.sample(frac=1, random_state=seed))

    blank = noisy.copy()
    blank.loc[0, "label"] = ""
    write("bad-one-blank", blank)
    write("bad-class-numbers", noisy.assign(label=noisy["label"].map(labels.index)))
    write("bad-no-extension", noisy.assign(fname=noisy["fname"].str[:-4]))
    write("bad-original-names", noisy.assign(fname=noisy["fname"].str.replace("clip_", "clip_0")))
    write("bad-missing-row", noisy.iloc[1:])
    write("bad-header-word", noisy.rename(columns={"label": "word"}))
