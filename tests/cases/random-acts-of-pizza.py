"""Submission cases: random-acts-of-pizza."""

import json

import numpy as np
from tests.competitions.cases import Cases, with_cell

ID, Y = "request_id", "requester_received_pizza"


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers()
    n = len(truth)

    save("ok-perfect", truth)
    noisy = save("ok-noisy", truth.assign(**{Y: (0.3 * truth[Y] + 0.7 * rng.random(n)).round(3)}))
    save("ok-random-ties-shuffled", truth.assign(**{Y: rng.integers(0, 5, n) / 4}).sample(frac=1, random_state=0))
    tests = json.loads((cases.prepared / "public" / "test.json").read_text())
    leak = {r[ID]: float(r.get("giver_username_if_known", "N/A") != "N/A") for r in tests}
    save("ok-giver-leak", truth.assign(**{Y: truth[ID].map(leak)}))
    save("ok-booleans", truth.assign(**{Y: noisy[Y] > 0.5}))

    save("bad-above-one", noisy.assign(**{Y: noisy[Y] * 100}))
    save("bad-negative", noisy.assign(**{Y: noisy[Y] - 0.5}))
    save("bad-nan", noisy.assign(**{Y: noisy[Y].where(np.arange(n) > 0)}))
    save("bad-text", noisy.assign(**{Y: np.where(noisy[Y] > 0.5, "yes", "no")}))
    save("bad-duplicate-id", with_cell(noisy, 0, ID, noisy[ID][1]))
    save("bad-short", noisy.iloc[1:])
