"""New York taxi fares: 55 million rides, all of which are written again in another order."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa

from benchmarks.case import Case
from benchmarks.synthetic import joined, pick, write_table

ROWS = 55_423_856


def build(raw: Path, scale: float) -> None:
    rng = np.random.default_rng(0)
    rows = int(ROWS * scale)
    seconds = rng.integers(0, 6 * 365 * 86400, 100_000)
    moments = np.datetime_as_string(np.datetime64("2009-01-01T00:00:00") + seconds.astype("timedelta64[s]"))
    when = pa.array(np.char.replace(moments, "T", " ")).take(pa.array(rng.integers(0, len(moments), rows)))
    columns = {
        "key": joined(when, ".", np.arange(rows)),
        "fare_amount": pick(rng, [f"{fare / 2:.{1 + fare % 2}f}" for fare in range(5, 120)], rows),
        "pickup_datetime": joined(when, " UTC"),
        "pickup_longitude": pick(rng, coordinates(rng, -73.98), rows),
        "pickup_latitude": pick(rng, coordinates(rng, 40.75), rows),
        "dropoff_longitude": pick(rng, coordinates(rng, -73.97), rows),
        "dropoff_latitude": pick(rng, coordinates(rng, 40.76), rows),
        "passenger_count": rng.choice([1, 1, 1, 1, 2, 3, 5, 6, 0], rows),
    }
    write_table(raw / "train.csv", columns)
    (raw / "GCP-Coupons-Instructions.rtf").write_text("placeholder")


def coordinates(rng: np.random.Generator, centre: float) -> list[str]:
    """Half of them short, half of them badly printed floats, a few without a fix."""
    around = rng.normal(centre, 0.03, 50_000).tolist()
    texts = [f"{value:.{6 if number % 2 else 15}f}" for number, value in enumerate(around)]
    return [*texts, *["0"] * 500, *["0.0"] * 500, ""]


CASE = Case(
    "new-york-city-taxi-fare-prediction",
    size="55 million rides",
    build=build,
    scale=0.04,
    tables=("train.csv",),
    parts=("prepare",),
)
