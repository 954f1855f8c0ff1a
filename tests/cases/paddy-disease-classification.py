"""Grading cases for Paddy Doctor: Paddy Disease Classification."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    answers = pd.read_csv(prepared / "private" / "test.csv")[["image_id", "label"]]
    labels = sorted(answers["label"].unique())

    def write(name, frame):
        frame.to_csv(out / f"{name}.csv", index=False)

    noisy = answers.copy()
    wrong = np.flatnonzero(rng.random(len(noisy)) < 0.4)
    noisy.loc[wrong, "label"] = rng.choice(labels, len(wrong))
    write("ok-noisy", noisy)
    write("ok-perfect", answers)
    shutil.copy(prepared / "public" / "sample_submission.csv", out / "ok-sample.csv")  # all labels blank: 0
    write("ok-random", answers.assign(label=rng.choice(labels, len(answers))))
    blanks = noisy.copy()
    blanks.loc[wrong, "label"] = ""
    write("ok-some-blank", blanks)  # a blank is just wrong
    write("ok-invented-class", noisy.assign(label=noisy["label"].replace("normal", "healthy")))
    write("ok-upper-case", noisy.assign(label=noisy["label"].str.upper()))  # case matters: 0

    write("bad-class-numbers", noisy.assign(label=noisy["label"].map(labels.index)))
    # one blank among the numbers makes the grader compare text with text: accepted, all wrong
    write(
        "ok-numbers-and-blanks",
        noisy.assign(label=noisy["label"].map(labels.index).astype(object).where(noisy.index % 2 == 0, "")),
    )
    write("bad-no-extension", noisy.assign(image_id=noisy["image_id"].str[:-4]))
    write("bad-path-as-id", noisy.assign(image_id="test_images/" + noisy["image_id"]))
    write("bad-column-class", noisy.rename(columns={"label": "class"}))
    write(
        "bad-repeated-id",
        noisy.assign(image_id=noisy["image_id"].where(noisy.index != 1, noisy["image_id"][0])),
    )
