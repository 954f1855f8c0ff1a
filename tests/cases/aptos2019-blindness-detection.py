"""Submission cases: APTOS 2019 Blindness Detection."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers()
    y = truth["diagnosis"].to_numpy()

    noisy = truth.assign(diagnosis=np.clip(y + rng.choice([-1, 0, 0, 1], len(y)), 0, 4))
    save("ok-perfect", truth)
    save("ok-noisy", noisy)
    save("ok-shuffled-extra-column", noisy.assign(comment="x").sample(frac=1, random_state=1))
    save("ok-random", truth.assign(diagnosis=rng.integers(0, 5, len(y))))
    save("ok-reversed-scale", truth.assign(diagnosis=4 - y))
    # only the grades that occur count as ranks: leaving one out or using 9 changes the weights
    save("ok-only-0-and-4", truth.assign(diagnosis=np.where(y >= 2, 4, 0)))
    save("ok-out-of-range", with_cell(noisy, 0, "diagnosis", 9))
    save("ok-whole-floats", noisy.assign(diagnosis=noisy["diagnosis"].astype(float)))

    save("bad-fractions", noisy.assign(diagnosis=noisy["diagnosis"] + 0.25))
    save("bad-blank", with_cell(noisy, 0, "diagnosis", None))
    save("bad-text", with_cell(noisy, 0, "diagnosis", "Severe"))
    save("bad-unknown-id", with_cell(noisy, 0, "id_code", "ffffffffffff0"))
    save("bad-missing-row", noisy.iloc[1:])
    save("bad-duplicate-row", pd.concat([noisy, noisy.iloc[:1]]))
    save("bad-no-id-column", noisy[["diagnosis"]])
