"""Miniature of the Cassava raw archive: CSVs, label map, images and TFRecords (written by hand)."""

import io
import json
import struct
from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image

N_SHARDS, PER_SHARD = 16, 8
DISEASES = [
    "Cassava Bacterial Blight (CBB)",
    "Cassava Brown Streak Disease (CBSD)",
    "Cassava Green Mottle (CGM)",
    "Cassava Mosaic Disease (CMD)",
    "Healthy",
]

CRC = []
for i in range(256):
    for _ in range(8):
        i = (i >> 1) ^ (0x82F63B78 if i & 1 else 0)
    CRC.append(i)


def masked_crc32c(data):
    c = 0xFFFFFFFF
    for b in data:
        c = CRC[(c ^ b) & 255] ^ (c >> 8)
    c ^= 0xFFFFFFFF
    return struct.pack("<I", (((c >> 15) | (c << 17)) + 0xA282EAD8) & 0xFFFFFFFF)


def record(payload):
    head = struct.pack("<Q", len(payload))
    return head + masked_crc32c(head) + payload + masked_crc32c(payload)


def field(number, data):
    """Length-delimited protobuf field."""
    n, size = len(data), b""
    while n > 127:
        size, n = size + bytes([n & 127 | 128]), n >> 7
    return bytes([number << 3 | 2]) + size + bytes([n]) + data


def example(image, name, target):
    """tf.train.Example with image and image_name (bytes) and target (int64)."""
    values = {
        "image": field(1, field(1, image)),
        "image_name": field(1, field(1, name.encode())),
        "target": field(3, field(1, bytes([target]))),
    }
    return field(1, b"".join(field(1, field(1, k.encode()) + field(2, v)) for k, v in values.items()))


def picture(rng, label):
    """16x12 leaf: the class shows in the mean colour."""
    base = np.array([[120, 140, 60], [140, 110, 50], [80, 160, 90], [170, 180, 40], [40, 150, 40]])[label]
    buf = io.BytesIO()
    Image.fromarray(rng.normal(base, 25, (12, 16, 3)).clip(0, 255).astype("uint8")).save(buf, "JPEG", quality=50)
    return buf.getvalue()


def build(raw: Path, rng: np.random.Generator) -> None:
    for d in ["train_images", "test_images", "train_tfrecords", "test_tfrecords"]:
        (raw / d).mkdir(parents=True, exist_ok=True)

    sizes = [PER_SHARD + int(rng.integers(-2, 3)) for _ in range(N_SHARDS)]
    n = sum(sizes)
    names = [f"{i}.jpg" for i in np.sort(rng.choice(np.arange(1_000_000, 4_300_000_000, 977), n, replace=False))]
    label = rng.choice(5, n, p=[0.05, 0.1, 0.11, 0.62, 0.12])
    pd.DataFrame({"image_id": names, "label": label}).to_csv(raw / "train.csv", index=False)
    data = [picture(rng, y) for y in label]
    for name, d in zip(names, data, strict=False):
        (raw / "train_images" / name).write_bytes(d)

    order, at = rng.permutation(n), 0
    for i, size in enumerate(sizes):
        rows = order[at : at + size]
        at += size
        (raw / "train_tfrecords" / f"ld_train{i:02d}-{size}.tfrec").write_bytes(
            b"".join(record(example(data[r], names[r], int(label[r]))) for r in rows)
        )

    shown = "2216849948.jpg"  # Kaggle's single visible test image
    d = picture(rng, 4)
    (raw / "test_images" / shown).write_bytes(d)
    (raw / "test_tfrecords" / "ld_test00-1.tfrec").write_bytes(record(example(d, shown, 0)))
    pd.DataFrame({"image_id": [shown], "label": 4}).to_csv(raw / "sample_submission.csv", index=False)
    (raw / "label_num_to_disease_map.json").write_text(json.dumps({str(i): d for i, d in enumerate(DISEASES)}))
