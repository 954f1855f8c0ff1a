"""Submission cases: SIIM-ISIC Melanoma Classification."""

import numpy as np
from tests.competitions.cases import Cases, with_cell


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

    save("bad-above-one", with_cell(put(noisy), 0, "target", 1.0001))
    save("bad-below-zero", with_cell(put(noisy), len(y) - 1, "target", -1e-9))
    save("bad-logits", put(np.log((noisy + 0.01) / (1.01 - noisy))))
    save("bad-blank", with_cell(put(noisy), 1, "target", ""))
    save("bad-file-extension-in-id", put(noisy, answers.assign(image_name=answers["image_name"] + ".jpg")))
    save("bad-repeated-id", with_cell(put(noisy), 1, "image_name", answers["image_name"][0]))
