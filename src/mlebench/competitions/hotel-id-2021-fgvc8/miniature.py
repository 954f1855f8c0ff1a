"""Miniature raw data: Hotel-ID 2021 (FGVC8)."""

from pathlib import Path

import numpy as np
from PIL import Image

HOTELS, IMAGES = 14, 130
TWICE = "ce27d36c9147cc19.jpg"  # the one image that the real table lists twice


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    hotels = [
        36363,
        53586,
        *sorted(int(h) for h in rng.choice(np.arange(2, 65000), HOTELS - 2, replace=False)),
    ]
    chain_of = {h: int(rng.choice([0, 0, 4, 5, 87, 91])) for h in hotels}
    colour = {h: rng.integers(30, 220, 3) for h in hotels}

    def photo(path, hotel):
        path.parent.mkdir(parents=True, exist_ok=True)
        pixels = np.clip(rng.normal(colour[hotel], 25, (16, 16, 3)), 0, 255).astype(np.uint8)
        Image.fromarray(pixels).save(path, quality=75)

    rows = []
    for _ in range(IMAGES):
        hotel = hotels[int(rng.integers(0, HOTELS))]
        image = "".join(f"{int(v):x}" for v in rng.integers(0, 16, 16)) + ".jpg"
        when = np.datetime64("2016-01-01T00:00:00") + np.timedelta64(int(rng.integers(0, 4 * 365 * 86400)), "s")
        rows.append((image, chain_of[hotel], hotel, str(when).replace("T", " ")))
    for hotel in hotels[:2]:
        rows.append((TWICE, chain_of[hotel], hotel, "2018-02-03 04:05:06"))
    rows.sort()
    for image, chain, hotel, _ in rows:
        photo(raw / "train_images" / str(chain) / image, hotel)
    (raw / "train.csv").write_text(
        "image,chain,hotel_id,timestamp\n" + "".join(f"{a},{b},{c},{d}\n" for a, b, c, d in rows)
    )

    names = ["99e91ad5f2870678.jpg", "b5cc62ab665591a9.jpg", "d5664a972d5a644b.jpg"]  # unused
    for name in names:
        photo(raw / "test_images" / name, hotels[0])
    (raw / "sample_submission.csv").write_text(
        "image,hotel_id\n" + "".join(f"{n},36363 53586 18807 64314 60181\n" for n in names)
    )
