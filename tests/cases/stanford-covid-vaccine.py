"""Submission cases: OpenVaccine (RNA degradation)."""

from pathlib import Path

import numpy as np
import pandas as pd

TARGETS = ["reactivity", "deg_Mg_pH10", "deg_pH10", "deg_Mg_50C", "deg_50C"]


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    def save(name, frame):
        frame.to_csv(out / f"{name}.csv", index=False)

    answers = pd.read_csv(prepared / "private/test.csv")
    keep = answers["keep"]
    best = answers[["id_seqpos", *TARGETS]]
    (out / "ok-sample.csv").write_bytes((prepared / "public/sample_submission.csv").read_bytes())
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
    save("ok-noisy-shuffled", noisy.sample(frac=1, random_state=seed))

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
