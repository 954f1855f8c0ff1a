"""Submission cases: learning-agency-lab-automated-essay-scoring-2."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers(dtype={"essay_id": str})[["essay_id", "score"]]
    y = truth["score"].to_numpy()

    noisy = truth.assign(score=np.clip(y + rng.choice([-1, 0, 0, 1], len(y)), 1, 6))
    save("ok-perfect", truth)
    save("ok-noisy", noisy)
    save("ok-shuffled-extra-column", noisy.assign(comment="x").sample(frac=1, random_state=1))
    save("ok-random", truth.assign(score=rng.integers(1, 7, len(y))))
    save("ok-all-three", truth.assign(score=3))
    save("ok-reversed-scale", truth.assign(score=7 - y))
    # ranks are positions among the labels that occur: a gap in the scale or a stray 60 counts as one step
    save("ok-gap-in-scale", truth.assign(score=np.where(y <= 3, 1, 6)))
    save("ok-stray-60", with_cell(noisy, 0, "score", 60))
    save("ok-whole-floats", noisy.assign(score=noisy["score"].astype(float)))

    save("bad-fractions", noisy.assign(score=noisy["score"] + 0.5))
    save("bad-blank", with_cell(noisy, 0, "score", None))
    save(
        "bad-words",
        noisy.assign(score=noisy["score"].map(lambda s: ["one", "two", "three", "four", "five", "six"][s - 1])),
    )
    save("bad-missing-row", noisy.iloc[1:])
    save("bad-duplicate-id", with_cell(noisy, 1, "essay_id", noisy["essay_id"][0]))
    save("bad-extra-row", pd.concat([noisy, noisy.iloc[:1]]))
    save("bad-renamed-id", noisy.rename(columns={"essay_id": "id"}))
