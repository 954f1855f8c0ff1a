"""Submission cases for bms-molecular-translation."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    truth = pd.read_csv(prepared / "private" / "test.csv", dtype=str)
    n = len(truth)

    def write(name, strings=None, frame=None):
        d = truth.assign(InChI=strings) if frame is None else frame
        d.to_csv(out / f"{name}.csv", index=False)
        return d

    def spoil(s):
        out = list(s)
        for _ in range(rng.integers(0, 8)):
            k = int(rng.integers(0, len(out)))
            out[k : k + int(rng.integers(0, 2))] = [rng.choice(list("CHNO0123-,/"))]
        return "".join(out)

    write("ok-perfect", truth["InChI"])
    shutil.copy(prepared / "public" / "sample_submission.csv", out / "ok-sample.csv")
    noisy = write("ok-noisy", [spoil(s) for s in truth["InChI"]])
    write("ok-other-molecule", np.roll(truth["InChI"].to_numpy(), 1))
    write("ok-formula-only", truth["InChI"].str.split("/").str[:2].str.join("/"))
    blank = noisy.copy()
    blank.loc[::4, "InChI"] = ""  # read as missing, compared as the word 'nan'
    write("ok-blanks", frame=blank)
    write("ok-all-blank", "")
    write("ok-numbers", np.arange(n) + 0.5)  # turned into text: '0.5', '1.5', ...
    write("ok-lower-case", truth["InChI"].str.lower())
    write("ok-shuffled-extra", frame=noisy.assign(smiles="C").sample(frac=1, random_state=seed))

    write("bad-column-case", frame=noisy.rename(columns={"InChI": "inchi"}))
    write("bad-no-id", frame=noisy.drop(columns="image_id"))
    write("bad-with-extension", frame=noisy.assign(image_id=noisy["image_id"] + ".png"))
    write("bad-too-few-rows", frame=noisy.iloc[: n // 2])
    twice = noisy.copy()
    twice.loc[1, "image_id"] = twice.loc[0, "image_id"]
    write("bad-duplicate-id", frame=twice)
