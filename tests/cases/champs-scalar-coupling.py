"""Submission cases: champs-scalar-coupling."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, with_cell

TARGET = "scalar_coupling_constant"


def write_cases(cases: Cases) -> None:
    save, rng, answers = cases.save, cases.rng, cases.answers(float_precision="round_trip")
    truth = answers[["id", TARGET]]

    noisy = save("ok-noisy", truth.assign(**{TARGET: truth[TARGET] + rng.normal(0, 1.0, len(truth))}))
    save("ok-perfect", truth)  # log 0: minus infinity
    save("ok-tiny-error", truth.assign(**{TARGET: truth[TARGET] + 1e-7}))
    means = answers.groupby("type")[TARGET].transform("mean")
    save("ok-type-means", truth.assign(**{TARGET: means}))
    first_type = answers["type"] == answers["type"].iloc[0]
    save(
        "ok-one-type-perfect", noisy.assign(**{TARGET: noisy[TARGET].where(~first_type, truth[TARGET])})
    )  # one type at -inf
    save("ok-shuffled-rows", noisy.sample(frac=1, random_state=0))
    doubled = pd.concat([noisy, noisy.iloc[:5].assign(**{TARGET: 0.0})])
    save("ok-repeated-ids", doubled)  # repeats are averaged in, not refused

    save("bad-molecule-as-id", noisy.assign(id=answers["molecule_name"]))
    save("bad-ids-from-zero", noisy.assign(id=np.arange(len(noisy)) + 900000))
    save("bad-missing-row", noisy.iloc[:-1])
    save("bad-extra-id", pd.concat([noisy, pd.DataFrame({"id": [10**7], TARGET: [0.0]})]))
    save("bad-blank", with_cell(noisy, 0, TARGET, ""))
    save("bad-target-name", noisy.rename(columns={TARGET: "target"}))
