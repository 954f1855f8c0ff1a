"""Grading cases for Humpback Whale Identification Challenge."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    answers = pd.read_csv(prepared / "private" / "test.csv")
    whales = sorted(pd.read_csv(prepared / "public" / "train.csv")["Id"].unique())

    def write(name, ids, images=answers["Image"]):
        pd.DataFrame({"Image": images, "Id": ids}).to_csv(out / f"{name}.csv", index=False)

    def guesses(truth, position, length):
        """length different guesses, the truth at that position (or absent if position >= length)"""
        others = [w for w in rng.permutation(whales) if w != truth][:length]
        return [*others[:position], truth, *others[position : length - 1]] if position < length else others

    truth = answers["Id"].tolist()
    ranked = [" ".join(guesses(t, int(rng.integers(0, 7)), 5)) for t in truth]
    write("ok-noisy", ranked)
    write("ok-perfect", truth)
    shutil.copy(prepared / "public" / "sample_submission.csv", out / "ok-sample.csv")
    write("ok-second-place", [" ".join(guesses(t, 1, 5)) for t in truth])  # 1/2
    write("ok-sixth-place", [" ".join(guesses(t, 5, 6)) for t in truth])  # beyond the fifth: 0
    write("ok-repeated-guesses", [f"w_zzzzzzz w_zzzzzzz {t}" for t in truth])  # repeats use up ranks: 1/3
    write("ok-truth-repeated", [f"{t} {t} {t}" for t in truth])  # counted once: 1
    write("ok-double-space", [f"w_zzzzzzz  {t}" for t in truth])  # the empty word between takes rank 2: 1/3
    write("ok-one-guess", [guesses(t, int(rng.integers(0, 2)), 1)[0] for t in truth])
    some_blank = [r if i % 3 else "" for i, r in enumerate(ranked)]
    write("ok-some-blank", some_blank)  # a blank scores 0

    frame = pd.DataFrame({"Image": answers["Image"], "Id": ranked})
    frame.assign(confidence=1).to_csv(out / "bad-extra-column.csv", index=False)
    frame.rename(columns={"Id": "id"}).to_csv(out / "bad-lower-case-header.csv", index=False)
    write("bad-repeated-image", ranked, answers["Image"].where(answers.index != 1, answers["Image"][0]))
    write("bad-no-extension", ranked, answers["Image"].str[:-4])
    frame.iloc[1:].to_csv(out / "bad-missing-row.csv", index=False)
    frame[["Id"]].to_csv(out / "bad-no-image.csv", index=False)
