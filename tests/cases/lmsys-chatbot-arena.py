"""Submission cases: lmsys-chatbot-arena."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, with_cell

T = ["winner_model_a", "winner_model_b", "winner_tie"]


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers()[["id", *T]]
    y = truth[T].to_numpy(float)
    n = len(y)

    def frame(p):
        return truth[["id"]].join(pd.DataFrame(p, columns=T))

    save("ok-perfect", truth)
    p = rng.dirichlet(np.ones(3), n)
    noisy = frame(0.5 * y + 0.5 * p)
    save("ok-noisy", noisy)
    save("ok-random", frame(p))
    save("ok-all-wrong", frame(np.roll(y, 1, axis=1)))  # clipped at machine epsilon
    half = y.copy()
    half[::2] = np.roll(half[::2], 1, axis=1)
    save("ok-half-wrong", frame(half))
    near = noisy.copy()
    near[T[0]] += 4e-7  # the sum rounds to 1 at six decimals
    near[T[0]] = near[T[0]].clip(upper=1)
    save("ok-sum-within-rounding", near)
    save("ok-shuffled-extra", noisy.sample(frac=1, random_state=0)[[*T[::-1], "id"]].assign(note="x"))

    save("bad-three-times-0.33", frame(np.full((n, 3), 0.33)))
    far = frame(0.9 * (0.5 * y + 0.5 * p) + 0.1 / 3)
    far[T[1]] += 2e-6
    save("bad-sum-off-by-2e-6", far)
    save("bad-negative", with_cell(noisy, 0, T, [1.2, -0.2, 0.0]))
    save("bad-missing-tie", noisy.drop(columns="winner_tie"))
    save("bad-other-ids", noisy.assign(id=noisy["id"] + 1))
    save("bad-duplicate-id", with_cell(noisy, 1, "id", noisy["id"][0]))
    save("bad-blank-row", with_cell(noisy, 4, T, np.nan))
