"""Submission cases: champs-scalar-coupling."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd

TARGET = "scalar_coupling_constant"


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    answers = pd.read_csv(prepared / "private" / "answers.csv", float_precision="round_trip")
    truth = answers[["id", TARGET]]

    def write(name, frame):
        frame.to_csv(out / f"{name}.csv", index=False)

    noisy = truth.assign(**{TARGET: truth[TARGET] + rng.normal(0, 1.0, len(truth))})
    write("ok-noisy", noisy)
    write("ok-perfect", truth)  # log 0: minus infinity
    shutil.copy(prepared / "public" / "sample_submission.csv", out / "ok-sample.csv")
    write("ok-tiny-error", truth.assign(**{TARGET: truth[TARGET] + 1e-7}))
    means = answers.groupby("type")[TARGET].transform("mean")
    write("ok-type-means", truth.assign(**{TARGET: means}))
    first_type = answers["type"] == answers["type"].iloc[0]
    write(
        "ok-one-type-perfect", noisy.assign(**{TARGET: noisy[TARGET].where(~first_type, truth[TARGET])})
    )  # one type at -inf
    write("ok-shuffled-rows", noisy.sample(frac=1, random_state=seed))
    doubled = pd.concat([noisy, noisy.iloc[:5].assign(**{TARGET: 0.0})])
    write("ok-repeated-ids", doubled)  # repeats are averaged in, not refused

    write("bad-molecule-as-id", noisy.assign(id=answers["molecule_name"]))
    write("bad-ids-from-zero", noisy.assign(id=np.arange(len(noisy)) + 900000))
    write("bad-missing-row", noisy.iloc[:-1])
    write("bad-extra-id", pd.concat([noisy, pd.DataFrame({"id": [10**7], TARGET: [0.0]})]))
    blank = noisy.astype(object)
    blank.loc[blank.index[0], TARGET] = ""
    write("bad-blank", blank)
    write("bad-target-name", noisy.rename(columns={TARGET: "target"}))
