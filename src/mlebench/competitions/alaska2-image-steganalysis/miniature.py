"""Miniature of the ALASKA2 raw archive: Cover, JMiPOD, JUNIWARD, UERD, Test, sample_submission.csv.

The preparation takes exactly 5000 covers away as test set, so there must be more than that:
5030 covers x 4 folders of 8x8 grey JPEGs (about 4 MB in 20,000 files).
"""

import io
from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image

N_COVER, N_TEST = 5030, 10


def jpeg(px):
    buf = io.BytesIO()
    Image.fromarray(px.clip(0, 255).astype("uint8")).save(buf, "JPEG", quality=75, optimize=True)
    return buf.getvalue()


def build(raw: Path, rng: np.random.Generator) -> None:
    algorithms = ["JMiPOD", "JUNIWARD", "UERD"]
    for d in ["Cover", "Test", *algorithms]:
        (raw / d).mkdir(parents=True, exist_ok=True)

    ramp = np.add.outer(np.arange(8), np.arange(8))
    for i in range(1, N_COVER + 1):
        cover = rng.integers(40, 160) + ramp * rng.uniform(0, 5) + rng.normal(0, 8, (8, 8))
        (raw / "Cover" / f"{i:05d}.jpg").write_bytes(jpeg(cover))
        for k, name in enumerate(algorithms):  # hidden data = more noise
            stego = cover + rng.normal(0, 14 + 3 * k, (8, 8))
            (raw / name / f"{i:05d}.jpg").write_bytes(jpeg(stego))
    for i in range(1, N_TEST + 1):
        (raw / "Test" / f"{i:04d}.jpg").write_bytes(jpeg(100 + rng.normal(0, 12, (8, 8))))
    ids = [f"{i:04d}.jpg" for i in range(1, N_TEST + 1)]
    pd.DataFrame({"Id": ids, "Label": 0}).to_csv(raw / "sample_submission.csv", index=False)
