"""Submission cases for billion-word-imputation."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    truth = pd.read_csv(prepared / "private" / "test.csv")
    holes = pd.read_csv(prepared / "private" / "sample_submission.csv")

    def write(name, sentences=None, frame=None):
        d = truth.assign(sentence=sentences) if frame is None else frame
        d.to_csv(out / f"{name}.csv", index=False)
        return d

    def insert(text, word):
        words = text.split()
        k = int(rng.integers(1, len(words))) if len(words) > 1 else 1
        return " ".join([*words[:k], word, *words[k:]])

    write("ok-perfect", truth["sentence"])
    shutil.copy(prepared / "private" / "sample_submission.csv", out / "ok-sample.csv")
    guess = write("ok-insert-the", [insert(s, "the") for s in holes["sentence"]])
    write("ok-insert-blank", [insert(s, "") for s in holes["sentence"]])
    write("ok-upper-case", truth["sentence"].str.upper())  # case and characters count
    write("ok-non-ascii", truth["sentence"].str.replace("e", "é"))  # distance counts characters, not bytes
    write("ok-mostly-x", frame=truth.assign(sentence="x").sample(frac=1, random_state=seed))
    write("ok-extra-column", frame=guess.assign(word="the")[["word", "sentence", "id"]])

    gap = guess.copy()
    gap.loc[3, "sentence"] = ""
    write("bad-blank-sentence", frame=gap)
    word = guess.copy()
    word.loc[3, "sentence"] = "null"  # read as a missing value
    write("bad-null-sentence", frame=word)
    write("bad-numbers-only", np.arange(len(truth)))
    write("bad-ids-from-one", frame=guess.assign(id=guess["id"] + 1))
    write("bad-too-few-rows", frame=guess.iloc[:-1])
    write("bad-no-header", frame=guess.rename(columns={"id": "0", "sentence": "first"}))
    twice = guess.copy()
    twice.loc[1, "id"] = twice.loc[0, "id"]
    write("bad-duplicate-id", frame=twice)
