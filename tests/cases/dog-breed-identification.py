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

    save("ok-perfect", put(y.astype(int)))
    noisy = save("ok-noisy", put(softmax(4 * y + rng.normal(size=(n, k)))))
    save("ok-random", put(softmax(rng.normal(size=(n, k)))))
    wrong = np.roll(y, 1, axis=1)  # all mass on a wrong breed: exercises the clip at machine epsilon
    save("ok-hard-and-wrong", put(wrong))
    save("ok-hard-half-wrong", put(np.vstack([np.roll(y[: n // 2], 3, axis=1), y[n // 2 :]])))
    # shuffled rows, shuffled columns and a stray column are all fine
    save("ok-shuffled-extra", noisy.sample(frac=1, random_state=0)[[*breeds[::-1], "id"]].assign(note="x"))
    first = noisy[breeds[0]]  # row sums of 1.000009: inside the 1.1e-5 tolerance
    save("ok-sum-within-tolerance", noisy.assign(**{breeds[0]: first + 9e-6}))

    save("bad-sum-outside-tolerance", noisy.assign(**{breeds[0]: first + 2e-5}))
    save("bad-negative", with_cell(put(y), 0, breeds, [1.5, -0.5] + [0.0] * (k - 2)))
    save("bad-scores-not-probabilities", put(rng.normal(size=(n, k))))
    save("bad-missing-breed", noisy.drop(columns=breeds[7]))
    save("bad-no-id", noisy.drop(columns="id"))
    save("bad-duplicate-id", with_cell(noisy, 1, "id", noisy["id"][0]))
    save("bad-too-few-rows", noisy.iloc[:-1])
