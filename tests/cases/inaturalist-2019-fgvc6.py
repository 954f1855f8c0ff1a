"""Submission cases: inaturalist-2019-fgvc6."""

import numpy as np
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, answers = cases.save, cases.rng, cases.answers()
    classes = sorted(answers["predicted"].unique())

    wrong = np.flatnonzero(rng.random(len(answers)) < 0.5)
    noisy = save("ok-noisy", with_cell(answers, wrong, "predicted", rng.choice(classes, len(wrong))))
    save("ok-perfect", answers)
    several = [" ".join(map(str, [p, *rng.choice(1010, 4)])) for p in noisy["predicted"]]
    save("ok-five-guesses", noisy.assign(predicted=several))  # only the first counts: same as ok-noisy
    second = [f"{rng.integers(2000, 3000)} {p}" for p in answers["predicted"]]
    save("ok-truth-second", answers.assign(predicted=second))  # error 1
    mixed = [s if i % 2 else s.split()[0] for i, s in enumerate(several)]
    save("ok-mixed-lengths", noisy.assign(predicted=mixed))
    save("ok-shuffled-rows", noisy.sample(frac=1, random_state=0))

    save("bad-floats", noisy.assign(predicted=noisy["predicted"].astype(float)))
    save("bad-blank", with_cell(noisy, 0, "predicted", ""))
    comma = [s.replace(" ", ",") for s in several]
    save("bad-comma-separated", noisy.assign(predicted=comma))
    save("bad-word", with_cell(noisy, 1, "predicted", "oak"))
    save("bad-file-name-ids", noisy.assign(id="test2019/" + noisy["id"].astype(str) + ".jpg"))
    save("bad-missing-row", noisy.iloc[1:])
