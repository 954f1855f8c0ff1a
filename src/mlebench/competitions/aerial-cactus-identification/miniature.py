"""Miniature of the Aerial Cactus raw archive: train.csv, train.zip, test.zip, sample_submission.csv."""

import io
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image

N_TRAIN, N_TEST = 120, 20


def picture(rng, cactus):
    """32x32 desert patch; a cactus is a brighter green column."""
    px = rng.normal([150, 130, 110], 14, (32, 32, 3))
    if cactus:
        x = rng.integers(8, 20)
        px[4:28, x : x + 5] += [-35, 30, -30]
    buf = io.BytesIO()
    Image.fromarray(px.clip(0, 255).astype("uint8")).save(buf, "JPEG", quality=60)
    return buf.getvalue()


def write_zip(path, folder, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as z:
        for name, data in files:
            z.writestr(zipfile.ZipInfo(f"{folder}/{name}", (2019, 3, 8, 0, 0, 0)), data)


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    names = sorted(rng.bytes(16).hex() + ".jpg" for _ in range(N_TRAIN + N_TEST))
    is_test = np.zeros(len(names), bool)
    is_test[rng.choice(len(names), N_TEST, replace=False)] = True
    label = (rng.random(len(names)) < 0.75).astype(int)

    train = [(n, l) for n, l, t in zip(names, label, is_test) if not t]
    test = [(n, l) for n, l, t in zip(names, label, is_test) if t]
    pd.DataFrame(train, columns=["id", "has_cactus"]).to_csv(raw / "train.csv", index=False)
    pd.DataFrame({"id": [n for n, _ in test], "has_cactus": 0.5}).to_csv(raw / "sample_submission.csv", index=False)
    write_zip(raw / "train.zip", "train", [(n, picture(rng, l)) for n, l in train])
    write_zip(raw / "test.zip", "test", [(n, picture(rng, l)) for n, l in test])
