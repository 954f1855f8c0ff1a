"""Submission cases: RSNA Screening Mammography Breast Cancer Detection."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, answers = cases.save, cases.rng, cases.answers()
    y = answers["cancer"].to_numpy()

    def put(cancer, ids=answers["prediction_id"]):
        return pd.DataFrame({"prediction_id": ids, "cancer": cancer})

    noisy = (0.25 + 0.35 * y + rng.normal(0, 0.25, len(y))).clip(0, 1)
    save("ok-noisy", put(noisy))
    save("ok-perfect", put(y))
    save("ok-noisy-binary", put((noisy > 0.5).astype(int)))
    save("ok-out-of-range", put(np.where(y == 1, 7.0, -3.0)))  # clipped to 0..1: perfect
    save("ok-all-one", put(np.ones(len(y))))
    save("ok-only-false-positives", put(1 - y))  # no true positive: 0
    save("ok-infinite", put(np.where(noisy > 0.5, np.inf, 0.0)))  # inf is clipped to 1
    save("ok-some-blank", with_cell(put(noisy), [1, 4], "cancer", np.nan))  # one blank makes the whole score 0
    order = rng.permutation(len(y))
    save("ok-shuffled-rows", put(noisy[order], answers["prediction_id"].to_numpy()[order]))

    save("ok-all-zero", put(np.zeros(len(y), int)))  # precision is 0/0: scores 0
    save("bad-all-negative", put(np.full(len(y), -0.5)))  # clipped to 0 in every row: the grader crashes
    save("bad-hyphen-ids", put(noisy, answers["prediction_id"].str.replace("_", "-")))  # as in Kaggle's example
    images = cases.read("public/test.csv")["prediction_id"]
    save("bad-one-row-per-image", put(rng.random(len(images)), images))
    save("bad-word", with_cell(put(noisy), 0, "cancer", "yes"))
    save("bad-repeated-id", with_cell(put(noisy), 1, "prediction_id", answers["prediction_id"][0]))
