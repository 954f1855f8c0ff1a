"""Submission cases: OpenVaccine (RNA degradation)."""

import numpy as np
from tests.competitions.cases import Cases

TARGETS = ["reactivity", "deg_Mg_pH10", "deg_pH10", "deg_Mg_50C", "deg_50C"]


def write_cases(cases: Cases) -> None:
    save, rng = cases.save, cases.rng

    answers = cases.answers()
    keep = answers["keep"]
    best = answers[["id_seqpos", *TARGETS]]
    save("ok-perfect", best)
    noisy = best.copy()
    noisy[TARGETS] += rng.normal(0, 0.2, noisy[TARGETS].shape).round(4)
    save("ok-noisy", noisy)
    # Unscored positions and unscored columns may hold anything.
    junk = noisy.copy()
    junk.loc[~keep, TARGETS] = 999.0
    junk[["deg_pH10", "deg_50C"]] = -77.0
    save("ok-junk-where-unscored", junk)
    blank = noisy.copy()
    blank.loc[~keep, TARGETS] = np.nan
    blank["deg_pH10"] = "text"
    save("ok-blank-where-unscored", blank)
    # Row order is not neutral in v1.
    save("ok-perfect-reversed-rows", best.iloc[::-1])
    save("ok-noisy-sorted-by-id", noisy.sort_values("id_seqpos"))
    save("ok-noisy-shuffled", noisy.sample(frac=1, random_state=0))

    save("bad-scored-positions-only", noisy[keep])
    save("bad-without-unscored-columns", noisy.drop(columns=["deg_pH10", "deg_50C"]))
    save("bad-id-typo", noisy.assign(id_seqpos=[noisy.id_seqpos[0] + "x", *noisy.id_seqpos[1:]]))
    save("bad-duplicated-id", noisy.assign(id_seqpos=[noisy.id_seqpos[1], *noisy.id_seqpos[1:]]))
    hole = noisy.copy()
    hole.loc[0, "deg_Mg_50C"] = np.nan
    save("bad-blank-scored", hole)
    hole["deg_Mg_50C"] = hole["deg_Mg_50C"].astype(object)
    hole.loc[0, "deg_Mg_50C"] = "high"
    save("bad-text-scored", hole)
