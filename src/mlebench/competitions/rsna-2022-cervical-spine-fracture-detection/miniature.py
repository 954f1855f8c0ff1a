"""Miniature of the RSNA 2022 cervical spine raw archive: CSVs, tiny DICOM slices and NIfTI masks (written by hand)."""

import struct
from pathlib import Path

import numpy as np
import pandas as pd

N, N_TEST, SIZE = 130, 3, 8
BONES = [f"C{i}" for i in range(1, 8)]


def element(group, number, vr, data):
    if len(data) % 2:
        data += b"\0" if vr in ("UI", "OB") else b" "
    head = struct.pack("<HH", group, number) + vr.encode()
    return head + (struct.pack("<HI", 0, len(data)) if vr in ("OB", "OW") else struct.pack("<H", len(data))) + data


def dicom(study, slice_number, pixels):
    """Explicit VR little endian CT slice."""
    us = lambda v: struct.pack("<H", v)
    uid = f"{study}.1.{slice_number}".encode()
    meta = (
        element(2, 1, "OB", b"\0\1")
        + element(2, 2, "UI", b"1.2.840.10008.5.1.4.1.1.2")
        + element(2, 3, "UI", uid)
        + element(2, 16, "UI", b"1.2.840.10008.1.2.1")
    )
    body = (
        element(8, 0x18, "UI", uid)
        + element(0x10, 0x20, "LO", study.encode())
        + element(0x18, 0x50, "DS", b"0.625")
        + element(0x20, 0xD, "UI", study.encode())
        + element(0x20, 0x13, "IS", str(slice_number).encode())
        + element(0x20, 0x32, "DS", f"-52\\-160\\{-slice_number * 0.6:.1f}".encode())
        + element(0x28, 2, "US", us(1))
        + element(0x28, 4, "CS", b"MONOCHROME2")
        + element(0x28, 0x10, "US", us(SIZE))
        + element(0x28, 0x11, "US", us(SIZE))
        + element(0x28, 0x100, "US", us(16))
        + element(0x28, 0x101, "US", us(16))
        + element(0x28, 0x102, "US", us(15))
        + element(0x28, 0x103, "US", us(1))
        + element(0x7FE0, 0x10, "OW", pixels.astype("<i2").tobytes())
    )
    return b"\0" * 128 + b"DICM" + element(2, 0, "UL", struct.pack("<I", len(meta))) + meta + body


def nifti(labels):
    h = bytearray(352)
    struct.pack_into("<i", h, 0, 348)
    struct.pack_into("<8h", h, 40, 3, *labels.shape, 1, 1, 1, 1)
    struct.pack_into("<2h", h, 70, 2, 8)  # unsigned 8 bit
    struct.pack_into("<8f", h, 76, 1, 0.6, 0.6, 0.6, 0, 0, 0, 0)
    struct.pack_into("<f", h, 108, 352)
    h[344:348] = b"n+1\0"
    return bytes(h) + labels.astype("u1").tobytes(order="F")


def build(raw: Path, rng: np.random.Generator) -> None:
    (raw / "segmentations").mkdir(parents=True, exist_ok=True)

    uids = [f"1.2.826.0.1.3680043.{v}" for v in rng.choice(30000, N + N_TEST, replace=False)]
    broken = rng.random((N + N_TEST, 7)) < [0.07, 0.14, 0.04, 0.05, 0.08, 0.14, 0.19]
    table = pd.DataFrame(broken.astype(int), columns=BONES)
    table.insert(0, "StudyInstanceUID", uids)
    table.insert(1, "patient_overall", broken.any(axis=1).astype(int))
    table[:N].to_csv(raw / "train.csv", index=False)

    for i, uid in enumerate(uids):
        folder = raw / ("train_images" if i < N else "test_images") / uid
        folder.mkdir(parents=True)
        for s in range(1, int(rng.integers(2, 4))):
            px = rng.normal(300, 60, (SIZE, SIZE)) - 400 * broken[i].mean()  # a dark gap for broken bones
            (folder / f"{s}.dcm").write_bytes(dicom(uid, s, px.round()))

    shuffled = rng.permutation(N)
    boxed, masked = shuffled[:47], shuffled[25:58]  # 22 studies have both
    boxes = []
    for i in boxed:
        for s in range(int(rng.integers(1, 4))):
            x, y, w, h = rng.uniform(10, 300, 4)
            boxes.append([uids[i], round(x, 5) if s else 219.0, y, w, h, int(rng.integers(100, 300))])
    pd.DataFrame(boxes, columns=["StudyInstanceUID", "x", "y", "width", "height", "slice_number"]).to_csv(
        raw / "train_bounding_boxes.csv", index=False
    )
    for i in masked:
        (raw / "segmentations" / f"{uids[i]}.nii").write_bytes(nifti(rng.integers(0, 9, (4, 5, 6))))

    test = [(f"{u}_{b}", u, b) for u in uids[N:] for b in ["C1"]]
    pd.DataFrame(test, columns=["row_id", "StudyInstanceUID", "prediction_type"]).to_csv(raw / "test.csv", index=False)
    pd.DataFrame({"row_id": [t[0] for t in test], "fractured": 0.5}).to_csv(raw / "sample_submission.csv", index=False)
