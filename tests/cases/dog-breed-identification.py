"""Submission cases: Dog Breed Identification."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers()
    breeds = list(truth.columns[1:])
    y = truth[breeds].to_numpy(float)
    n, k = y.shape

    def put(probs):
        return truth[["id"]].join(pd.DataFrame(probs, columns=breeds))

    def softmax(z):
        e = np.exp(z - z.max(axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True)

    perfect = save("ok-perfect", put(y.astype(int)))
    noisy = save("ok-noisy", put(softmax(4 * y + rng.normal(size=(n, k)))))
    save("ok-random", put(softmax(rng.normal(size=(n, k)))))
    wrong = np.roll(y, 1, axis=1)  # all mass on a wrong breed: exercises the clip at machine epsilon
    save("ok-hard-and-wrong", put(wrong))
    half = y.copy()
    half[: n // 2] = np.roll(half[: n // 2], 3, axis=1)
    save("ok-hard-half-wrong", put(half))
    # shuffled rows, shuffled columns and a stray column are all fine
    save("ok-shuffled-extra", noisy.sample(frac=1, random_state=0)[[*breeds[::-1], "id"]].assign(note="x"))
    inside = noisy.copy()
    inside[breeds[0]] += 9e-6  # row sums of 1.000009: inside the 1.1e-5 tolerance
    save("ok-sum-within-tolerance", inside)

    outside = noisy.copy()
    outside[breeds[0]] += 2e-5
    save("bad-sum-outside-tolerance", outside)
    neg = perfect.copy().astype(dict.fromkeys(breeds, float))
    neg.loc[0, breeds] = 0.0
    neg.loc[0, breeds[0]], neg.loc[0, breeds[1]] = 1.5, -0.5
    save("bad-negative", neg)
    save("bad-scores-not-probabilities", put(rng.normal(size=(n, k))))
    save("bad-missing-breed", noisy.drop(columns=breeds[7]))
    save("bad-no-id", noisy.drop(columns="id"))
    save("bad-duplicate-id", with_cell(noisy, 1, "id", noisy["id"][0]))
    save("bad-too-few-rows", noisy.iloc[:-1])
