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
    noisy = save("ok-noisy", frame(0.5 * y + 0.5 * p))
    save("ok-random", frame(p))
    save("ok-all-wrong", frame(np.roll(y, 1, axis=1)))  # clipped at machine epsilon
    save("ok-half-wrong", frame(np.where(np.arange(n)[:, None] % 2, y, np.roll(y, 1, axis=1))))
    # the sum rounds to 1 at six decimals
    save("ok-sum-within-rounding", noisy.assign(winner_model_a=(noisy["winner_model_a"] + 4e-7).clip(upper=1)))
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
