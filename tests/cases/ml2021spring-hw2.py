"""Submission cases: ml2021spring-hw2."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    answers = pd.read_csv(prepared / "private" / "answers.csv")

    def write(name, frame):
        frame.to_csv(out / f"{name}.csv", index=False)

    noisy = answers.copy()
    wrong = rng.random(len(noisy)) < 0.4
    noisy.loc[wrong, "ClassId"] = rng.integers(0, 39, wrong.sum())
    write("ok-noisy", noisy)
    write("ok-perfect", answers)
    shutil.copy(prepared / "public" / "sampleSubmission.csv", out / "ok-sample.csv")
    write("ok-random", answers.assign(ClassId=rng.integers(0, 39, len(answers))))
    write("ok-shuffled-rows", noisy.sample(frac=1, random_state=seed))
    write("ok-unknown-classes", noisy.assign(ClassId=noisy["ClassId"].where(~wrong, 99)))  # counted as wrong
    write("ok-float-classes", noisy.assign(ClassId=noisy["ClassId"].astype(float)))  # 3.0 equals 3

    write("bad-column-called-class", noisy.rename(columns={"ClassId": "Class"}))  # the header of the original task
    write("bad-ids-from-one", noisy.assign(Id=noisy["Id"] + 1))
    write("bad-half-classes", noisy.assign(ClassId=noisy["ClassId"] + 0.5))
    blank = noisy.astype(object)
    blank.loc[0, "ClassId"] = ""
    write("bad-blank-class", blank)
    word = noisy.astype(object)
    word.loc[0, "ClassId"] = "sil"
    write("bad-phoneme-name", word)
    write("bad-first-half", noisy.iloc[: len(noisy) // 2])
