"""Miniature of the raw SIIM-FISABIO-RSNA COVID-19 archive."""

import struct
from pathlib import Path

import numpy as np
import pandas as pd

CLASSES = ["Negative for Pneumonia", "Typical Appearance", "Indeterminate Appearance", "Atypical Appearance"]


def dicom(pixels, study, image):
    """Bytes of a minimal explicit little-endian DICOM file with an 8-bit image."""

    def elem(group, item, vr, value):
        value = value.encode() if isinstance(value, str) else value
        if len(value) % 2:
            value += b"\0" if vr in ("UI", "OB") else b" "
        head = struct.pack("<HH", group, item) + vr.encode()
        return (
            head + (struct.pack("<HI", 0, len(value)) if vr in ("OB", "OW") else struct.pack("<H", len(value))) + value
        )

    us = lambda v: struct.pack("<H", v)
    uid = f"1.2.826.0.1.{int(image, 16)}"
    meta = elem(2, 1, "OB", b"\0\1") + elem(2, 2, "UI", "1.2.840.10008.5.1.4.1.1.1.1") + elem(2, 3, "UI", uid)
    meta += elem(2, 0x10, "UI", "1.2.840.10008.1.2.1")
    body = elem(8, 0x18, "UI", uid) + elem(8, 0x60, "CS", "DX") + elem(0x10, 0x20, "LO", study)
    body += elem(0x28, 2, "US", us(1)) + elem(0x28, 4, "CS", "MONOCHROME2")
    body += elem(0x28, 0x10, "US", us(pixels.shape[0])) + elem(0x28, 0x11, "US", us(pixels.shape[1]))
    body += elem(0x28, 0x100, "US", us(8)) + elem(0x28, 0x101, "US", us(8)) + elem(0x28, 0x102, "US", us(7))
    body += elem(0x28, 0x103, "US", us(0)) + elem(0x7FE0, 0x10, "OB", pixels.astype("uint8").tobytes())
    return b"\0" * 128 + b"DICM" + elem(2, 0, "UL", struct.pack("<I", len(meta))) + meta + body


def build(raw: Path, rng: np.random.Generator) -> None:
    names = iter([f"{v:012x}" for v in rng.choice(2**48, 800, replace=False)])

    def radiograph(folder, study, boxes):
        """A 20 x 20 picture; boxes are in units of a 2000 x 2000 original."""
        px = rng.normal(90, 12, (20, 20))
        for x, y, w, h in boxes:
            px[int(y / 100) : int((y + h) / 100) + 1, int(x / 100) : int((x + w) / 100) + 1] += 80
        image = next(names)
        path = raw / folder / study / next(names) / f"{image}.dcm"
        path.parent.mkdir(parents=True)
        path.write_bytes(dicom(px.clip(0, 255), study, image))
        return image

    studies, images = [], []
    for _ in range(200):
        study = next(names)
        k = int(rng.choice(4, p=[0.28, 0.42, 0.18, 0.12]))
        studies.append([f"{study}_study"] + [int(k == j) for j in range(4)])
        for copy in range(1 + int(rng.random() < 0.06)):
            boxes = []
            if k > 0 and copy == 0:
                for side in range(int(rng.integers(1, 4))):
                    boxes.append(
                        (
                            round(150 + 600 * side + rng.uniform(0, 200), 5),
                            round(rng.uniform(200, 900), 5),
                            round(rng.uniform(250, 380), 5),
                            round(rng.uniform(300, 900), 5),
                        )
                    )
            label = " ".join(f"opacity 1 {x} {y} {round(x + w, 5)} {round(y + h, 5)}" for x, y, w, h in boxes)
            shown = [{"x": x, "y": y, "width": w, "height": h} for x, y, w, h in boxes]
            image = radiograph("train", study, boxes)
            images.append((f"{image}_image", str(shown) if boxes else None, label or "none 1 0 0 1 1", study))
    pd.DataFrame(studies, columns=["id"] + CLASSES).sort_values("id").to_csv(raw / "train_study_level.csv", index=False)
    table = pd.DataFrame(images, columns=["id", "boxes", "label", "StudyInstanceUID"])
    table.sort_values("id").to_csv(raw / "train_image_level.csv", index=False)

    rows = []
    for _ in range(4):
        study = next(names)
        rows += [(f"{study}_study", "negative 1 0 0 1 1"), (f"{radiograph('test', study, [])}_image", "none 1 0 0 1 1")]
    sample = pd.DataFrame(
        sorted(rows, key=lambda r: r[0].split("_")[1], reverse=True), columns=["id", "PredictionString"]
    )
    sample.to_csv(raw / "sample_submission.csv", index=False)
