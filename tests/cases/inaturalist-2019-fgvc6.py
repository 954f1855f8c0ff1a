"""Submission cases: inaturalist-2019-fgvc6."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    answers = pd.read_csv(prepared / "private" / "answers.csv")
    classes = sorted(answers["predicted"].unique())

    def write(name, frame):
        frame.to_csv(out / f"{name}.csv", index=False)

    noisy = answers.copy()
    wrong = np.flatnonzero(rng.random(len(noisy)) < 0.5)
    noisy.loc[wrong, "predicted"] = rng.choice(classes, len(wrong))
    write("ok-noisy", noisy)
    write("ok-perfect", answers)
    shutil.copy(prepared / "public" / "kaggle_sample_submission.csv", out / "ok-sample.csv")
    several = [" ".join(map(str, [p, *rng.choice(1010, 4)])) for p in noisy["predicted"]]
    write("ok-five-guesses", noisy.assign(predicted=several))  # only the first counts: same as ok-noisy
    second = [f"{rng.integers(2000, 3000)} {p}" for p in answers["predicted"]]
    write("ok-truth-second", answers.assign(predicted=second))  # error 1
    mixed = [s if i % 2 else s.split()[0] for i, s in enumerate(several)]
    write("ok-mixed-lengths", noisy.assign(predicted=mixed))
    write("ok-shuffled-rows", noisy.sample(frac=1, random_state=seed))

    write("bad-floats", noisy.assign(predicted=noisy["predicted"].astype(float)))
    blank = noisy.astype(object)
    blank.loc[0, "predicted"] = ""
    write("bad-blank", blank)
    comma = [s.replace(" ", ",") for s in several]
    write("bad-comma-separated", noisy.assign(predicted=comma))
    word = noisy.astype(object)
    word.loc[1, "predicted"] = "oak"
    write("bad-word", word)
    write("bad-file-name-ids", noisy.assign(id="test2019/" + noisy["id"].astype(str) + ".jpg"))
    write("bad-missing-row", noisy.iloc[1:])
