"""Submission cases: Nomad2018 Predicting Transparent Conductors."""

import numpy as np
from tests.competitions.cases import Cases, with_cell

F, B = "formation_energy_ev_natom", "bandgap_energy_ev"


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers()[["id", F, B]]
    n = len(truth)

    save("ok-perfect", truth)
    noise = {F: rng.lognormal(0, 0.3, n), B: rng.lognormal(0, 0.2, n)}
    noisy = save("ok-noisy", truth.assign(**{c: (truth[c] * noise[c]).round(6) for c in noise}))
    save("ok-random", truth.assign(**{F: rng.random(n), B: 6 * rng.random(n)}))
    save("ok-reordered", noisy.iloc[::-1])  # rows are matched by position: a worse score than ok-noisy
    save("ok-foreign-ids", noisy.assign(id=noisy["id"] + 1000))  # ids are ignored: same as ok-noisy
    save("ok-no-id", noisy[[F, B]])  # the id column is not required
    save("ok-small-negative", noisy.assign(**{F: np.where(np.arange(n) == 0, -0.05, noisy[F])}))

    save("bad-minus-one", noisy.assign(**{B: np.where(np.arange(n) == 0, -1.0, noisy[B])}))
    save("bad-missing-column", noisy[["id", F]])
    save("bad-short", noisy.iloc[:-1])
    save("bad-nan", with_cell(noisy, 0, F, np.nan))
    save("bad-inf", with_cell(noisy, 0, B, np.inf))
