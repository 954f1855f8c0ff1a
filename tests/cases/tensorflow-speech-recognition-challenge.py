"""Submission cases: tensorflow-speech-recognition-challenge."""

import numpy as np
from tests.competitions.cases import Cases, with_cell

CORE = ["yes", "no", "up", "down", "left", "right", "on", "off", "stop", "go"]


def write_cases(cases: Cases) -> None:
    save, rng, answers = cases.save, cases.rng, cases.answers()
    labels = sorted(answers["label"].unique())

    wrong = np.flatnonzero(rng.random(len(answers)) < 0.4)
    noisy = save("ok-noisy", with_cell(answers, wrong, "label", rng.choice(labels, len(wrong))))
    save("ok-perfect", answers)
    twelve = answers.assign(label=answers["label"].where(answers["label"].isin(CORE), "unknown"))
    save("ok-twelve-classes", twelve)  # perfect by the original rules, far from it here
    save("ok-random", answers.assign(label=rng.choice(labels, len(answers))))
    save("ok-shuffled-rows", noisy.sample(frac=1, random_state=0))

    save("bad-one-blank", with_cell(noisy, 0, "label", ""))
    save("bad-class-numbers", noisy.assign(label=noisy["label"].map(labels.index)))
    save("bad-no-extension", noisy.assign(fname=noisy["fname"].str[:-4]))
    save("bad-original-names", noisy.assign(fname=noisy["fname"].str.replace("clip_", "clip_0")))
    save("bad-missing-row", noisy.iloc[1:])
    save("bad-header-word", noisy.rename(columns={"label": "word"}))
