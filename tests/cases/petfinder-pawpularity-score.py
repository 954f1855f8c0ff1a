"""Submission cases: PetFinder.my - Pawpularity Contest."""

import numpy as np
from tests.competitions.cases import Cases


def write_cases(cases: Cases) -> None:
    save, rng = cases.save, cases.rng

    best = save("ok-perfect", cases.answers()[["Id", "Pawpularity"]])
    noisy = best.assign(Pawpularity=(best.Pawpularity + rng.normal(0, 10, len(best))).clip(1, 100).round(3))
    save("ok-noisy-shuffled", noisy.sample(frac=1, random_state=0).assign(extra="x"))
    save("ok-constant", best.assign(Pawpularity=38))
    # Both ends of the range belong to it.
    save("ok-range-ends", best.assign(Pawpularity=[1 if i % 2 else 100 for i in range(len(best))]))

    def with_first(value):
        return noisy.assign(Pawpularity=[value, *noisy.Pawpularity[1:]])

    save("bad-zero", with_first(0))
    save("bad-just-above-range", with_first(100.001))
    save("bad-unit-scale", best.assign(Pawpularity=best.Pawpularity / 100))
    save("bad-blank", with_first(np.nan))
    save("bad-unknown-id", noisy.assign(Id=["f" * 32, *noisy.Id[1:]]))
    save("bad-id-with-suffix", noisy.assign(Id=noisy.Id + ".jpg"))
    save("bad-missing-row", noisy.iloc[1:])
