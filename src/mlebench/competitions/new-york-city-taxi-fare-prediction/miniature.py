"""Miniature raw data: New York City Taxi Fare Prediction.

The preparation holds out exactly 9,914 rides, so the miniature must be a little larger than that.
"""

from pathlib import Path

import numpy as np

ROWS = 10_040


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    start = np.datetime64("2009-01-01T00:00:00")
    times = start + rng.integers(0, 6 * 365 * 86400, ROWS).astype("timedelta64[s]")
    lines = [
        "key,fare_amount,pickup_datetime,pickup_longitude,pickup_latitude,dropoff_longitude,dropoff_latitude,passenger_count"
    ]
    for i in range(ROWS):
        when = str(times[i]).replace("T", " ")
        lon, lat = -73.98 + rng.normal(0, 0.03), 40.75 + rng.normal(0, 0.03)
        lon2, lat2 = lon + rng.normal(0, 0.02), lat + rng.normal(0, 0.02)
        miles = 69 * np.hypot((lon2 - lon) * 0.76, lat2 - lat)
        fare = max(2.5, round(2 * (2.5 + 2.6 * miles + rng.normal(0, 1))) / 2)
        # Real coordinates come with 4-6 decimals, or as badly printed floats of 15 decimals.
        digits = 15 if i % 50 == 7 else int(rng.integers(4, 7))
        xy = [f"{v:.{digits}f}" for v in (lon, lat, lon2, lat2)]
        if i % 400 == 11:
            xy[2:] = ["", ""]  # unknown drop-off
        if i % 300 == 5:
            xy = ["0.0", "0", "0.0", "0.0"]  # no GPS fix
        if i % 500 == 3:
            fare = -fare
        fare = f"{fare:.2f}" if i % 10 == 1 else f"{fare:.1f}"
        people = int(rng.choice([1, 1, 1, 1, 2, 3, 5, 6, 0]))
        lines.append(f"{when}.{i:07d},{fare},{when} UTC,{','.join(xy)},{people}")
    (raw / "train.csv").write_text("\n".join(lines) + "\n")

    # The original test and sample files exist in the archive but the preparation ignores them.
    head = lines[0].replace("fare_amount,", "")
    test = [",".join(p for k, p in enumerate(line.split(",")) if k != 1) for line in lines[1:6]]
    (raw / "test.csv").write_text("\n".join([head, *test]) + "\n")
    keys = [line.split(",")[0] for line in lines[1:6]]
    (raw / "sample_submission.csv").write_text("key,fare_amount\n" + "".join(f"{k},11.35\n" for k in keys))
    (raw / "GCP-Coupons-Instructions.rtf").write_text(r"{\rtf1\ansi Placeholder for the coupon instructions.}")
