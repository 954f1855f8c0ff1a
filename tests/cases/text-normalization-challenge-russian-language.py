"""Submission cases: text-normalization-challenge-russian-language."""

import csv
from functools import partial

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng = partial(cases.save, quoting=csv.QUOTE_ALL), cases.rng
    truth = cases.answers(dtype=str, keep_default_na=False)
    n = len(truth)

    def put(after):
        return truth.assign(after=after)

    right = truth["after"].to_numpy()
    save("ok-perfect", put(right))
    wrong = np.where(rng.random(n) < 0.3, "мимо", right)
    save("ok-third-wrong", put(wrong))
    save("ok-third-wrong-minimal-quotes", put(wrong).sample(frac=1, random_state=0), quoting=csv.QUOTE_MINIMAL)
    save("ok-all-blank", put(""))  # blank equals the truth where the truth is a missing value
    save("ok-lower-case", put([s.lower() for s in right]))  # matching is case sensitive
    save("ok-trailing-space", put(np.where(rng.random(n) < 0.5, right + " ", right)))  # ... and blank sensitive
    save("ok-nan-words", put(np.where(right == "", rng.choice(["NA", "null", "nan", "None"], size=n), right)))
    save("ok-extra-column", truth.assign(**{"class": "PLAIN"}))

    save("bad-no-after", truth.rename(columns={"after": "before"}))
    save("bad-upper-case-id", truth.rename(columns={"id": "Id"}))
    save("bad-missing-rows", truth.iloc[: n // 2])
    save("bad-dash-ids", truth.assign(id=truth["id"].str.replace("_", "-")))
    save("bad-duplicate-id", with_cell(truth, 1, "id", truth["id"][0]))
    parts = truth["id"].str.split("_", expand=True)
    save("bad-split-ids", pd.DataFrame({"sentence_id": parts[0], "token_id": parts[1], "after": right}))
