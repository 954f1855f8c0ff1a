"""Miniature raw data for ranzcr-clip-catheter-line-classification."""

from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image

LABELS = [
    "ETT - Abnormal", "ETT - Borderline", "ETT - Normal",
    "NGT - Abnormal", "NGT - Borderline", "NGT - Incompletely Imaged", "NGT - Normal",
    "CVC - Abnormal", "CVC - Borderline", "CVC - Normal",
    "Swan Ganz Catheter Present",
]  # fmt: skip


def uid(rng):
    return "1.2.826.0.1.3680043.8.498." + "".join(map(str, rng.integers(1, 10, size=38)))


def xray(rng, row):
    """Grey noise; a present label brightens its own column of pixels."""
    img = rng.integers(20, 90, size=(14, 12), dtype=np.uint8)
    for k, v in enumerate(row):
        if v:
            img[:, k] = np.minimum(255, img[:, k] + 120)
    return Image.fromarray(img)


def build(raw: Path, rng: np.random.Generator) -> None:
    for d in ("train", "test", "train_tfrecords", "test_tfrecords"):
        (raw / d).mkdir(parents=True, exist_ok=True)

    n = 238
    ids = [uid(rng) for _ in range(n)]
    y = (rng.random((n, len(LABELS))) < rng.uniform(0.3, 0.5, size=len(LABELS))).astype(int)
    train = pd.DataFrame(y, columns=LABELS)
    train.insert(0, "StudyInstanceUID", ids)
    patients = [rng.bytes(5).hex()[:9] for _ in range(90)]
    train["PatientID"] = rng.choice(patients, size=n)
    train.to_csv(raw / "train.csv", index=False)
    for i, row in zip(ids, y, strict=False):
        xray(rng, row).save(raw / "train" / f"{i}.jpg", quality=70)

    notes = []
    for i, row in zip(ids, y, strict=False):
        for k in np.flatnonzero(row[:10]):
            if rng.random() < 0.25:
                pts = [[int(v) for v in rng.integers(0, 3000, size=2)] for _ in range(rng.integers(2, 5))]
                notes.append((i, LABELS[k], str(pts)))
    pd.DataFrame(notes, columns=["StudyInstanceUID", "label", "data"]).to_csv(
        raw / "train_annotations.csv", index=False
    )

    test_ids = [uid(rng) for _ in range(6)]
    for i in test_ids:
        xray(rng, np.zeros(11)).save(raw / "test" / f"{i}.jpg", quality=70)
    sample = pd.DataFrame(0, index=range(6), columns=LABELS)
    sample.insert(0, "StudyInstanceUID", test_ids)
    sample.to_csv(raw / "sample_submission.csv", index=False)
    for d in ("train", "test"):  # TFRecord shards exist in the real archive; the preparation leaves them out
        (raw / f"{d}_tfrecords" / "00-6.tfrec").write_bytes(rng.bytes(64))
