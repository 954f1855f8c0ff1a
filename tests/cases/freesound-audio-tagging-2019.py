"""Submission cases: freesound-audio-tagging-2019."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    answers = pd.read_csv(prepared / "private" / "test.csv")
    classes = list(answers.columns[1:])
    truth = answers[classes].to_numpy()

    def frame(scores):
        return pd.concat([answers[["fname"]], pd.DataFrame(scores, columns=classes)], axis=1)

    def write(name, scores):
        frame(scores).to_csv(out / f"{name}.csv", index=False)

    noisy = (0.15 + 0.5 * truth + rng.normal(0, 0.2, truth.shape)).clip(0, 1)
    write("ok-noisy", noisy)
    write("ok-perfect", truth)
    shutil.copy(prepared / "public" / "sample_submission.csv", out / "ok-sample.csv")
    write("ok-random", rng.random(truth.shape))
    write("ok-ties", noisy.round(1))  # ties are ranked last among equals
    write("ok-logits", noisy * 20 - 15)  # any real numbers
    write("ok-inverted", 1 - truth)
    order = rng.permutation(len(truth))
    frame(noisy).iloc[order].to_csv(out / "ok-shuffled-rows.csv", index=False)

    f = frame(noisy)
    f[["fname", *sorted(classes, reverse=True)]].to_csv(out / "bad-class-order.csv", index=False)
    f[[*classes, "fname"]].to_csv(out / "bad-fname-last.csv", index=False)
    f.assign(extra=1).to_csv(out / "bad-extra-column.csv", index=False)
    f.drop(columns=classes[7]).to_csv(out / "bad-missing-class.csv", index=False)
    blank = f.copy()
    blank.iloc[3, 5] = np.nan
    blank.to_csv(out / "bad-blank.csv", index=False)
    word = f.astype(object)
    word.iloc[0, 1] = "loud"
    word.to_csv(out / "bad-word.csv", index=False)
    f.assign(fname=f["fname"].str[:-4]).to_csv(out / "bad-no-extension.csv", index=False)
