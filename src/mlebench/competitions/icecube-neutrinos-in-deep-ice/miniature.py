"""Miniature raw data: icecube-neutrinos-in-deep-ice.

20 batches of 12 events; the real data has 660 batches of 200,000 events.
"""

from pathlib import Path

import numpy as np
import pandas as pd


def build(raw: Path, rng: np.random.Generator) -> None:
    for split in ("train", "test"):
        (raw / split).mkdir(parents=True, exist_ok=True)

    # 60 sensors on 6 strings
    xy = rng.uniform(-500, 500, (6, 2)).round(2)
    geo = pd.DataFrame(
        {
            "sensor_id": range(60),
            "x": xy[np.arange(60) // 10, 0],
            "y": xy[np.arange(60) // 10, 1],
            "z": 500 - 100.0 * (np.arange(60) % 10),
        }
    )
    geo.to_csv(raw / "sensor_geometry.csv", index=False)
    pos = geo[["x", "y", "z"]].to_numpy()

    n_batches, per_batch = 20, 12
    event_ids = np.sort(rng.choice(10**6, (n_batches + 1) * per_batch, replace=False)) + 24

    def batch(number, ids, folder):
        meta, pulses, at = [], [], 0
        for e in ids:
            az, zen = np.float32(rng.uniform(0, 2 * np.pi)), np.float32(np.arccos(rng.uniform(-1, 1)))
            u = np.array([np.cos(az) * np.sin(zen), np.sin(az) * np.sin(zen), np.cos(zen)])
            n = int(rng.integers(5, 15))
            s = rng.choice(60, n)
            # light arrives first on the side from which the neutrino comes
            t = (10000 - pos[s] @ u / 0.3 + rng.normal(0, 60, n)).astype(int)
            order = np.argsort(t, kind="stable")
            for k in order:
                pulses.append(
                    (
                        int(e),
                        int(s[k]),
                        int(t[k]),
                        float(np.float32(rng.exponential(1.2))),
                        bool(rng.random() < 0.6),
                    )
                )
            meta.append((number, int(e), at, at + n - 1, az, zen))
            at += n
        frame = pd.DataFrame(pulses, columns=["event_id", "sensor_id", "time", "charge", "auxiliary"])
        frame = frame.astype({"sensor_id": "int16", "time": "int64", "charge": "float32"}).set_index("event_id")
        frame.to_parquet(raw / folder / f"batch_{number}.parquet")
        return pd.DataFrame(
            meta,
            columns=["batch_id", "event_id", "first_pulse_index", "last_pulse_index", "azimuth", "zenith"],
        )

    kinds = {
        "batch_id": "int64",
        "event_id": "int64",
        "first_pulse_index": "int64",
        "last_pulse_index": "int64",
        "azimuth": "float32",
        "zenith": "float32",
    }
    parts = [batch(b + 1, event_ids[b * per_batch : (b + 1) * per_batch], "train") for b in range(n_batches)]
    pd.concat(parts, ignore_index=True).astype(kinds).to_parquet(raw / "train_meta.parquet", index=False)
    test = batch(n_batches + 1, event_ids[-per_batch:], "test").astype(kinds)
    test.drop(columns=["azimuth", "zenith"]).to_parquet(raw / "test_meta.parquet", index=False)
    test[["event_id"]].assign(azimuth=1.0, zenith=1.0).to_parquet(raw / "sample_submission.parquet", index=False)
