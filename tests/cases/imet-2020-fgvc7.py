"""Submission cases for imet-2020-fgvc7."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    truth = pd.read_csv(prepared / "private" / "answers.csv", dtype=str)
    total = len(pd.read_csv(prepared / "public" / "labels.csv"))
    sets = [s.split() for s in truth["attribute_ids"]]
    known = {x for s in sets for x in s}

    def write(name, cells=None, frame=None):
        d = truth.assign(attribute_ids=cells) if frame is None else frame
        d.to_csv(out / f"{name}.csv", index=False)
        return d

    def disturb(s):
        keep = [x for x in s if rng.random() < 0.7]
        return " ".join(keep + [str(x) for x in rng.integers(0, total, size=rng.integers(0, 3))])

    write("ok-perfect", truth["attribute_ids"])
    shutil.copy(prepared / "public" / "sample_submission.csv", out / "ok-sample.csv")
    noisy = write("ok-noisy", [disturb(s) for s in sets])
    write("ok-random", [" ".join(map(str, rng.choice(total, 4, replace=False))) for _ in sets])
    write("ok-everything", " ".join(map(str, range(total))))
    # attributes that never occur in the answers are ignored, existing or not
    unseen = [str(k) for k in range(total) if str(k) not in known]
    write("ok-unseen-attributes-free", [" ".join(s + unseen + ["99999", "banana"]) for s in sets])
    write("ok-repeats-and-blanks", ["  ".join(s[::-1] + s) for s in sets])  # sets: repeats and order don't count
    write("ok-leading-zeros", [" ".join("0" + x for x in s) for s in sets])  # '07' is not '7': nothing matches
    some = noisy.copy()
    some.loc[::3, "attribute_ids"] = ""
    write("ok-some-empty", frame=some)
    write("ok-all-empty", "")
    write("ok-shuffled", frame=noisy.sample(frac=1, random_state=seed)[["attribute_ids", "id"]])

    write("bad-one-attribute-each", [s[0] for s in sets])  # a purely numeric column
    write("bad-one-or-none", [s[0] if i % 2 else "" for i, s in enumerate(sets)])
    write("bad-no-attributes", frame=noisy.rename(columns={"attribute_ids": "attributes"}))
    write("bad-with-extension", frame=noisy.assign(id=noisy["id"] + ".png"))
    write("bad-too-few-rows", frame=noisy.iloc[2:])
    twice = noisy.copy()
    twice.loc[1, "id"] = twice.loc[0, "id"]
    write("bad-duplicate-id", frame=twice)
