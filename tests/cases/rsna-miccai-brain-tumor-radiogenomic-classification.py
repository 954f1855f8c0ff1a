"""Submission cases: rsna-miccai-brain-tumor-radiogenomic-classification."""

import numpy as np
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers(dtype={"BraTS21ID": str})
    y = truth["MGMT_value"].to_numpy()
    n = len(y)

    def put(scores):
        return truth.assign(MGMT_value=scores)

    save("ok-perfect", put(y))
    noisy = save("ok-noisy", put(np.clip(0.4 + 0.2 * y + rng.normal(0, 0.2, n), 0, 1)))
    save("ok-random", put(rng.random(n)))
    save("ok-inverted", put(1 - y))
    save("ok-ties", put(np.round(noisy["MGMT_value"], 1)))
    # ids are compared as numbers: leading zeros may be lost
    save("ok-integer-ids", noisy.assign(BraTS21ID=noisy["BraTS21ID"].astype(int)))
    save("ok-float-ids", noisy.assign(BraTS21ID=noisy["BraTS21ID"].astype(float)).sample(frac=1, random_state=0))

    save("bad-above-one", put(y * 1.5))
    save("bad-logits", put(rng.normal(size=n)))
    save("bad-prefixed-ids", noisy.assign(BraTS21ID="BraTS_" + noisy["BraTS21ID"]))
    save("bad-column-case", noisy.rename(columns={"MGMT_value": "mgmt_value"}))
    save("bad-too-few-rows", noisy.iloc[1:])
    save("bad-blank-score", with_cell(noisy, 0, "MGMT_value", np.nan))
    save("bad-duplicate-id", with_cell(noisy, 1, "BraTS21ID", noisy["BraTS21ID"][0]))
