from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from PIL import Image

from mlebench.data import shuffled_ids, split_rows, track, write_csv

SEED = 15
SIDE = 32
TRAIN_PATCHES, TEST_PATCHES = 180, 60
NOISE = (12.0, 36.0)  # standard deviation of the grain, another one for each patch
DEAD_PIXELS = 0.04  # share of pixels that turn black or white

Picture = npt.NDArray[np.uint8]


def prepare(raw: Path, public: Path, private: Path) -> None:
    rng = np.random.default_rng(SEED)
    cells = pd.DataFrame([cell for path in sorted(raw.glob("*.png")) for cell in _grid(path)])
    cells = cells.iloc[rng.permutation(len(cells))[: TRAIN_PATCHES + TEST_PATCHES]]
    train, test = shuffled_ids(*split_rows(cells, TEST_PATCHES, seed=SEED), seed=SEED, form="p{:03d}")
    photographs = {path.name: np.asarray(Image.open(path)) for path in raw.glob("*.png")}

    for row in track(train.itertuples(), "cutting training patches", len(train)):
        clean = _cut(photographs, row)
        _save(clean, public / "train_clean" / f"{row.id}.png")
        _save(_spoil(clean, rng), public / "train" / f"{row.id}.png")
    answers = []
    for row in track(test.itertuples(), "cutting test patches", len(test)):
        clean = _cut(photographs, row)
        _save(_spoil(clean, rng), public / "test" / f"{row.id}.png")
        answers.append(pd.DataFrame({"id": _pixel_ids(str(row.id)), "value": clean.ravel()}))

    truth = pd.concat(answers, ignore_index=True)
    write_csv(truth, private / "test.csv")
    write_csv(test, private / "places.csv")
    write_csv(truth[["id"]].assign(value=128), public / "sample_submission.csv")


def _grid(path: Path) -> list[dict[str, Any]]:
    """Cells that do not overlap, so that no test pixel is in a training patch."""
    width, height = Image.open(path).size
    return [
        {"photograph": path.name, "top": top, "left": left}
        for top in range(0, height - SIDE + 1, SIDE)
        for left in range(0, width - SIDE + 1, SIDE)
    ]


def _cut(photographs: dict[str, Picture], cell: Any) -> Picture:
    return photographs[cell.photograph][cell.top : cell.top + SIDE, cell.left : cell.left + SIDE]


def _spoil(clean: Picture, rng: np.random.Generator) -> Picture:
    grain = rng.normal(0, rng.uniform(*NOISE), clean.shape)
    spoilt = np.clip(np.rint(clean + grain), 0, 255).astype(np.uint8)
    dead = rng.random(clean.shape) < DEAD_PIXELS
    return np.where(dead, rng.choice(np.array([0, 255], np.uint8), clean.shape), spoilt)


def _save(picture: Picture, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(picture).save(path)


def _pixel_ids(patch: str) -> list[str]:
    return [f"{patch}_{row}_{column}" for row in range(1, SIDE + 1) for column in range(1, SIDE + 1)]
