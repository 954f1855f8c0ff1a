"""Submission cases: RANZCR CLiP - Catheter and Line Position Challenge."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, with_cell

KEY = "StudyInstanceUID"


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers().drop(columns="PatientID")
    all_labels = list(truth.columns[1:])
    labels = list(cases.read("public/sample_submission.csv", nrows=1).columns[1:])  # the scored ones
    y = truth[all_labels].to_numpy(float)

    def frame(scores, columns=all_labels):
        return truth[[KEY]].join(pd.DataFrame(scores, columns=all_labels)[columns])

    noisy = frame(np.clip(0.3 + 0.3 * y + rng.normal(0, 0.3, y.shape), 0, 1), labels)
    save("ok-perfect", frame(y.astype(int), labels))
    save("ok-noisy", noisy)
    save("ok-random", frame(rng.random(y.shape), labels))
    save("ok-rounded-ties", noisy.round(1))
    save("ok-eleven-columns", frame(y.astype(int)))
    # labels outside the scored list may hold anything at all
    junk = frame(np.clip(0.3 + 0.3 * y + rng.normal(0, 0.3, y.shape), 0, 1))
    for c in set(all_labels) - set(labels):
        junk[c] = "junk"
    save("ok-junk-in-unscored-columns", junk)
    save("ok-shuffled", noisy.sample(frac=1, random_state=0)[[*labels[::-1], KEY]])
    save("ok-one-label-inverted", noisy.assign(**{labels[0]: 1.0 - truth[labels[0]]}))

    save("bad-above-one", with_cell(noisy, 2, labels[3], 1.01))
    save("bad-logits", frame(rng.normal(size=y.shape), labels))
    save("bad-missing-label", noisy.drop(columns=labels[-1]))
    save("bad-no-key", noisy.drop(columns=KEY))
    save("bad-too-few-rows", noisy.iloc[1:])
    save("bad-duplicate-key", with_cell(noisy, 1, KEY, noisy[KEY][0]))
