"""Submission cases: Herbarium 2020."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers()
    y = truth["Predicted"].to_numpy()

    noisy = truth.assign(Predicted=np.where(rng.random(len(y)) < 0.6, y, rng.choice(y, len(y))))
    save("ok-perfect", truth)
    save("ok-noisy", noisy)
    save("ok-shuffled-extra-column", noisy.assign(comment="x").sample(frac=1, random_state=1))
    save("ok-most-frequent", truth.assign(Predicted=pd.Series(y).mode()[0]))
    save("ok-foreign-classes", truth.assign(Predicted=np.where(np.arange(len(y)) < 4, 40000 + np.arange(len(y)), y)))
    save("ok-truncated-fractions", truth.assign(Predicted=y + 0.9))  # cut down to whole numbers: perfect

    save("bad-blank", with_cell(noisy, 0, "Predicted", None))
    save("bad-species-name", with_cell(noisy, 0, "Predicted", "Genus1 species3"))
    save("bad-infinite", with_cell(noisy, 0, "Predicted", "inf"))
    save("bad-missing-row", noisy.iloc[1:])
    save("bad-duplicate-id", with_cell(noisy, 1, "Id", noisy["Id"][0]))
    save("bad-one-based-ids", noisy.assign(Id=noisy["Id"] + 1))
    save("bad-lower-case-columns", noisy.rename(columns=str.lower))
