"""Miniature raw data: VinBigData Chest X-ray Abnormalities Detection. Scans are 40 x 32 pixels here."""

import struct
from pathlib import Path

import numpy as np

CLASSES = [
    "Aortic enlargement",
    "Atelectasis",
    "Calcification",
    "Cardiomegaly",
    "Consolidation",
    "ILD",
    "Infiltration",
    "Lung Opacity",
    "Nodule/Mass",
    "Other lesion",
    "Pleural effusion",
    "Pleural thickening",
    "Pneumothorax",
    "Pulmonary fibrosis",
    "No finding",
]
IMAGES, ROWS, COLS = 150, 40, 32


def element(group, number, vr, value):
    """One DICOM data element, explicit VR little endian."""
    if isinstance(value, str):
        value = value.encode()
    if len(value) % 2:
        value += b"\0" if vr in ("UI", "OB") else b" "
    length = b"\0\0" + struct.pack("<I", len(value)) if vr in ("OB", "OW") else struct.pack("<H", len(value))
    return struct.pack("<HH", group, number) + vr.encode() + length + value


def dicom(pixels, uid):
    number = lambda v: struct.pack("<H", v)
    kind = "1.2.840.10008.5.1.4.1.1.1.1"  # digital X-ray image
    meta = (
        element(2, 1, "OB", b"\0\1")
        + element(2, 2, "UI", kind)
        + element(2, 3, "UI", uid)
        + element(2, 0x10, "UI", "1.2.840.10008.1.2.1")
    )
    body = [
        element(8, 0x16, "UI", kind),
        element(8, 0x18, "UI", uid),
        element(0x10, 0x40, "CS", "M"),
        element(0x28, 2, "US", number(1)),
        element(0x28, 4, "CS", "MONOCHROME2"),
        element(0x28, 0x10, "US", number(ROWS)),
        element(0x28, 0x11, "US", number(COLS)),
        element(0x28, 0x100, "US", number(16)),
        element(0x28, 0x101, "US", number(12)),
        element(0x28, 0x102, "US", number(11)),
        element(0x28, 0x103, "US", number(0)),
        element(0x7FE0, 0x10, "OW", pixels.astype("<u2").tobytes()),
    ]
    return bytes(128) + b"DICM" + element(2, 0, "UL", struct.pack("<I", len(meta))) + meta + b"".join(body)


def build(raw: Path, rng: np.random.Generator) -> None:
    for name in ("train", "test"):
        (raw / name).mkdir(parents=True, exist_ok=True)

    hexid = lambda: "".join(f"{int(v):x}" for v in rng.integers(0, 16, 32))
    frequency = np.array([9, 2, 2, 8, 2, 2, 3, 5, 5, 5, 4, 6, 1, 5], dtype=float)
    rows = []
    for i in range(IMAGES):
        image, pixels = hexid(), rng.integers(1000, 1400, (ROWS, COLS))
        raters = [f"R{r}" for r in rng.choice(np.arange(1, 18), 3, replace=False)]
        if rng.random() < 0.45:
            rows += [(image, CLASSES[14], 14, r, "", "", "", "") for r in raters]
        else:
            for c in rng.choice(14, int(rng.integers(1, 5)), replace=False, p=frequency / frequency.sum()):
                for _ in range(1 + int(rng.random() < 0.2)):  # now and then two findings of one class
                    x, y, w, h = (
                        int(rng.integers(1, 20)),
                        int(rng.integers(1, 24)),
                        int(rng.integers(4, 11)),
                        int(rng.integers(4, 14)),
                    )
                    pixels[y : y + h, x : x + w] += 150 * (int(c) + 1)
                    for r in raters[: int(rng.integers(1, 4))]:  # raters agree more or less
                        dx, dy = (int(v) for v in rng.integers(0, 3, 2))
                        rows.append(
                            (
                                image,
                                CLASSES[c],
                                int(c),
                                r,
                                float(x + dx),
                                float(y + dy),
                                float(x + w + dx),
                                float(y + h + dy),
                            )
                        )
        (raw / "train" / f"{image}.dicom").write_bytes(dicom(pixels, f"1.2.826.0.1.0.{i + 1}"))
    rows = [rows[i] for i in rng.permutation(len(rows))]
    (raw / "train.csv").write_text(
        "image_id,class_name,class_id,rad_id,x_min,y_min,x_max,y_max\n"
        + "".join(",".join(map(str, r)) + "\n" for r in rows)
    )
    tests = [hexid() for _ in range(3)]  # unused
    for t in tests:
        (raw / "test" / f"{t}.dicom").write_bytes(dicom(rng.integers(1000, 1400, (ROWS, COLS)), "1.2.826.0.2.1"))
    (raw / "sample_submission.csv").write_text(
        "image_id,PredictionString\n" + "".join(f"{t},14 1 0 0 1 1\n" for t in tests)
    )
