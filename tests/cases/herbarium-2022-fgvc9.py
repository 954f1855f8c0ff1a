"""Submission cases: herbarium-2022-fgvc9."""

import numpy as np
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers()
    y = truth["Predicted"].to_numpy()
    n = len(y)

    def put(labels):
        return truth.assign(Predicted=labels)

    save("ok-perfect", put(y))
    guess = rng.choice(np.unique(y), size=n)
    noisy = save("ok-noisy", put(np.where(rng.random(n) < 0.6, y, guess)))
    save("ok-random", put(guess))
    # a single prediction of a class that the answers don't hold adds a zero to the macro average
    save("ok-one-unknown-class", with_cell(truth, 0, "Predicted", 5555))
    save("ok-negative-class", with_cell(truth, [0, 1], "Predicted", -1))
    save("ok-fractions-truncated", put(y + 0.9))  # int() cuts the fraction off
    save("ok-shuffled-extra", noisy.assign(p=0.5).sample(frac=1, random_state=0)[["p", "Predicted", "Id"]])

    save("bad-name-instead-of-id", with_cell(truth, 0, "Predicted", "Quercus alba"))
    blank = truth.astype({"Predicted": float})
    blank.loc[0, "Predicted"] = np.nan
    save("bad-blank", blank)
    save("bad-lower-case-columns", noisy.rename(columns=str.lower))
    save("bad-file-names", noisy.assign(Id=[f"test-{i:06d}" for i in noisy["Id"]]))
    save("bad-too-few-rows", noisy.iloc[: n - 1])
    save("bad-duplicate-id", with_cell(noisy, 1, "Id", noisy["Id"][0]))
