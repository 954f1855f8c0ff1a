"""Submission cases: Dogs vs. Cats Redux: Kernels Edition."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers()
    y = truth["label"].to_numpy()

    noisy = truth.assign(label=(1 / (1 + np.exp(-(3 * y - 1.5 + rng.normal(0, 1.5, len(y)))))).round(6))
    save("ok-perfect", truth)
    save("ok-noisy", noisy)
    save("ok-shuffled-extra-column", noisy.assign(comment="x").sample(frac=1, random_state=1))
    flip = np.where(np.arange(len(y)) < 3, 1 - y, y)
    save("ok-hard-three-wrong", truth.assign(label=flip))  # exact zeros and ones: clipping decides the score
    save("ok-all-dogs", truth.assign(label=1))
    save("ok-mistakes-clipped", truth.assign(label=flip.clip(0.005, 0.995)))

    save("bad-above-one", with_cell(noisy, 2, "label", 1.0000001))
    save("bad-blank", with_cell(noisy, 2, "label", np.nan))
    save("bad-text", with_cell(noisy, 2, "label", "dog"))
    save("bad-zero-based-ids", noisy.assign(id=noisy["id"] - 1))
    save("bad-file-names-as-ids", noisy.assign(id=noisy["id"].astype(str) + ".jpg"))
    save("bad-id-twice", pd.concat([noisy, noisy.iloc[:1]]))
