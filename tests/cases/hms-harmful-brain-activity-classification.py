"""Submission cases: hms-harmful-brain-activity-classification."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, with_cell

VOTES = ["seizure_vote", "lpd_vote", "gpd_vote", "lrda_vote", "grda_vote", "other_vote"]


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers()
    votes = truth[VOTES].to_numpy(float)
    y = votes / votes.sum(axis=1, keepdims=True)
    n = len(y)

    def frame(p):
        return truth[["eeg_id"]].join(pd.DataFrame(p, columns=VOTES))

    p = rng.dirichlet(np.ones(6), n)
    save("ok-perfect", frame(y))
    noisy = save("ok-noisy", frame(0.6 * y + 0.4 * p))
    save("ok-random", frame(p))
    hard = np.eye(6)[y.argmax(axis=1)]
    save("ok-hard-votes", frame(hard))  # zeros are clipped at 1e-15 where the truth is positive
    save("ok-hard-wrong", frame(np.roll(hard, 1, axis=1)))
    # one prediction per recording: the order of rows can't matter then
    mean = noisy.groupby("eeg_id")[VOTES].transform("mean")
    flat = save("ok-constant-per-eeg", truth[["eeg_id"]].join(mean))
    save("ok-constant-per-eeg-shuffled", flat.sample(frac=1, random_state=0)[VOTES[::-1] + ["eeg_id"]])
    save("ok-extra-zero-column", noisy.assign(zero=0))
    # blanks are skipped when losses are summed: this beats the perfect submission
    cheat = frame(np.full((n, 6), np.nan))
    cheat["other_vote"] = 1.0
    save("ok-blank-exploit", cheat)
    # right set of ids and right row count, but the smallest repeated id gives one row to the largest id:
    # accepted, and everything in between is compared with a neighbour's votes
    ids = truth["eeg_id"].copy()
    again = ids[ids.duplicated()] if not ids.is_unique else ids  # v2 has one row for each recording
    ids[ids.index[ids == again.min()][0]] = ids.max()
    per_id = flat.drop_duplicates("eeg_id").set_index("eeg_id")
    save("ok-wrong-multiplicity", per_id.loc[ids].reset_index())

    save("bad-votes-not-probabilities", frame(votes))
    save("bad-sum-off", noisy.assign(other_vote=noisy["other_vote"] + 1e-4))
    save("bad-negative", with_cell(noisy, 0, VOTES, [1.2, -0.2, 0, 0, 0, 0]))
    save("bad-missing-class", noisy.drop(columns="grda_vote"))
    save("bad-one-row-per-eeg", flat.drop_duplicates("eeg_id"))
    save("bad-extra-text-column", noisy.assign(label="x"))
    save("bad-extra-number-column", noisy.assign(spectrogram_id=truth["spectrogram_id"]))
    save("bad-other-ids", noisy.assign(eeg_id=noisy["eeg_id"] + 1))
