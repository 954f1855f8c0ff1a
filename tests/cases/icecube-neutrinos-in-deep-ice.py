"""Submission cases: icecube-neutrinos-in-deep-ice."""

from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    truth = pd.read_csv(prepared / "private/test.csv", float_precision="round_trip")
    n = len(truth)

    def save(name, df):
        df.to_csv(out / f"{name}.csv", index=False)

    def broken(column, value):
        df = noisy.astype({column: object})
        df.loc[0, column] = value
        return df

    noisy = truth.assign(
        azimuth=(truth["azimuth"] + rng.normal(0, 0.4, n)).round(6),
        zenith=(truth["zenith"] + rng.normal(0, 0.3, n)).round(6),
    )
    save("ok-perfect", truth)
    (out / "ok-sample.csv").write_bytes((prepared / "public/sample_submission.csv").read_bytes())
    save("ok-noisy", noisy)
    save("ok-shuffled", noisy.sample(frac=1, random_state=1)[["zenith", "event_id", "azimuth"]])
    save(
        "ok-random",
        truth.assign(azimuth=rng.uniform(0, 2 * np.pi, n), zenith=np.arccos(rng.uniform(-1, 1, n))),
    )
    save(
        "ok-full-turns", truth.assign(azimuth=truth["azimuth"] + 2 * np.pi * rng.integers(-3, 4, n))
    )  # same directions
    save("ok-mirrored", truth.assign(azimuth=truth["azimuth"] + np.pi, zenith=-truth["zenith"]))  # same directions
    save("ok-opposite", truth.assign(azimuth=truth["azimuth"] + np.pi, zenith=np.pi - truth["zenith"]))  # pi
    save(
        "ok-degrees-by-mistake",
        noisy.assign(azimuth=np.degrees(noisy["azimuth"]), zenith=np.degrees(noisy["zenith"])),
    )

    save("bad-extra-column", noisy.assign(energy=1.0))
    save("bad-blank", broken("zenith", None))
    save("bad-infinite", broken("azimuth", "inf"))
    save("bad-text", broken("zenith", "up"))
    save("bad-missing-row", noisy.iloc[1:])
    dup = noisy.copy()
    dup.loc[1, "event_id"] = dup.loc[0, "event_id"]
    save("bad-duplicate-event", dup)
