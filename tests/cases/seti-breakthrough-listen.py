"""Submission cases: SETI Breakthrough Listen."""

import numpy as np
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers(dtype={"id": str})
    y = truth["target"].to_numpy()

    noisy = truth.assign(target=(1 / (1 + np.exp(-(2 * y - 1 + rng.normal(0, 1.5, len(y)))))).round(6))
    save("ok-perfect", truth)
    save("ok-noisy", noisy)
    save("ok-shuffled-extra-column", noisy.assign(comment="x").sample(frac=1, random_state=1))
    save("ok-coarse", noisy.assign(target=noisy["target"].round(1)))  # ties count half
    save("ok-inverted", noisy.assign(target=1 - noisy["target"]))
    save("ok-tiny-scale", noisy.assign(target=noisy["target"] / 1e6))
    save("ok-hard", noisy.assign(target=(noisy["target"] > 0.5).astype(int)))

    save("bad-above-one", with_cell(noisy, 0, "target", 1.01))
    save("bad-negative", with_cell(noisy, 0, "target", -0.01))
    save("bad-blank", with_cell(noisy, 0, "target", None))
    save("bad-text", with_cell(noisy, 0, "target", "needle"))
    save("bad-missing-row", noisy.iloc[1:])
    save("bad-duplicate-id", with_cell(noisy, 1, "id", noisy["id"][0]))
    save("bad-path-as-id", noisy.assign(id=noisy["id"] + ".npy"))
