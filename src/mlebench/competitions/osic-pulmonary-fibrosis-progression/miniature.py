"""Miniature raw data: osic-pulmonary-fibrosis-progression."""

import struct
from pathlib import Path

import numpy as np
import pandas as pd


def dicom(pixels, patient, number):
    """Bytes of a minimal explicit little-endian DICOM file with a 16-bit image."""

    def elem(group, item, vr, value):
        value = value.encode() if isinstance(value, str) else value
        if len(value) % 2:
            value += b"\0" if vr == "UI" else b" "
        head = struct.pack("<HH", group, item) + vr.encode()
        return (
            head + (struct.pack("<HI", 0, len(value)) if vr in ("OB", "OW") else struct.pack("<H", len(value))) + value
        )

    def us(v):
        return struct.pack("<H", v)

    uid = f"1.2.826.0.1.{int(patient[2:12])}.{number}"
    meta = elem(2, 1, "OB", b"\0\1") + elem(2, 2, "UI", "1.2.840.10008.5.1.4.1.1.2") + elem(2, 3, "UI", uid)
    meta += elem(2, 0x10, "UI", "1.2.840.10008.1.2.1")
    body = elem(8, 0x18, "UI", uid) + elem(8, 0x60, "CS", "CT") + elem(0x10, 0x20, "LO", patient)
    body += elem(0x20, 0x13, "IS", str(number)) + elem(0x28, 2, "US", us(1)) + elem(0x28, 4, "CS", "MONOCHROME2")
    body += elem(0x28, 0x10, "US", us(pixels.shape[0])) + elem(0x28, 0x11, "US", us(pixels.shape[1]))
    body += elem(0x28, 0x100, "US", us(16)) + elem(0x28, 0x101, "US", us(16)) + elem(0x28, 0x102, "US", us(15))
    body += elem(0x28, 0x103, "US", us(1)) + elem(0x28, 0x1052, "DS", "-1024") + elem(0x28, 0x1053, "DS", "1")
    body += elem(0x7FE0, 0x10, "OW", pixels.astype("<i2").tobytes())
    return b"\0" * 128 + b"DICM" + elem(2, 0, "UL", struct.pack("<I", len(meta))) + meta + body


def build(raw: Path, rng: np.random.Generator) -> None:
    (raw / "train").mkdir(parents=True, exist_ok=True)
    (raw / "test").mkdir(exist_ok=True)

    patients = [
        f"ID{k:05d}637202{v:012d}"
        for k, v in zip(np.sort(rng.choice(500, 40, replace=False)), rng.integers(10**11, 10**12, 40), strict=False)
    ]
    rows = []
    for k, p in enumerate(patients):
        n_slices = int(rng.integers(2, 5))
        age, sex = int(rng.integers(49, 88)), rng.choice(["Male", "Female"], p=[0.8, 0.2])
        smoke = rng.choice(["Ex-smoker", "Never smoked", "Currently smokes"], p=[0.65, 0.3, 0.05])
        scar = rng.uniform(0, 1)  # visible as bright pixels in the scan
        typical = float(rng.uniform(2800, 4200))
        weeks = np.cumsum(rng.integers(1, 9, int(rng.integers(6, 11)))) + int(rng.integers(-6, 15))
        fvc = (typical * rng.uniform(0.6, 1.0) - 6 * scar * (weeks - weeks[0]) + rng.normal(0, 60, len(weeks))).astype(
            int
        )
        mine = [[p, int(w), int(f), f / typical * 100, age, sex, smoke] for w, f in zip(weeks, fvc, strict=False)]
        if rng.random() < 0.5 and k % 4 == 3:  # two measurements in one week do occur (not among test patients)
            mine.append([p, mine[2][1], mine[2][2] + 17, (mine[2][2] + 17) / typical * 100, age, sex, smoke])
        rows += mine
        (raw / "train" / p).mkdir()
        for s in range(1, n_slices + 1):
            px = rng.normal(200, 40, (12, 12)) + 800 * (rng.random((12, 12)) < scar / 4)
            (raw / "train" / p / f"{s}.dcm").write_bytes(dicom(px, p, s))
    cols = ["Patient", "Weeks", "FVC", "Percent", "Age", "Sex", "SmokingStatus"]
    train = pd.DataFrame(rows, columns=cols)
    order = rng.permutation(len(patients))  # patients do not come in id order
    train = pd.concat([train[train["Patient"] == patients[i]] for i in order])
    train.to_csv(raw / "train.csv", index=False)

    first = train[train["Patient"].isin(patients[:3])].groupby("Patient", as_index=False).first()
    first.to_csv(raw / "test.csv", index=False)
    for p in patients[:3]:
        (raw / "test" / p).mkdir()
        (raw / "test" / p / "1.dcm").write_bytes((raw / "train" / p / "1.dcm").read_bytes())
    sample = [f"{p}_{w}" for w in range(-12, 134) for p in patients[:3]]
    pd.DataFrame({"Patient_Week": sample, "FVC": 2000, "Confidence": 100}).to_csv(
        raw / "sample_submission.csv", index=False
    )
