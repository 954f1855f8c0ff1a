"""Miniature of the raw Herbarium 2020 archive."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image

# how many specimens each of the species has; 1 to 4 are special cases of the split
SIZES = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 10, 11, 14, 20]


def specimen(rng, k):
    """Small JPEG, brownish sheet with a green stripe whose place and width depend on the species."""
    w, h = int(rng.integers(12, 18)), int(rng.integers(16, 24))
    img = np.full((h, w, 3), (230, 220, 190), float) + rng.normal(0, 4, (h, w, 3))
    img[:, 1 + k % 8 : 3 + k % 8 + k % 3] = (60, 80 + 8 * k, 50)
    return Image.fromarray(img.clip(0, 255).astype("uint8"))


def build(raw: Path, rng: np.random.Generator) -> None:
    train, test = raw / "nybg2020/train", raw / "nybg2020/test"
    for d in (train, test):
        d.mkdir(parents=True, exist_ok=True)

    cats = np.sort(rng.choice(32093, len(SIZES), replace=False))
    cats[0] = 3  # exercises zero padding of the folder names
    labels = rng.permutation(np.repeat(np.arange(len(SIZES)), rng.permutation(SIZES)))
    image_ids = rng.choice(1_000_000, len(labels), replace=False)
    annotations, images = [], []
    for n, (k, i) in enumerate(zip(labels, image_ids, strict=True)):
        cid = int(cats[k])
        name = f"images/{cid // 100:03d}/{cid % 100:02d}/{i}.jpg"
        img = specimen(rng, int(k))
        (train / name).parent.mkdir(parents=True, exist_ok=True)
        img.save(train / name, quality=30)
        images.append({"file_name": name, "height": img.height, "id": int(i), "license": 1, "width": img.width})
        annotations.append({"category_id": cid, "id": int(n), "image_id": int(i), "region_id": int(rng.integers(4))})
    info = {
        "contributor": "Jard\u00edn",
        "date_created": "2020-02-20",
        "description": "Herbarium miniature",
        "url": "https://example.org",
        "version": "1.0",
        "year": 2020,
    }
    licenses = [{"id": 1, "name": "CC BY", "url": "https://example.org/by"}]
    doc = {
        "annotations": annotations,
        "categories": [
            {
                "family": f"Family{j // 4}",
                "genus": f"Genus{j // 2}",
                "id": int(c),
                "name": f"Genus{j // 2} species{j}",
            }
            for j, c in enumerate(cats)
        ],
        "images": images,
        "info": info,
        "licenses": licenses,
        "regions": [{"id": j, "name": s} for j, s in enumerate(["Brasil", "Qu\u00e9bec", "New York", "\u00c5land"])],
    }
    # the real file is not valid UTF-8; it has to be read as Latin-1
    (train / "metadata.json").write_bytes(json.dumps(doc, ensure_ascii=False).encode("latin-1"))

    shown = []
    for j in range(3):
        img = specimen(rng, int(rng.integers(len(SIZES))))
        name = f"images/000/{j}.jpg"
        (test / name).parent.mkdir(parents=True, exist_ok=True)
        img.save(test / name, quality=30)
        shown.append({"file_name": name, "height": img.height, "id": j, "license": 1, "width": img.width})
    (test / "metadata.json").write_text(json.dumps({"images": shown, "info": {}, "licenses": licenses}))
    pd.DataFrame({"Id": range(3), "Predicted": 0}).to_csv(raw / "sample_submission.csv", index=False)
