"""Submission cases: icecube-neutrinos-in-deep-ice."""

import numpy as np
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers(float_precision="round_trip")
    n = len(truth)

    noisy = truth.assign(
        azimuth=(truth["azimuth"] + rng.normal(0, 0.4, n)).round(6),
        zenith=(truth["zenith"] + rng.normal(0, 0.3, n)).round(6),
    )
    save("ok-perfect", truth)
    save("ok-noisy", noisy)
    save("ok-shuffled", noisy.sample(frac=1, random_state=1)[["zenith", "event_id", "azimuth"]])
    save("ok-random", truth.assign(azimuth=rng.uniform(0, 2 * np.pi, n), zenith=np.arccos(rng.uniform(-1, 1, n))))
    save(
        "ok-full-turns", truth.assign(azimuth=truth["azimuth"] + 2 * np.pi * rng.integers(-3, 4, n))
    )  # same directions
    save("ok-mirrored", truth.assign(azimuth=truth["azimuth"] + np.pi, zenith=-truth["zenith"]))  # same directions
    save("ok-opposite", truth.assign(azimuth=truth["azimuth"] + np.pi, zenith=np.pi - truth["zenith"]))  # pi
    save(
        "ok-degrees-by-mistake", noisy.assign(azimuth=np.degrees(noisy["azimuth"]), zenith=np.degrees(noisy["zenith"]))
    )

    save("bad-extra-column", noisy.assign(energy=1.0))
    save("bad-blank", with_cell(noisy, 0, "zenith", None))
    save("bad-infinite", with_cell(noisy, 0, "azimuth", "inf"))
    save("bad-text", with_cell(noisy, 0, "zenith", "up"))
    save("bad-missing-row", noisy.iloc[1:])
    save("bad-duplicate-event", with_cell(noisy, 1, "event_id", noisy["event_id"][0]))
