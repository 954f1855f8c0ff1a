"""Submission cases: SIIM-ISIC Melanoma Classification."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases


def write_cases(cases: Cases) -> None:
    save, rng, answers = cases.save, cases.rng, cases.answers()

    def put(target, frame=answers):
        return frame[["image_name"]].assign(target=target)

    y = answers["target"].to_numpy()
    noisy = (0.3 + 0.3 * y + rng.normal(0, 0.2, len(y))).clip(0, 1)
    save("ok-perfect", put(y))
    save("ok-noisy", put(noisy))
    save("ok-ties", put(noisy.round(1)))  # tied scores count one half
    save("ok-random-order", put(noisy[(order := rng.permutation(len(y)))], answers.iloc[order]))
    save("ok-inverted", put(1 - y))  # AUC 0
    save("ok-true-false", put(y.astype(bool)))  # True/False is read as a boolean column

    over = noisy.copy()
    over[0] = 1.0001
    save("bad-above-one", put(over))
    under = noisy.copy()
    under[-1] = -1e-9
    save("bad-below-zero", put(under))
    save("bad-logits", put(np.log((noisy + 0.01) / (1.01 - noisy))))
    blank = pd.Series(noisy).astype(object)
    blank[1] = ""
    save("bad-blank", put(blank.to_numpy()))
    save("bad-file-extension-in-id", put(noisy, answers.assign(image_name=answers["image_name"] + ".jpg")))
    twice = answers.copy()
    twice.loc[1, "image_name"] = twice.loc[0, "image_name"]
    save("bad-repeated-id", put(noisy, twice))
