"""Submission cases: OpenVaccine (RNA degradation)."""

import numpy as np
from tests.competitions.cases import Cases, with_cell

TARGETS = ["reactivity", "deg_Mg_pH10", "deg_pH10", "deg_Mg_50C", "deg_50C"]


def write_cases(cases: Cases) -> None:
    save, rng = cases.save, cases.rng

    answers = cases.answers()
    keep = answers["keep"]
    best = save("ok-perfect", answers[["id_seqpos", *TARGETS]])
    noisy = best.copy()
    noisy[TARGETS] += rng.normal(0, 0.2, noisy[TARGETS].shape).round(4)
    save("ok-noisy", noisy)
    # Unscored positions and unscored columns may hold anything.
    save("ok-junk-where-unscored", with_cell(noisy, ~keep, TARGETS, 999.0).assign(deg_pH10=-77.0, deg_50C=-77.0))
    save("ok-blank-where-unscored", with_cell(noisy, ~keep, TARGETS, np.nan).assign(deg_pH10="text"))
    # Row order is not neutral in v1.
    save("ok-perfect-reversed-rows", best.iloc[::-1])
    save("ok-noisy-sorted-by-id", noisy.sort_values("id_seqpos"))
    save("ok-noisy-shuffled", noisy.sample(frac=1, random_state=0))

    save("bad-scored-positions-only", noisy[keep])
    save("bad-without-unscored-columns", noisy.drop(columns=["deg_pH10", "deg_50C"]))
    save("bad-id-typo", noisy.assign(id_seqpos=[noisy.id_seqpos[0] + "x", *noisy.id_seqpos[1:]]))
    save("bad-duplicated-id", noisy.assign(id_seqpos=[noisy.id_seqpos[1], *noisy.id_seqpos[1:]]))
    save("bad-blank-scored", with_cell(noisy, 0, "deg_Mg_50C", np.nan))
    save("bad-text-scored", with_cell(noisy, 0, "deg_Mg_50C", "high"))
