"""Submission cases: spaceship-titanic."""

import numpy as np
from tests.competitions.cases import Cases, with_cell

ID, Y = "PassengerId", "Transported"


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers(dtype={ID: str})[[ID, Y]]
    n = len(truth)

    save("ok-perfect", truth)
    noisy = truth.assign(**{Y: truth[Y] ^ (np.arange(n) % 4 == 0)})  # about a quarter wrong
    save("ok-noisy", noisy)
    save("ok-random-shuffled", truth.assign(**{Y: rng.random(n) < 0.5}).sample(frac=1, random_state=0))
    # 1/0, 1.0/0.0 and other spellings of True/False count like booleans
    save("ok-zero-one", noisy.assign(**{Y: noisy[Y].astype(int)}))
    save("ok-float-zero-one", noisy.assign(**{Y: noisy[Y].astype(float)}))
    save("ok-lower-case", noisy.assign(**{Y: noisy[Y].map({True: "true", False: "FALSE"})}))
    # a third integer label is no error, just wrong
    save("ok-third-label", noisy.assign(**{Y: noisy[Y].astype(int).where(np.arange(n) > 1, 2)}))

    save("bad-probabilities", noisy.assign(**{Y: (0.9 * noisy[Y] + 0.05).astype(float)}))
    save("bad-words", noisy.assign(**{Y: noisy[Y].map({True: "yes", False: "no"})}))
    save("bad-blank", noisy.assign(**{Y: noisy[Y].astype(object).where(np.arange(n) > 0)}))
    save("bad-duplicate-id", with_cell(noisy, 0, ID, noisy[ID][1]))
    save("bad-short", noisy.iloc[1:])
    save("bad-column-name", noisy.rename(columns={Y: Y.lower()}))
