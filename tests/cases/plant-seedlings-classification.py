"""Grading cases for Plant Seedlings Classification."""

from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    truth = pd.read_csv(prepared / "private/answers.csv")
    kinds = np.array(sorted(p.name for p in (prepared / "public/train").iterdir()))

    def save(name, df):
        df.to_csv(out / f"{name}.csv", index=False)

    guess = rng.choice(kinds, len(truth))
    noisy = truth.assign(species=np.where(rng.random(len(truth)) < 0.7, truth["species"], guess))
    save("ok-perfect", truth)
    (out / "ok-sample.csv").write_bytes((prepared / "public/sample_submission.csv").read_bytes())
    save("ok-noisy", noisy)
    save("ok-shuffled-extra-column", noisy.sample(frac=1, random_state=1).assign(comment="x"))
    save("ok-random", truth.assign(species=guess))
    unknown = noisy.copy()
    unknown.loc[:3, "species"] = "Triffid"  # a name outside the list is simply wrong
    save("ok-unknown-species", unknown)
    save("ok-lower-case", truth.assign(species=truth["species"].str.lower()))

    save("bad-no-extension", noisy.assign(file=noisy["file"].str.replace(".png", "", regex=False)))
    save("bad-missing-row", noisy.iloc[:-1])
    dup = noisy.copy()
    dup.loc[1, "file"] = dup.loc[0, "file"]
    save("bad-duplicate-file", dup)
    save("bad-renamed-target", noisy.rename(columns={"species": "label"}))
    blank = noisy.copy()  # a blank species is accepted and counts as wrong
    blank.loc[0, "species"] = None
    save("ok-blank-cell", blank)
    save(
        "bad-class-numbers",
        truth.assign(species=[int(np.flatnonzero(kinds == s)[0]) for s in truth["species"]]),
    )
