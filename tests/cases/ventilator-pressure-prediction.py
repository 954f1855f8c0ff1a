"""Submission cases: ventilator-pressure-prediction."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, answers = cases.save, cases.rng, cases.answers()
    scored = (answers["u_out"] == 0).to_numpy()

    def put(pressure, ids=answers["id"]):
        return pd.DataFrame({"id": ids, "pressure": pressure})

    truth = answers["pressure"].to_numpy()
    noisy = truth + rng.normal(0, 1.5, len(truth))
    save("ok-noisy", put(noisy))
    save("ok-perfect", put(truth))
    save("ok-expiration-ignored", put(np.where(scored, truth, 1e9)))  # 0: rows with u_out = 1 don't count
    save("ok-blank-in-expiration", put(np.where(scored, noisy, np.nan)))  # blanks there are never looked at
    save("ok-inf-in-expiration", put(np.where(scored, noisy, np.inf)))
    save("ok-median", put(np.full(len(truth), np.median(truth[scored]))))
    order = rng.permutation(len(truth))
    save("ok-shuffled-rows", put(noisy[order], answers["id"].to_numpy()[order]))
    save("ok-negative", put(-np.abs(noisy)))

    first = int(np.flatnonzero(scored)[0])
    save("bad-blank-in-inspiration", with_cell(put(noisy), first, "pressure", np.nan))
    save("bad-inf-in-inspiration", with_cell(put(noisy), first, "pressure", np.inf))
    # never looked at, the rest is converted from text
    save("ok-word-in-expiration", with_cell(put(noisy), ~scored, "pressure", "off"))
    save("bad-word-in-inspiration", with_cell(put(noisy), first, "pressure", "high"))
    save("bad-inspiration-rows-only", put(noisy)[scored])
    save("bad-ids-from-zero", put(noisy, answers["id"] - 1))
    save("bad-breath-ids", put(noisy, answers["breath_id"]))
