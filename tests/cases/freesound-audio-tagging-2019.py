"""Submission cases: freesound-audio-tagging-2019."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, answers = cases.save, cases.rng, cases.answers()
    classes = list(answers.columns[1:])
    truth = answers[classes].to_numpy()

    def frame(scores):
        return pd.concat([answers[["fname"]], pd.DataFrame(scores, columns=classes)], axis=1)

    def put(scores):
        return frame(scores)

    noisy = (0.15 + 0.5 * truth + rng.normal(0, 0.2, truth.shape)).clip(0, 1)
    save("ok-noisy", put(noisy))
    save("ok-perfect", put(truth))
    save("ok-random", put(rng.random(truth.shape)))
    save("ok-ties", put(noisy.round(1)))  # ties are ranked last among equals
    save("ok-logits", put(noisy * 20 - 15))  # any real numbers
    save("ok-inverted", put(1 - truth))
    order = rng.permutation(len(truth))
    save("ok-shuffled-rows", frame(noisy).iloc[order])

    f = frame(noisy)
    save("bad-class-order", f[["fname", *sorted(classes, reverse=True)]])
    save("bad-fname-last", f[[*classes, "fname"]])
    save("bad-extra-column", f.assign(extra=1))
    save("bad-missing-class", f.drop(columns=classes[7]))
    save("bad-blank", with_cell(f, 3, classes[4], np.nan))
    save("bad-word", with_cell(f, 0, classes[0], "loud"))
    save("bad-no-extension", f.assign(fname=f["fname"].str[:-4]))
