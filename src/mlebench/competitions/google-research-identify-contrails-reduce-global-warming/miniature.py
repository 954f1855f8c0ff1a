"""Miniature raw data: Identify Contrails. Images are 9 x 7 pixels here (256 x 256 in reality)."""

import json
from pathlib import Path

import numpy as np

H, W, T, LABELLED = 9, 7, 8, 4  # frame 4 of 8 is the labelled one
TRAIN, VALIDATION, TEST = 34, 8, 1


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    def record(part, labelled, individual):
        name = str(int(rng.integers(10**17, 9 * 10**18)))
        folder = raw / part / name
        folder.mkdir(parents=True)
        # A contrail is a line of cold pixels, in about half of the records.
        mask = np.zeros((H, W), dtype=np.int32)
        if rng.random() < 0.6:
            slope, start = rng.uniform(-1, 1), rng.integers(1, H - 1)
            for x in range(int(rng.integers(0, 3)), W):
                mask[int(np.clip(round(start + slope * x), 0, H - 1)), x] = 1
        for band in range(8, 17):
            data = rng.normal(270, 3, (H, W, T)).astype(np.float32)
            data[..., LABELLED] -= (20 * mask).astype(np.float32)
            np.save(folder / f"band_{band:02d}.npy", data)
        if individual:
            raters = [mask] * 3 + [mask * (rng.random((H, W)) < 0.7)] * int(rng.integers(1, 3))
            np.save(folder / "human_individual_masks.npy", np.stack(raters, -1)[:, :, None, :].astype(np.int32))
        if labelled:
            np.save(folder / "human_pixel_masks.npy", mask[:, :, None])
        return {
            "record_id": name,
            "row_min": float(rng.normal(0, 10**6)),
            "row_size": 2004.0173,
            "col_min": float(rng.normal(0, 10**6)),
            "col_size": -2004.0173,
            "timestamp": float(1.55e9 + rng.integers(0, 10**7)),
            "projection_wkt": 'PROJCS["unnamed",GEOGCS["WGS 84"]]',
        }

    train = [record("train", True, True) for _ in range(TRAIN)]
    validation = [record("validation", True, False) for _ in range(VALIDATION)]
    test = [record("test", False, False) for _ in range(TEST)]
    (raw / "train_metadata.json").write_text(json.dumps(train))
    (raw / "validation_metadata.json").write_text(json.dumps(validation))
    (raw / "sample_submission.csv").write_text(
        "record_id,encoded_pixels\n" + "".join(f"{t['record_id']},1 3 10 5\n" for t in test)
    )
