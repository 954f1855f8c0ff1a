"""Submission cases."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    answers = pd.read_csv(prepared / "private" / "answers.csv")
    y = answers["cancer"].to_numpy()

    def write(name, cancer, ids=answers["prediction_id"]):
        pd.DataFrame({"prediction_id": ids, "cancer": cancer}).to_csv(out / f"{name}.csv", index=False)

    noisy = (0.25 + 0.35 * y + rng.normal(0, 0.25, len(y))).clip(0, 1)
    write("ok-noisy", noisy)
    write("ok-perfect", y)
    shutil.copy(prepared / "public" / "sample_submission.csv", out / "ok-sample.csv")
    write("ok-noisy-binary", (noisy > 0.5).astype(int))
    write("ok-out-of-range", np.where(y == 1, 7.0, -3.0))  # clipped to 0..1: perfect
    write("ok-all-one", np.ones(len(y)))
    write("ok-only-false-positives", 1 - y)  # no true positive: 0
    write("ok-infinite", np.where(noisy > 0.5, np.inf, 0.0))  # inf is clipped to 1
    blank = noisy.copy()
    blank[[1, 4]] = np.nan
    write("ok-some-blank", blank)  # one blank makes the whole score 0
    order = rng.permutation(len(y))
    write("ok-shuffled-rows", noisy[order], answers["prediction_id"].to_numpy()[order])

    write("ok-all-zero", np.zeros(len(y), int))  # precision is 0/0: scores 0
    write("bad-all-negative", np.full(len(y), -0.5))  # clipped to 0 in every row: the grader crashes
    write("bad-hyphen-ids", noisy, answers["prediction_id"].str.replace("_", "-"))  # as in Kaggle's example
    images = pd.read_csv(prepared / "public" / "test.csv")["prediction_id"]
    write("bad-one-row-per-image", rng.random(len(images)), images)
    word = noisy.astype(object)
    word[0] = "yes"
    write("bad-word", word)
    write("bad-repeated-id", noisy, answers["prediction_id"].where(answers.index != 1, answers["prediction_id"][0]))
