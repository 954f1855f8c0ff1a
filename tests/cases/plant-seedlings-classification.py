"""Submission cases: Plant Seedlings Classification."""

import numpy as np
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers()
    kinds = np.array(sorted(p.name for p in (cases.prepared / "public/train").iterdir()))

    guess = rng.choice(kinds, len(truth))
    noisy = truth.assign(species=np.where(rng.random(len(truth)) < 0.7, truth["species"], guess))
    save("ok-perfect", truth)
    save("ok-noisy", noisy)
    save("ok-shuffled-extra-column", noisy.sample(frac=1, random_state=1).assign(comment="x"))
    save("ok-random", truth.assign(species=guess))
    save(
        "ok-unknown-species", with_cell(noisy, range(4), "species", "Triffid")
    )  # a name outside the list is simply wrong
    save("ok-lower-case", truth.assign(species=truth["species"].str.lower()))

    save("bad-no-extension", noisy.assign(file=noisy["file"].str.replace(".png", "", regex=False)))
    save("bad-missing-row", noisy.iloc[:-1])
    save("bad-duplicate-file", with_cell(noisy, 1, "file", noisy["file"][0]))
    save("bad-renamed-target", noisy.rename(columns={"species": "label"}))
    save("ok-blank-cell", with_cell(noisy, 0, "species", None))  # a blank species is accepted and counts as wrong
    save("bad-class-numbers", truth.assign(species=[int(np.flatnonzero(kinds == s)[0]) for s in truth["species"]]))
