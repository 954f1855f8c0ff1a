"""Submission cases: Paddy Doctor: Paddy Disease Classification."""

import numpy as np
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, answers = cases.save, cases.rng, cases.answers()[["image_id", "label"]]
    labels = sorted(answers["label"].unique())

    wrong = np.flatnonzero(rng.random(len(answers)) < 0.4)
    noisy = save("ok-noisy", with_cell(answers, wrong, "label", rng.choice(labels, len(wrong))))
    save("ok-perfect", answers)
    save("ok-random", answers.assign(label=rng.choice(labels, len(answers))))
    save("ok-some-blank", with_cell(noisy, wrong, "label", ""))  # a blank is just wrong
    save("ok-invented-class", noisy.assign(label=noisy["label"].replace("normal", "healthy")))
    save("ok-upper-case", noisy.assign(label=noisy["label"].str.upper()))  # case matters: 0

    save("bad-class-numbers", noisy.assign(label=noisy["label"].map(labels.index)))
    # one blank among the numbers makes the grader compare text with text: accepted, all wrong
    save(
        "ok-numbers-and-blanks",
        noisy.assign(label=noisy["label"].map(labels.index).astype(object).where(noisy.index % 2 == 0, "")),
    )
    save("bad-no-extension", noisy.assign(image_id=noisy["image_id"].str[:-4]))
    save("bad-path-as-id", noisy.assign(image_id="test_images/" + noisy["image_id"]))
    save("bad-column-class", noisy.rename(columns={"label": "class"}))
    save("bad-repeated-id", noisy.assign(image_id=noisy["image_id"].where(noisy.index != 1, noisy["image_id"][0])))
