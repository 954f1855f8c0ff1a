"""Submission cases: Denoising Dirty Documents."""

import numpy as np
import pandas as pd
from PIL import Image
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers(dtype={"id": str})
    n = len(truth)

    save("ok-perfect", truth)

    # The dirty pictures themselves, column by column as Kaggle's sample did, so in another row order.
    parts = []
    for p in sorted((cases.prepared / "public" / "test").glob("*.png")):
        x = np.asarray(Image.open(p).convert("L")) / 255
        h, w = x.shape
        ids = [f"{p.stem}_{r + 1}_{c + 1}" for c in range(w) for r in range(h)]
        parts.append(pd.DataFrame({"id": ids, "value": x.T.ravel()}))
    save("ok-dirty-as-is", pd.concat(parts))
    noisy = truth.assign(value=(truth["value"] + rng.normal(0, 0.1, n)).round(4))
    save("ok-noisy-beyond-range", noisy)  # values below 0 and above 1 are taken as they are
    save("ok-random-shuffled", truth.assign(value=rng.random(n)).sample(frac=1, random_state=0))
    save("ok-extra-column", noisy.assign(comment="x"))

    save("bad-missing-pixel", noisy.iloc[1:])
    zero = [f"{i}_{int(r) - 1}_{int(c) - 1}" for i, r, c in noisy["id"].str.split("_")]
    save("bad-zero-based-ids", noisy.assign(id=zero))
    save("bad-duplicate-id", with_cell(noisy, 0, "id", noisy["id"][1]))
    save("bad-text", noisy.assign(value=np.where(np.arange(n) == 3, "white", noisy["value"].astype(str))))
    save("bad-nan", noisy.assign(value=noisy["value"].where(np.arange(n) != 3)))
    save("bad-column-name", noisy.rename(columns={"value": "intensity"}))
