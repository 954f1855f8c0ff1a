"""Submission cases: jigsaw-unintended-bias-in-toxicity-classification."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers()
    y = truth["toxicity"].to_numpy()
    n = len(y)

    def put(scores):
        return pd.DataFrame({"id": truth["id"], "prediction": scores})

    save("ok-perfect", put(y))
    noisy = save("ok-noisy", put(np.clip(y + rng.normal(0, 0.3, n), 0, 1)))
    save("ok-random", put(rng.random(n)))
    save("ok-halved", put(y / 2))  # ranks perfectly, but almost nothing reaches 0.5
    save("ok-hard-labels", noisy.assign(prediction=(noisy["prediction"] >= 0.5).astype(int)))  # same score as ok-noisy
    save("ok-exactly-half", put(np.where(y >= 0.5, 0.5, 0.4999)))
    save("ok-unbounded", put(np.where(rng.random(n) < 0.1, -7.5, y * 100 - 49.5)))
    save("ok-blanks-count-as-zero", with_cell(noisy, rng.random(n) < 0.2, "prediction", np.nan))
    save("ok-toxicity-column", noisy.rename(columns={"prediction": "toxicity"}).sample(frac=1, random_state=0))
    # biased: everything that mentions one identity is called toxic
    save("ok-biased", put(np.where(truth["muslim"] >= 0.5, 0.9, np.clip(y + rng.normal(0, 0.1, n), 0, 1))))
    save("bad-inverted", put(1 - (y >= 0.5)))  # an AUC of exactly 0 is raised to the power -5

    save("bad-no-prediction", noisy.rename(columns={"prediction": "score"}))
    save("bad-no-id", noisy.drop(columns="id"))
    save("bad-other-ids", noisy.assign(id=noisy["id"] + 1))
    save("bad-too-few-rows", noisy.iloc[:-3])
    save("bad-one-row", noisy.iloc[:1])
    save("bad-both-columns", noisy.assign(toxicity=noisy["prediction"]))
    save("bad-words", put(np.where(y >= 0.5, "toxic", "fine")))
