"""Grading cases for RANZCR CLiP - Catheter and Line Position Challenge."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd

KEY = "StudyInstanceUID"


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    truth = pd.read_csv(prepared / "private" / "test.csv").drop(columns="PatientID")
    all_labels = list(truth.columns[1:])
    labels = list(pd.read_csv(prepared / "public" / "sample_submission.csv", nrows=1).columns[1:])  # the scored ones
    y = truth[all_labels].to_numpy(float)
    len(truth)

    def frame(scores, columns=all_labels):
        return truth[[KEY]].join(pd.DataFrame(scores, columns=all_labels)[columns])

    def write(name, d):
        d.to_csv(out / f"{name}.csv", index=False)

    noisy = frame(np.clip(0.3 + 0.3 * y + rng.normal(0, 0.3, y.shape), 0, 1), labels)
    write("ok-perfect", frame(y.astype(int), labels))
    shutil.copy(prepared / "public" / "sample_submission.csv", out / "ok-sample.csv")
    write("ok-noisy", noisy)
    write("ok-random", frame(rng.random(y.shape), labels))
    write("ok-rounded-ties", noisy.round(1))
    write("ok-eleven-columns", frame(y.astype(int)))
    # labels outside the scored list may hold anything at all
    junk = frame(np.clip(0.3 + 0.3 * y + rng.normal(0, 0.3, y.shape), 0, 1))
    for c in set(all_labels) - set(labels):
        junk[c] = "junk"
    write("ok-junk-in-unscored-columns", junk)
    write("ok-shuffled", noisy.sample(frac=1, random_state=seed)[[*labels[::-1], KEY]])
    one_bad = noisy.copy()
    one_bad[labels[0]] = 1 - y[:, all_labels.index(labels[0])]
    write("ok-one-label-inverted", one_bad)

    over = noisy.copy()
    over.loc[2, labels[3]] = 1.01
    write("bad-above-one", over)
    write("bad-logits", frame(rng.normal(size=y.shape), labels))
    write("bad-missing-label", noisy.drop(columns=labels[-1]))
    write("bad-no-key", noisy.drop(columns=KEY))
    write("bad-too-few-rows", noisy.iloc[1:])
    twice = noisy.copy()
    twice.loc[1, KEY] = twice.loc[0, KEY]
    write("bad-duplicate-key", twice)
