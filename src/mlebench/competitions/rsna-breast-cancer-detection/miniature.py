"""Miniature raw tree for rsna-breast-cancer-detection."""

import struct
from pathlib import Path

import numpy as np
import pandas as pd

PATIENTS = 90


# ---- a minimal DICOM file (explicit VR little endian, 16-bit grey) ------------------------------
def element(group, elem, vr, value):
    if isinstance(value, str):
        value = value.encode()
    if len(value) % 2:
        value += b"\0" if vr in ("UI", "OB") else b" "
    size = b"\0\0" + struct.pack("<I", len(value)) if vr in ("OB", "OW") else struct.pack("<H", len(value))
    return struct.pack("<HH", group, elem) + vr.encode() + size + value


def dicom(pixels, patient, image):
    us = lambda n: struct.pack("<H", n)
    meta = (
        element(2, 1, "OB", b"\0\1")
        + element(2, 2, "UI", "1.2.840.10008.5.1.4.1.1.1.2")
        + element(2, 3, "UI", f"1.2.3.{image}")
        + element(2, 16, "UI", "1.2.840.10008.1.2.1")
    )
    body = (
        element(8, 0x60, "CS", "MG")
        + element(0x10, 0x20, "LO", str(patient))
        + element(0x20, 0x13, "IS", str(image))
        + element(0x28, 2, "US", us(1))
        + element(0x28, 4, "CS", "MONOCHROME2")
        + element(0x28, 0x10, "US", us(pixels.shape[0]))
        + element(0x28, 0x11, "US", us(pixels.shape[1]))
        + element(0x28, 0x100, "US", us(16))
        + element(0x28, 0x101, "US", us(12))
        + element(0x28, 0x102, "US", us(11))
        + element(0x28, 0x103, "US", us(0))
        + element(0x7FE0, 0x10, "OW", pixels.astype("<u2").tobytes())
    )
    return bytes(128) + b"DICM" + element(2, 0, "UL", struct.pack("<I", len(meta))) + meta + body


def mammogram(rng, cancer):
    yy, xx = np.mgrid[:12, :9]
    pixels = 900 * np.exp(-((yy - 6) ** 2 + xx**2) / 30) + rng.normal(200, 25, (12, 9))
    if cancer:
        pixels[5:7, 3:5] += 1500
    return pixels.clip(0, 4095).astype(np.uint16)


def build(raw: Path, rng: np.random.Generator) -> None:
    (raw / "train_images").mkdir(parents=True, exist_ok=True)

    # ids of different lengths, so that numeric and text order differ
    patients = np.sort(rng.choice(np.r_[np.arange(5, 9000), np.arange(10000, 65000)], PATIENTS, replace=False))
    image_ids = iter(50000 + rng.choice(2**31 - 60000, 600, replace=False))
    sick = set(rng.choice(PATIENTS, 45, replace=False))
    rows = []
    for k, patient in enumerate(patients):
        site, machine = int(rng.integers(1, 3)), int(rng.choice([21, 29, 48, 49, 93, 170]))
        age = float(rng.integers(40, 85)) if rng.random() > 0.05 else np.nan
        bad_side = str(rng.choice(["L", "R"])) if k in sick else None  # far more cancer than in reality
        sides = ["L", "R"] if rng.random() > 0.05 or k in sick else ["L"]
        folder = raw / "train_images" / str(patient)
        folder.mkdir(exist_ok=True)
        for side in sides:
            cancer = int(side == bad_side)
            birads = np.nan if site == 2 else float(0 if cancer else rng.choice([1, 2]))
            density = "" if site == 2 else str(rng.choice(list("ABCD")))
            views = ["CC", "MLO"] + (["CC"] if rng.random() < 0.2 else [])
            for view in views:
                image = int(next(image_ids))
                rows.append(
                    (
                        site,
                        patient,
                        image,
                        side,
                        view,
                        age,
                        cancer,
                        int(cancer or rng.random() < 0.05),
                        int(cancer and rng.random() < 0.7),
                        birads,
                        int(rng.random() < 0.03),
                        density,
                        machine,
                        bool(not cancer and rng.random() < 0.1),
                    )
                )
                (folder / f"{image}.dcm").write_bytes(dicom(mammogram(rng, cancer), patient, image))
    cols = [
        "site_id",
        "patient_id",
        "image_id",
        "laterality",
        "view",
        "age",
        "cancer",
        "biopsy",
        "invasive",
        "BIRADS",
        "implant",
        "density",
        "machine_id",
        "difficult_negative_case",
    ]
    pd.DataFrame(rows, columns=cols).to_csv(raw / "train.csv", index=False)

    # Kaggle's placeholder test set: one patient
    test = [
        (2, 10008, n, s, v, 81, 0, 21, f"10008_{s}")
        for n, s, v in [
            (736471439, "L", "MLO"),
            (1591370361, "L", "CC"),
            (68070693, "R", "MLO"),
            (361203119, "R", "CC"),
        ]
    ]
    folder = raw / "test_images" / "10008"
    folder.mkdir(parents=True)
    for row in test:
        (folder / f"{row[2]}.dcm").write_bytes(dicom(mammogram(rng, 0), 10008, row[2]))
    pd.DataFrame(test, columns=cols[:6] + ["implant", "machine_id", "prediction_id"]).to_csv(
        raw / "test.csv", index=False
    )
    pd.DataFrame({"prediction_id": ["10008_L", "10008_R"], "cancer": 0.021168}).to_csv(
        raw / "sample_submission.csv", index=False
    )
