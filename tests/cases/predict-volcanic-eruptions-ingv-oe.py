"""Submission cases: predict-volcanic-eruptions-ingv-oe."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases

ID, Y = "segment_id", "time_to_eruption"


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers()
    train = cases.read("public/train.csv")
    n = len(truth)
    first = np.arange(n) == 0

    save("ok-perfect", truth)
    noisy = save("ok-noisy", truth.assign(**{Y: truth[Y] + rng.normal(0, 3e6, n)}))
    save("ok-median-shuffled", truth.assign(**{Y: train[Y].median()}).sample(frac=1, random_state=0))
    save("ok-rounded-to-zero", truth.assign(**{Y: truth[Y] + 0.4}))  # an error of 0.4 is reported as 0
    half = truth.assign(**{Y: truth[Y] + 0.5})  # halves go to the even neighbour: 0
    save("ok-half", half)
    # repeated ids are let through and every copy counts
    save("ok-repeated-rows", pd.concat([noisy, truth.iloc[:1], truth.iloc[:1]]))
    save("ok-float-ids", noisy.assign(**{ID: noisy[ID].astype(float)}))
    save("ok-negative", noisy.assign(**{Y: noisy[Y].where(~first, -1e6)}))

    save("bad-missing-id", noisy.iloc[1:])
    save("bad-extra-id", pd.concat([noisy, pd.DataFrame({ID: [3], Y: [5.0]})]))
    save("bad-file-names", noisy.assign(**{ID: noisy[ID].astype(str) + ".csv"}))
    save("bad-blank", noisy.assign(**{Y: noisy[Y].where(~first)}))
    save("bad-text", noisy.assign(**{Y: noisy[Y].astype(str).where(~first, "soon")}))
    save("bad-column-name", noisy.rename(columns={Y: "time"}))
