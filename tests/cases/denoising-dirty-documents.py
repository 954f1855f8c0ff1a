"""Write graded cases: python make_submissions.py PREPARED_DIR OUT_DIR --seed N"""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    truth = pd.read_csv(prepared / "private" / "answers.csv", dtype={"id": str})
    n = len(truth)

    def save(name, df):
        df.to_csv(out / f"{name}.csv", index=False)

    save("ok-perfect", truth)
    shutil.copy(prepared / "public" / "sampleSubmission.csv", out / "ok-sample.csv")

    # The dirty pictures themselves, column by column as Kaggle's sample did, so in another row order.
    parts = []
    for p in sorted((prepared / "public" / "test").glob("*.png")):
        x = np.asarray(Image.open(p).convert("L")) / 255
        h, w = x.shape
        ids = [f"{p.stem}_{r + 1}_{c + 1}" for c in range(w) for r in range(h)]
        parts.append(pd.DataFrame({"id": ids, "value": x.T.ravel()}))
    save("ok-dirty-as-is", pd.concat(parts))
    noisy = truth.assign(value=(truth["value"] + rng.normal(0, 0.1, n)).round(4))
    save("ok-noisy-beyond-range", noisy)  # values below 0 and above 1 are taken as they are
    save("ok-random-shuffled", truth.assign(value=rng.random(n)).sample(frac=1, random_state=seed))
    save("ok-extra-column", noisy.assign(comment="x"))

    save("bad-missing-pixel", noisy.iloc[1:])
    zero = noisy.copy()
    zero["id"] = ["_".join([i, str(int(r) - 1), str(int(c) - 1)]) for i, r, c in zero["id"].str.split("_")]
    save("bad-zero-based-ids", zero)
    twice = noisy.copy()
    twice.loc[0, "id"] = twice.loc[1, "id"]
    save("bad-duplicate-id", twice)
    save("bad-text", noisy.assign(value=np.where(np.arange(n) == 3, "white", noisy["value"].astype(str))))
    save("bad-nan", noisy.assign(value=noisy["value"].where(np.arange(n) != 3)))
    save("bad-column-name", noisy.rename(columns={"value": "intensity"}))
