"""Submission cases: osic-pulmonary-fibrosis-progression."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers()
    sample = cases.read("public/sample_submission.csv")
    # one value per Patient_Week; the last one if a week was measured twice
    known = truth.dropna(subset=["FVC"]).drop_duplicates("Patient_Week", keep="last").set_index("Patient_Week")["FVC"]

    actual = sample["Patient_Week"].map(known)
    # row by row: also right for weeks measured twice
    perfect = sample.assign(FVC=truth["FVC"].fillna(2000), Confidence=70)
    noisy = sample.assign(
        FVC=(actual.fillna(2500) + rng.normal(0, 250, len(sample))).round(2),
        Confidence=rng.uniform(50, 400, len(sample)).round(2),
    )

    save("ok-perfect", perfect)
    save("ok-noisy", noisy)
    save("ok-shuffled-extra-column", noisy.sample(frac=1, random_state=1).assign(comment="x"))
    save("ok-tiny-confidence", perfect.assign(Confidence=1))  # raised to 70
    save("ok-infinite-confidence", perfect.assign(Confidence=float("inf")))  # minus infinity
    save("ok-far-off", perfect.assign(FVC=-5000, Confidence=-3))  # error capped at 1000
    save("ok-blank-confidence", noisy.assign(Confidence=noisy["Confidence"].where(rng.random(len(noisy)) < 0.5)))
    scored = set(truth.dropna(subset=["FVC"]).sort_values("Weeks").groupby("Patient")["Patient_Week"].tail(3))
    save("ok-only-scored-weeks", noisy[noisy["Patient_Week"].isin(scored)])
    one = noisy[noisy["Patient_Week"].isin(scored) & ~noisy["Patient_Week"].duplicated(keep=False)]
    save("ok-one-row", one.iloc[:1])  # absent weeks are left out of the mean
    save("ok-no-scored-week", noisy[~noisy["Patient_Week"].isin(scored)])  # mean over nothing
    week = noisy["Patient_Week"] == one["Patient_Week"].iloc[0]
    save("ok-blank-fvc", with_cell(noisy, week, "FVC", np.nan))  # NaN score

    save("bad-unknown-week", with_cell(noisy, 0, "Patient_Week", noisy.loc[0, "Patient_Week"].split("_")[0] + "_9999"))
    save("bad-no-confidence", noisy.drop(columns="Confidence"))
    save("bad-text-fvc", with_cell(noisy, 0, "FVC", "normal"))
    save("bad-confidence-words", noisy.assign(Confidence="high"))
    save("bad-week-as-float", noisy.assign(Patient_Week=noisy["Patient_Week"] + ".0"))
    twice = noisy[noisy["Patient_Week"].isin(scored)].iloc[:1]
    save("ok-one-scored-row-twice", pd.concat([one.iloc[:1], one.iloc[:1].assign(FVC=3000)]))  # one truth, two guesses
    save("bad-scored-row-twice", pd.concat([noisy, twice]))
