"""Miniature of the HuBMAP kidney raw archive: 15 labelled and 5 unlabelled tiny slides."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image


def rle(mask):
    """Start/length pairs, 1-based, down the columns."""
    flat = np.concatenate([[0], mask.T.ravel().astype(int), [0]])
    edge = np.flatnonzero(np.diff(flat)) + 1
    return " ".join(f"{a} {b - a}" for a, b in zip(edge[::2], edge[1::2]))


def feature(name, colour, points, locked):
    return {
        "type": "Feature",
        "id": "PathAnnotationObject",
        "geometry": {"type": "Polygon", "coordinates": [[[int(x), int(y)] for x, y in points]]},
        "properties": {
            "classification": {"name": name, "colorRGB": colour},
            "isLocked": locked,
            "measurements": [],
        },
    }


def build(raw: Path, rng: np.random.Generator) -> None:
    for d in ["train", "test"]:
        (raw / d).mkdir(parents=True, exist_ok=True)

    ids = [rng.bytes(5).hex()[:9] for _ in range(20)]
    train, info = [], []
    for i, uid in enumerate(ids):
        h, w = (int(v) for v in rng.integers(40, 90, 2))
        yy, xx = np.mgrid[:h, :w]
        mask, polygons = np.zeros((h, w), bool), []
        for _ in range(rng.integers(2, 6)):
            cy, cx, r = rng.integers(8, h - 8), rng.integers(8, w - 8), rng.uniform(3, 7)
            mask |= (yy - cy) ** 2 + (xx - cx) ** 2 <= r * r
            t = np.linspace(0, 2 * np.pi, 9)
            polygons.append(feature("glomerulus", -3140401, zip(cx + r * np.cos(t), cy + r * np.sin(t)), True))
        px = rng.normal((225, 190, 215), 8, (h, w, 3))
        px[mask] -= (70, 90, 40)
        part = "train" if i < 15 else "test"
        Image.fromarray(px.clip(0, 255).astype("uint8")).save(raw / part / f"{uid}.tiff", compression="tiff_lzw")
        cortex = [feature("Cortex", -3407872, [(0, 0), (w, 0), (w, h // 2), (0, h // 2)], False)]
        (raw / part / f"{uid}-anatomical-structure.json").write_text(json.dumps(cortex))
        if part == "train":
            (raw / part / f"{uid}.json").write_text(json.dumps(polygons))
            train.append({"id": uid, "encoding": rle(mask)})
        info.append(
            {
                "image_file": f"{uid}.tiff",
                "width_pixels": w,
                "height_pixels": h,
                "anatomical_structures_segmention_file": f"{uid}-anatomical-structure.json",
                "glomerulus_segmentation_file": f"{uid}.json",
                "patient_number": int(rng.integers(60000, 69000)),
                "race": rng.choice(["White", "Black or African American"]),
                "ethnicity": "Not Hispanic or Latino",
                "sex": rng.choice(["Male", "Female"]),
                "age": int(rng.integers(20, 80)),
                "weight_kilograms": round(rng.uniform(50, 130), 1),
                "height_centimeters": round(rng.uniform(150, 190), 1),
                "bmi_kg/m^2": round(rng.uniform(20, 38), 1) if i % 7 != 3 else np.nan,
                "laterality": rng.choice(["Right", "Left"]),
                "percent_cortex": 55 + i,
                "percent_medulla": 45 - i,
            }
        )

    order = rng.permutation(20)
    pd.DataFrame(train).to_csv(raw / "train.csv", index=False)
    pd.DataFrame([info[i] for i in order]).to_csv(raw / "HuBMAP-20-dataset_information.csv", index=False)
    blank = pd.DataFrame({"id": ids[15:], "predicted": ""})
    blank.to_csv(raw / "sample_submission.csv", index=False)
    blank.to_csv(raw / "test" / "sample_submission.csv", index=False)
