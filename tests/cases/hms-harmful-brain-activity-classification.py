"""Submission cases for hms-harmful-brain-activity-classification."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd

VOTES = ["seizure_vote", "lpd_vote", "gpd_vote", "lrda_vote", "grda_vote", "other_vote"]


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    truth = pd.read_csv(prepared / "private" / "test.csv")
    votes = truth[VOTES].to_numpy(float)
    y = votes / votes.sum(axis=1, keepdims=True)
    n = len(y)

    def frame(p):
        return truth[["eeg_id"]].join(pd.DataFrame(p, columns=VOTES))

    def write(name, d):
        d.to_csv(out / f"{name}.csv", index=False)

    p = rng.dirichlet(np.ones(6), n)
    write("ok-perfect", frame(y))
    shutil.copy(prepared / "public" / "sample_submission.csv", out / "ok-sample.csv")
    noisy = frame(0.6 * y + 0.4 * p)
    write("ok-noisy", noisy)
    write("ok-random", frame(p))
    hard = np.eye(6)[y.argmax(axis=1)]
    write("ok-hard-votes", frame(hard))  # zeros are clipped at 1e-15 where the truth is positive
    write("ok-hard-wrong", frame(np.roll(hard, 1, axis=1)))
    # one prediction per recording: the order of rows can't matter then
    mean = noisy.groupby("eeg_id")[VOTES].transform("mean")
    flat = truth[["eeg_id"]].join(mean)
    write("ok-constant-per-eeg", flat)
    write("ok-constant-per-eeg-shuffled", flat.sample(frac=1, random_state=seed)[VOTES[::-1] + ["eeg_id"]])
    write("ok-extra-zero-column", noisy.assign(zero=0))
    # blanks are skipped when losses are summed: this beats the perfect submission
    cheat = frame(np.full((n, 6), np.nan))
    cheat["other_vote"] = 1.0
    write("ok-blank-exploit", cheat)
    # right set of ids and right row count, but the smallest repeated id gives one row to the largest id:
    # accepted, and everything in between is compared with a neighbour's votes
    ids = truth["eeg_id"].copy()
    ids[ids.index[ids == ids[ids.duplicated()].min()][0]] = ids.max()
    per_id = flat.drop_duplicates("eeg_id").set_index("eeg_id")
    write("ok-wrong-multiplicity", per_id.loc[ids].reset_index())

    write("bad-votes-not-probabilities", frame(votes))
    off = noisy.copy()
    off["other_vote"] += 1e-4
    write("bad-sum-off", off)
    neg = noisy.copy()
    neg.loc[0, VOTES] = [1.2, -0.2, 0, 0, 0, 0]
    write("bad-negative", neg)
    write("bad-missing-class", noisy.drop(columns="grda_vote"))
    write("bad-one-row-per-eeg", flat.drop_duplicates("eeg_id"))
    write("bad-extra-text-column", noisy.assign(label="x"))
    write("bad-extra-number-column", noisy.assign(spectrogram_id=truth["spectrogram_id"]))
    write("bad-other-ids", noisy.assign(eeg_id=noisy["eeg_id"] + 1))
