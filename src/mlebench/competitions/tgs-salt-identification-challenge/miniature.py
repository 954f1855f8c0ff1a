"""Miniature raw data: tgs-salt-identification-challenge."""

import io
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image

S = 101


def rle(mask):
    """start length pairs, top to bottom and then left to right, counted from 1"""
    m = np.concatenate([[0], mask.T.ravel(), [0]])
    e = np.flatnonzero(m[1:] != m[:-1])
    return " ".join(f"{a + 1} {b - a}" for a, b in zip(e[::2], e[1::2]))


def salt(rng, i):
    m = np.zeros((S, S), bool)
    kind = i % 8
    if kind == 0:
        m[:] = True  # wholly salt
    elif kind == 1:
        m[:, int(rng.integers(10, 40)) :] = True  # mostly salt
    elif kind < 5:
        r, c = rng.integers(0, 60, 2)
        m[r : r + int(rng.integers(8, 50)), c : c + int(rng.integers(8, 40))] = True
    return m  # kinds 5-7: no salt


def png(array):
    buf = io.BytesIO()
    Image.fromarray(array).save(buf, "PNG", optimize=True)
    return buf.getvalue()


def picture(rng, m):
    """Layers in sediment, flat grey in salt."""
    layers = 110 + 60 * np.sin(np.arange(S)[:, None] / rng.uniform(2, 5)) + np.zeros((1, S))
    a = np.where(m, 120, layers).astype(np.uint8)
    return png(np.stack([a] * 3, -1))


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    n_train, n_test = 97, 10
    ids = [f"{int(v):010x}" for v in rng.integers(0, 16**10, n_train + n_test)]
    masks = [salt(rng, i) for i in range(n_train)]
    train = pd.DataFrame({"id": ids[:n_train], "rle_mask": [rle(m) for m in masks]})
    sample = pd.DataFrame({"id": ids[n_train:], "rle_mask": "1 1"})
    depths = pd.DataFrame({"id": rng.permutation(ids), "z": rng.integers(50, 960, len(ids))})

    files = {
        "train.csv": train.to_csv(index=False),
        "sample_submission.csv": sample.to_csv(index=False),
        "depths.csv": depths.to_csv(index=False),
    }
    for name, text in files.items():
        (raw / name).write_text(text)
    for i, m in zip(ids, masks):
        files[f"train/images/{i}.png"] = picture(rng, m)
        files[f"train/masks/{i}.png"] = png(m.astype(np.uint16) * 65535)
    for i in ids[n_train:]:
        files[f"test/images/{i}.png"] = picture(rng, np.zeros((S, S), bool))
    with zipfile.ZipFile(raw / "competition_data.zip", "w") as z:
        for name, data in files.items():
            z.writestr(zipfile.ZipInfo(f"competition_data/{name}", (2019, 1, 1, 0, 0, 0)), data)
