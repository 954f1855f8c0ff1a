"""Miniature raw data for herbarium-2022-fgvc9: COCO-like JSON and nested JPEG folders."""

import json
from pathlib import Path

import numpy as np
from PIL import Image

CATEGORY_IDS = [0, 3, 42, 99, 100, 101, 777, 1234, 8005, 9999, 12000, 15504]
GENERA = ["Abies", "Acer", "Betula", "Carex", "Quercus"]
AUTHORS = ["L.", "Mill.", "(Müll.Arg.) Rehder", "Léman & Bory", "Hook.f."]


def specimen(rng, hue):
    hsv = np.zeros((int(rng.integers(10, 16)), int(rng.integers(8, 12)), 3), dtype=np.uint8)
    hsv[..., 0], hsv[..., 1] = hue, 140
    hsv[..., 2] = rng.integers(120, 240, size=hsv.shape[:2])
    return Image.fromarray(hsv, "HSV").convert("RGB")


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    categories, annotations, images = [], [], []
    for k, c in enumerate(CATEGORY_IDS):
        g = k % len(GENERA)
        species = f"species{c}"
        categories.append(
            {
                "category_id": c,
                "scientificName": f"{GENERA[g]} {species}",
                "family": "Pinaceae" if g == 0 else "Rosaceae",
                "genus": GENERA[g],
                "species": species,
                "authors": AUTHORS[g],
            }
        )
        for i in range(1, int(rng.integers(4, 15))):
            if i == 2:
                continue  # gaps in the numbering, as in the real data
            image_id = f"{c:05d}__{i:03d}"
            name = f"{c // 100:03d}/{c % 100:02d}/{image_id}.jpg"
            annotations.append(
                {
                    "genus_id": g,
                    "institution_id": int(rng.integers(0, 4)),
                    "category_id": c,
                    "image_id": image_id,
                }
            )
            images.append({"image_id": image_id, "file_name": name, "license": int(rng.integers(0, 3))})
            path = raw / "train_images" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            specimen(rng, int(k * 255 / len(CATEGORY_IDS))).save(path, quality=60)

    meta = {
        "annotations": annotations,
        "images": images,
        "categories": categories,
        "genera": [{"genus_id": i, "genus": g} for i, g in enumerate(GENERA)],
        "institutions": [{"institution_id": i, "collectionCode": c} for i, c in enumerate(["US", "NY", "AUC", "ÖBG"])],
        "distances": [
            {"genus_id_x": i, "genus_id_y": j, "distance": float(rng.uniform(10, 300))}
            for i in range(5)
            for j in range(i + 1, 5)
        ],
        "licenses": [{"id": i, "name": f"CC {i}", "url": f"https://example.org/{i}"} for i in range(3)],
    }
    (raw / "train_metadata.json").write_text(json.dumps(meta, ensure_ascii=False), encoding="utf-8")

    test = []  # not used
    for i in range(4):
        name = f"000/test-{i:06d}.jpg"
        path = raw / "test_images" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        specimen(rng, 0).save(path, quality=60)
        test.append({"file_name": name, "image_id": str(i), "license": 0})
    (raw / "test_metadata.json").write_text(json.dumps(test))
    (raw / "sample_submission.csv").write_text("Id,Predicted\n" + "".join(f"{i},42\n" for i in range(4)))
