"""Miniature raw data: iWildCam 2020 (FGVC7)."""

import json
from pathlib import Path

import numpy as np
from PIL import Image

CATEGORIES = {
    0: "empty",
    2: "tayassu pecari",
    3: "dasyprocta punctata",
    4: "cuniculus paca",
    71: "canis lupus",
    233: "leopardus pardalis",
    372: "equus quagga",
    675: "unknown bird",
}
LOCATIONS = 18


def uuid(rng):
    h = "".join(f"{int(v):x}" for v in rng.integers(0, 16, 32))
    return f"{h[:8]}-{h[8:12]}-{h[12:16]}-{h[16:20]}-{h[20:]}"


def build(raw: Path, rng: np.random.Generator) -> None:
    for name in ("train", "test"):
        (raw / name).mkdir(parents=True, exist_ok=True)

    shade = {c: rng.integers(20, 235, 3) for c in CATEGORIES}

    def location_images(folder, location):
        """Bursts of 1-3 frames taken by one camera, each burst with one species."""
        images, notes = [], []
        for _ in range(int(rng.integers(1, 9))):
            category = int(rng.choice(list(CATEGORIES), p=[0.36, 0.14, 0.1, 0.1, 0.1, 0.1, 0.05, 0.05]))
            frames, seq = int(rng.integers(1, 4)), uuid(rng)
            when = np.datetime64("2013-06-05T05:44:19") + np.timedelta64(int(rng.integers(0, 10**8)), "s")
            for k in range(frames):
                name = uuid(rng)
                pixels = np.clip(rng.normal(shade[category], 20, (12, 16, 3)), 0, 255).astype(np.uint8)
                Image.fromarray(pixels).save(raw / folder / f"{name}.jpg", quality=70)
                images.append(
                    {
                        "seq_num_frames": frames,
                        "location": location,
                        "datetime": f"{when}.000".replace("T", " "),
                        "frame_num": k + 1,
                        "seq_id": seq,
                        "width": 16,
                        "height": 12,
                        "file_name": f"{name}.jpg",
                        "id": name,
                    }
                )
                notes.append({"count": int(category != 0), "image_id": name, "id": uuid(rng), "category_id": category})
        return images, notes

    numbers = rng.permutation(np.arange(1, 550))
    images, notes = [], []
    for location in numbers[:LOCATIONS].tolist():
        more_images, more_notes = location_images("train", location)
        images += more_images
        notes += more_notes
    images = [images[i] for i in rng.permutation(len(images))]
    notes = [notes[i] for i in rng.permutation(len(notes))]
    test_images, _ = location_images("test", int(numbers[-1]))

    per_class = {c: sum(n["category_id"] == c for n in notes) for c in CATEGORIES}
    info = {
        "year": 2020,
        "version": 1,
        "description": "miniature camera traps, café",
        "contributor": "synthetic",
        "date_created": "2020-02-27",
    }
    categories = [{"id": c, "name": n, "count": per_class[c]} for c, n in CATEGORIES.items()]
    detections = [
        {
            "detections": [{"category": "1", "bbox": [0.1, 0.2, 0.25, 0.5], "conf": round(float(rng.random()), 3)}],
            "id": i["id"],
            "max_detection_conf": 0.9,
        }
        for i in images + test_images
    ]

    def dump(name, value):
        (raw / name).write_text(json.dumps(value))

    dump(
        "iwildcam2020_train_annotations.json",
        {"annotations": notes, "images": images, "categories": categories, "info": info},
    )
    dump(
        "iwildcam2020_test_information.json",
        {
            "images": test_images,
            "categories": [{"id": c["id"], "name": c["name"]} for c in categories],
            "info": info,
        },
    )
    dump(
        "iwildcam2020_megadetector_results.json",
        {
            "images": detections,
            "detection_categories": {"1": "animal", "2": "human"},
            "info": {"detector": "mini"},
        },
    )
    (raw / "sample_submission.csv").write_text(
        "Id,Category\n" + "".join(f"{i['id']},{int(rng.integers(0, 676))}\n" for i in test_images)
    )
