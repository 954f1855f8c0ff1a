"""Submission cases: leaf-classification."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers()
    cases.read("public/sample_submission.csv")
    classes = list(truth.columns[1:])

    def with_probs(p):
        df = pd.DataFrame(p, columns=classes)
        df.insert(0, "id", truth["id"].to_numpy())
        return df

    y = truth[classes].to_numpy()
    logits = 4 * y + rng.normal(0, 1, y.shape)
    p = np.exp(logits)
    p /= p.sum(1, keepdims=True)
    noisy = with_probs(p)

    save("ok-perfect", truth)
    save("ok-noisy", noisy)
    save("ok-noisy-shuffled", noisy.sample(frac=1, random_state=3)[["id"] + classes[::-1]])
    hard = np.eye(99)[np.where(rng.random(len(y)) < 0.5, y.argmax(1), rng.integers(0, 99, len(y)))]
    save("ok-hard-half-wrong", with_probs(hard))  # exact zeros: clipping decides the score
    save("ok-sum-just-inside", with_probs(p * (1 + 1e-5)))  # sums of 1.00001 are tolerated
    save("bad-sum-just-outside", with_probs(p * (1 + 2e-5)))
    save("bad-unnormalised", with_probs(p * 2 / 3))
    q = p.copy()
    q[0, 0] -= 1.0
    q[0, 1] += 1.0
    save("bad-negative", with_probs(q))
    save("bad-extra-column", noisy.assign(comment="x"))
    save("bad-missing-class", noisy.drop(columns="Ginkgo_Biloba"))
    save("bad-unknown-id", with_cell(noisy, 0, "id", 99999))
    save("bad-duplicate-id", with_cell(noisy, 1, "id", noisy["id"][0]))
