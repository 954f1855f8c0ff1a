"""Submission cases: spooky-author-identification."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, with_cell

C = ["EAP", "HPL", "MWS"]


def write_cases(cases: Cases) -> None:
    save, rng, ans = cases.save, cases.rng, cases.answers()
    n = len(ans)

    def with_probs(p):
        return pd.DataFrame(np.asarray(p, float), columns=C).assign(id=ans["id"].values)[["id"] + C]

    y = ans[C].to_numpy(float)
    noisy = y * 2 + rng.random((n, 3))
    noisy /= noisy.sum(axis=1, keepdims=True)
    rand = rng.dirichlet([1, 1, 1], n)

    save("ok-perfect", ans)
    save("ok-noisy", with_probs(noisy).sample(frac=1, random_state=1))
    save("ok-random", with_probs(rand))
    save("ok-one-certain-mistake", with_probs(np.where(np.arange(n)[:, None] == 0, np.roll(y, 1, axis=1), y)))
    save("ok-class-columns-reordered", with_probs(noisy)[["id", "MWS", "EAP", "HPL"]])
    save("ok-sum-off-by-5e-6", with_probs(noisy * (1 - 5e-6)))
    save("bad-sum-off-by-2e-5", with_probs(noisy * (1 - 2e-5)))
    save("bad-unnormalised", with_probs(noisy * 0.99))
    save("bad-negative", with_cell(with_probs(noisy), 0, C, [-0.1, 0.6, 0.5]))
    save("bad-nan", with_cell(with_probs(y), 0, C, [np.nan, 1.0, 0.0]))
    save("bad-extra-column", with_probs(noisy).assign(note="x"))
    save("bad-repeated-id", with_cell(with_probs(noisy), 0, "id", ans["id"][1]))
