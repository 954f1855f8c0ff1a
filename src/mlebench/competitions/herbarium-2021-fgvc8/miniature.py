"""Miniature raw data: herbarium-2021-fgvc8."""

import json
from pathlib import Path

import numpy as np
from PIL import Image

SIZES = [
    1,
    2,
    3,
    4,
    4,
    5,
    6,
    7,
    9,
    11,
    14,
    16,
    19,
    23,
]  # pictures per category: below, at and above the limit of 5
IDS = [3, 0, 1, 7, 99, 100, 101, 215, 1504, 15504, 2, 64499, 4210, 30000]


def build(raw: Path, rng: np.random.Generator) -> None:

    def picture(path, colour, size):
        path.parent.mkdir(parents=True, exist_ok=True)
        a = rng.normal(colour, 12, (size[1], size[0], 3)).clip(0, 255).astype(np.uint8)
        Image.fromarray(a).save(path, quality=70)

    colours = {c: rng.uniform(60, 220, 3) for c in IDS}
    labels = rng.permutation(np.repeat(IDS, SIZES))  # categories come mixed, as in the original
    image_ids = rng.choice(2_000_000, len(labels), replace=False)
    annotations, images = [], []
    for c, image_id in zip(labels.tolist(), image_ids.tolist(), strict=True):
        w, h = (int(v) for v in rng.integers(12, 20, 2))
        name = f"images/{c // 100:03d}/{c % 100:02d}/{image_id}.jpg"
        annotations.append(
            {
                "category_id": c,
                "id": int(image_id),
                "image_id": int(image_id),
                "institution_id": int(rng.integers(5)),
            }
        )
        images.append(
            {"file_name": name, "height": h, "id": int(image_id), "license": int(rng.integers(3)), "width": w}
        )
        picture(raw / "train" / name, colours[c], (w, h))

    info = {
        "year": 2021,
        "version": "2.0",
        "url": "https://example.org",
        "description": "Miniature of the Half-Earth data",
        "contributor": "kit",
        "date_created": "2021-03-01",
    }
    licenses = [{"id": i, "name": f"CC {i}", "url": f"https://example.org/{i}"} for i in range(3)]
    meta = {
        "annotations": annotations,
        "images": images,
        "info": info,
        "licenses": licenses,
        "categories": [
            {"id": c, "name": f"Planta númera {c}", "family": f"Family{c % 4}", "order": f"Order{c % 2}"}
            for c in sorted(IDS)
        ],
        "institutions": [{"id": i, "name": n} for i, n in enumerate(["NY", "BPBM", "NL", "QLD", "AK"])],
    }
    (raw / "train/metadata.json").write_text(json.dumps(meta), encoding="utf-8")

    test = []
    for i in range(6):
        name = f"images/{i // 1000:03d}/{i}.jpg"
        picture(raw / "test" / name, rng.uniform(60, 220, 3), (14, 14))
        test.append({"file_name": name, "height": 14, "id": i, "license": 0, "width": 14})
    (raw / "test/metadata.json").write_text(json.dumps({"images": test, "info": info, "licenses": licenses}))
    (raw / "sample_submission.csv").write_text("Id,Predicted\n" + "".join(f"{i},0\n" for i in range(6)))
