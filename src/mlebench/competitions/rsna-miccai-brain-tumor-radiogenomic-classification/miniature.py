"""Miniature raw data for rsna-miccai-brain-tumor-radiogenomic-classification (DICOM folders per patient)."""

import struct
from pathlib import Path

import numpy as np
import pandas as pd

SEQUENCES = ["FLAIR", "T1w", "T1wCE", "T2w"]
EXPLICIT_LE = "1.2.840.10008.1.2.1"
MR_STORAGE = "1.2.840.10008.5.1.4.1.1.4"


def element(group, elem, vr, value):
    """One DICOM data element, explicit VR little endian."""
    if vr == "US":
        value = struct.pack("<H", value)
    elif isinstance(value, str):
        value = value.encode("ascii")
        value += (b"\0" if vr == "UI" else b" ") * (len(value) % 2)
    head = struct.pack("<HH", group, elem) + vr.encode()
    if vr in ("OB", "OW"):
        return head + struct.pack("<HI", 0, len(value)) + value
    return head + struct.pack("<H", len(value)) + value


def dicom(pixels, patient, series, number, uid):
    meta = (
        element(2, 1, "OB", b"\0\1")
        + element(2, 2, "UI", MR_STORAGE)
        + element(2, 3, "UI", uid)
        + element(2, 16, "UI", EXPLICIT_LE)
    )
    h, w = pixels.shape
    body = [
        (0x0008, 0x0016, "UI", MR_STORAGE), (0x0008, 0x0018, "UI", uid), (0x0008, 0x0060, "CS", "MR"),
        (0x0008, 0x103E, "LO", series), (0x0010, 0x0010, "PN", patient), (0x0010, 0x0020, "LO", patient),
        (0x0020, 0x0013, "IS", str(number)), (0x0028, 0x0002, "US", 1), (0x0028, 0x0004, "CS", "MONOCHROME2"),
        (0x0028, 0x0010, "US", h), (0x0028, 0x0011, "US", w), (0x0028, 0x0100, "US", 16), (0x0028, 0x0101, "US", 16),
        (0x0028, 0x0102, "US", 15), (0x0028, 0x0103, "US", 0), (0x7FE0, 0x0010, "OW", pixels.astype("<u2").tobytes()),
    ]  # fmt: skip
    length = struct.pack("<HH", 2, 0) + b"UL" + struct.pack("<HI", 4, len(meta))
    return b"\0" * 128 + b"DICM" + length + meta + b"".join(element(*e) for e in body)


def patient(rng, root, name, methylated):
    for s, seq in enumerate(SEQUENCES):
        folder = root / name / seq
        folder.mkdir(parents=True)
        start = int(rng.integers(1, 40))
        for k in range(start, start + int(rng.integers(1, 3))):  # slice numbers needn't start at 1
            px = rng.integers(0, 300, size=(8, 8)) + (150 * methylated if s == 0 else 0)
            uid = f"1.2.826.0.1.{int(name)}.{s}.{k}"
            (folder / f"Image-{k}.dcm").write_bytes(dicom(px, name, seq, k, uid))


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    names = [f"{k:05d}" for k in np.sort(rng.choice(1010, size=122, replace=False))]
    y = (rng.random(112) < 0.52).astype(int)
    train, test = names[:112], names[112:]
    pd.DataFrame({"BraTS21ID": train, "MGMT_value": y}).to_csv(raw / "train_labels.csv", index=False)
    for n, v in zip(train, y):
        patient(rng, raw / "train", n, v)
    for n in test:  # not used
        patient(rng, raw / "test", n, 0)
    pd.DataFrame({"BraTS21ID": test, "MGMT_value": 0.5}).to_csv(raw / "sample_submission.csv", index=False)
