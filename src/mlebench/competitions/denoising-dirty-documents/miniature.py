"""Write a miniature raw tree: python make_raw.py OUT_DIR --seed N"""

import io
import zipfile
from pathlib import Path

import numpy as np
from PIL import Image


def page(rng, width, height):
    """A white page with lines of grey, soft-edged "letters" (numpy only: same pixels with any Pillow)."""
    a = np.full((height * 4, width * 4), 255.0)
    for y in range(6, height * 4 - 16, 22):
        x = 6
        while x < width * 4 - 10:
            w = int(rng.integers(3, 8))
            a[y + int(rng.integers(0, 6)) : y + 14, x : x + w] = rng.integers(0, 60)
            x += w + int(rng.integers(2, 7))
    a = a.reshape(height, 4, width, 4).mean(axis=(1, 3))
    return Image.fromarray(a.round().astype(np.uint8))


def dirty(rng, clean):
    """Darken the page with one random stain and some grain."""
    a = np.asarray(clean.convert("L"), dtype=float)
    h, w = a.shape
    yy, xx = np.mgrid[:h, :w]
    ring = np.hypot(yy - rng.uniform(0, h), xx - rng.uniform(0, w)) - rng.uniform(3, 9)
    stain = 1 - rng.uniform(0.2, 0.5) * np.exp(-((ring / 2) ** 2))
    a = a * stain * rng.uniform(0.75, 0.95) + rng.normal(0, 4, a.shape)
    return Image.fromarray(a.clip(0, 255).round().astype(np.uint8))


def png(img):
    buf = io.BytesIO()
    img.save(buf, "PNG")
    return buf.getvalue()


def put_zip(path, members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as z:
        for name, data in members:
            z.writestr(zipfile.ZipInfo(name, (2015, 6, 1, 0, 0, 0)), data)


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    # Nine pages, four kinds of dirt each; every third picture number belongs to Kaggle's test set.
    pages = [page(rng, 40, 19 if k % 3 else 31) for k in range(9)]
    numbers = [int(i) for i in rng.permutation(np.arange(1, 37))]
    train, cleaned, test = [], [], []
    for k, number in enumerate(numbers):
        clean = pages[k // 4]
        noisy = png(dirty(rng, clean))
        if number % 3 == 1:
            test.append((number, f"test/{number}.png", noisy))
            continue
        if number % 7 == 5:  # now and then a colour file, to be turned to grey by the preparation
            tint = np.stack([np.asarray(clean)] * 3, axis=-1).astype(int) - [[[0, 3, 9]]]
            clean = Image.fromarray(tint.clip(0, 255).astype(np.uint8))
        train.append((number, f"train/{number}.png", noisy))
        cleaned.append((number, f"train_cleaned/{number}.png", png(clean)))
    for name, items in [("train", train), ("train_cleaned", cleaned), ("test", test)]:
        put_zip(raw / f"{name}.zip", [(n, d) for _, n, d in sorted(items)])

    lines = ["id,value"]
    for number, _, data in sorted(test):
        w, h = Image.open(io.BytesIO(data)).size
        lines += [f"{number}_{r}_{c},1" for c in range(1, w + 1) for r in range(1, h + 1)]
    put_zip(raw / "sampleSubmission.csv.zip", [("sampleSubmission.csv", "\n".join(lines) + "\n")])
