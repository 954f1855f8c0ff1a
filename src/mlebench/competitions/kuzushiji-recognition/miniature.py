"""Miniature raw data: Kuzushiji Recognition."""

import io
import zipfile
from pathlib import Path

import numpy as np
from PIL import Image

CHARS = "のにしてはをとりもなか人ひ見"
PAGES, WIDTH, HEIGHT = 60, 90, 120


def page(rng):
    """Columns of characters from right to left; a character's shade depends on which one it is."""
    pixels = np.full((HEIGHT, WIDTH), 230) + rng.integers(-8, 8, (HEIGHT, WIDTH))
    boxes = []
    for column in range(int(rng.integers(2, 4))):
        x, y = WIDTH - 22 - 24 * column, int(rng.integers(4, 12))
        while y < HEIGHT - 24:
            c = int(min(rng.exponential(3), len(CHARS) - 1))
            w, h = int(rng.integers(8, 18)), int(rng.integers(8, 20))
            pixels[y : y + h, x : x + w] = 20 + 12 * c
            boxes.append((c, x, y, w, h))
            y += h - 4 + int(rng.integers(0, 9))  # neighbours may overlap
    # The same character twice, one box in the upper half of the other: matching order matters here.
    c, x, y, w, h = boxes[-1]
    boxes.append((c, x, y, w, 2 * h + 4))
    boxes = [boxes[i] for i in rng.permutation(len(boxes))]
    labels = " ".join(f"U+{ord(CHARS[c]):04X} {x} {y} {w} {h}" for c, x, y, w, h in boxes)
    return Image.fromarray(pixels.clip(0, 255).astype(np.uint8)).convert("RGB"), labels


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    def archive(name, images):
        with zipfile.ZipFile(raw / name, "w") as z:
            for image_id, image in images:
                data = io.BytesIO()
                image.save(data, "JPEG", quality=60)
                z.writestr(zipfile.ZipInfo(f"{image_id}.jpg", (2019, 7, 1, 0, 0, 0)), data.getvalue())

    ids = [
        f"{book}_{leaf:05d}_{side}"
        for book in ("100241706", "200014740", "umgy003")
        for leaf in range(2, 12)
        for side in (1, 2)
    ]
    pages = [page(rng) for _ in ids]
    archive("train_images.zip", zip(ids, (p[0] for p in pages)))
    (raw / "train.csv").write_text("image_id,labels\n" + "".join(f"{i},{p[1]}\n" for i, p in zip(ids, pages)))
    tests = [f"test_{k:08x}" for k in range(4)]
    archive("test_images.zip", [(t, page(rng)[0]) for t in tests])  # unused
    (raw / "sample_submission.csv").write_text(
        "image_id,labels\n" + "".join(f"{t},U+003F 1 1 U+FF2F 2 2\n" for t in tests)
    )
    (raw / "unicode_translation.csv").write_text(
        "Unicode,char\n" + "".join(f"U+{ord(c):04X},{c}\n" for c in CHARS), encoding="utf-8"
    )
