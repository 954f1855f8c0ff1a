"""Miniature raw data: PetFinder.my - Pawpularity Contest."""

from pathlib import Path

import numpy as np
from PIL import Image

FLAGS = [
    "Subject Focus",
    "Eyes",
    "Face",
    "Near",
    "Action",
    "Accessory",
    "Group",
    "Collage",
    "Human",
    "Occlusion",
    "Info",
    "Blur",
]
TRAIN, TEST = 90, 8


def photo(rng, path, brightness):
    pixels = np.clip(rng.normal(brightness, 30, (24, 18, 3)), 0, 255).astype(np.uint8)
    Image.fromarray(pixels).save(path, quality=80)


def build(raw: Path, rng: np.random.Generator) -> None:
    for name in ("train", "test"):
        (raw / name).mkdir(parents=True, exist_ok=True)

    def write(name, count, labelled):
        ids = sorted("".join(f"{int(v):x}" for v in rng.integers(0, 16, 32)) for _ in range(count))
        lines = [",".join(["Id", *FLAGS] + ["Pawpularity"] * labelled)]
        for i in ids:
            # Brighter photos are liked a little more.
            score = int(np.clip(rng.gamma(4, 9.5), 1, 100))
            photo(rng, raw / name / f"{i}.jpg", 80 + score)
            flags = [str(int(rng.random() < 0.4)) for _ in FLAGS]
            lines.append(",".join([i, *flags] + [str(score)] * labelled))
        (raw / f"{name}.csv").write_text("\n".join(lines) + "\n")
        return ids

    write("train", TRAIN, True)
    ids = write("test", TEST, False)
    (raw / "sample_submission.csv").write_text(
        "Id,Pawpularity\n" + "".join(f"{i},{rng.uniform(1, 100):.2f}\n" for i in ids)
    )
