"""Submission cases for jigsaw-unintended-bias-in-toxicity-classification."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    truth = pd.read_csv(prepared / "private" / "test.csv")
    y = truth["toxicity"].to_numpy()
    n = len(y)

    def write(name, scores=None, frame=None):
        d = pd.DataFrame({"id": truth["id"], "prediction": scores}) if frame is None else frame
        d.to_csv(out / f"{name}.csv", index=False)
        return d

    write("ok-perfect", y)
    shutil.copy(prepared / "public" / "sample_submission.csv", out / "ok-sample.csv")
    noisy = write("ok-noisy", np.clip(y + rng.normal(0, 0.3, n), 0, 1))
    write("ok-random", rng.random(n))
    write("ok-halved", y / 2)  # ranks perfectly, but almost nothing reaches 0.5
    write(
        "ok-hard-labels", frame=noisy.assign(prediction=(noisy["prediction"] >= 0.5).astype(int))
    )  # same score as ok-noisy
    write("ok-exactly-half", np.where(y >= 0.5, 0.5, 0.4999))
    write("ok-unbounded", np.where(rng.random(n) < 0.1, -7.5, y * 100 - 49.5))
    gaps = noisy.copy()
    gaps.loc[rng.random(n) < 0.2, "prediction"] = np.nan
    write("ok-blanks-count-as-zero", frame=gaps)
    write(
        "ok-toxicity-column",
        frame=noisy.rename(columns={"prediction": "toxicity"}).sample(frac=1, random_state=seed),
    )
    # biased: everything that mentions one identity is called toxic
    write("ok-biased", np.where(truth["muslim"] >= 0.5, 0.9, np.clip(y + rng.normal(0, 0.1, n), 0, 1)))
    write("bad-inverted", 1 - (y >= 0.5))  # an AUC of exactly 0 is raised to the power -5

    write("bad-no-prediction", frame=noisy.rename(columns={"prediction": "score"}))
    write("bad-no-id", frame=noisy.drop(columns="id"))
    write("bad-other-ids", frame=noisy.assign(id=noisy["id"] + 1))
    write("bad-too-few-rows", frame=noisy.iloc[:-3])
    write("bad-one-row", frame=noisy.iloc[:1])
    write("bad-both-columns", frame=noisy.assign(toxicity=noisy["prediction"]))
    write("bad-words", np.where(y >= 0.5, "toxic", "fine"))
