"""Submission cases: iwildcam-2019-fgvc6."""

import numpy as np
from tests.competitions.cases import Cases

ID, Y = "Id", "Category"


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers()
    n = len(truth)
    first = np.arange(n) == 0

    save("ok-perfect", truth)
    some = rng.random(n) < 0.3
    noisy = save("ok-noisy", truth.assign(**{Y: np.where(some, rng.choice(truth[Y], n), truth[Y])}))
    save("ok-random-shuffled", truth.assign(**{Y: rng.integers(0, 23, n)}).sample(frac=1, random_state=0))
    # one prediction of a class that is in no answer adds a class with F1 = 0
    save("ok-one-foreign-class", truth.assign(**{Y: truth[Y].where(~first, 99)}))
    save("ok-negative-class", truth.assign(**{Y: truth[Y].where(~first, -1)}))
    # fractions are cut towards zero, so these still count as the true classes
    save("ok-fractions", truth.assign(**{Y: truth[Y] + 0.75}))

    save("bad-kaggle-header", noisy.rename(columns={Y: "Predicted"}))
    save("bad-class-names", noisy.assign(**{Y: np.where(noisy[Y] > 0, "deer", "empty")}))
    save("bad-blank", noisy.assign(**{Y: noisy[Y].where(~first)}))
    save("bad-file-names", noisy.assign(**{ID: noisy[ID] + ".jpg"}))
    save("bad-duplicate-id", noisy.assign(**{ID: noisy[ID].where(~first, noisy[ID].iloc[1])}))
    save("bad-short", noisy.iloc[1:])
