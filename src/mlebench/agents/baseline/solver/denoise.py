"""Pictures from pictures: each pixel of the clean picture from the neighbourhood in the spoilt one."""

from __future__ import annotations

import io
import re
from typing import NamedTuple

import numpy as np
import pandas as pd
from PIL import Image

from solver.arrays import Floats
from solver.files import PICTURES, Entry, Files
from solver.models import Regressor
from solver.sample import Sample
from solver.sandbox import Sandbox

MOST_PIXELS = 60_000


class Cleaner(NamedTuple):
    """Straight lines, and trees that correct what these get wrong: edges, spikes, flat paper."""

    linear: Regressor
    correction: Regressor

    def clean(self, image: Floats) -> Floats:
        """The picture without its spoilt places."""
        features = _neighbourhood(image)
        found = self.linear.predict(features) + self.correction.predict(features)
        return np.clip(found.reshape(image.shape), 0, 255)


def solve(sandbox: Sandbox, files: Files, sample: Sample) -> pd.DataFrame | None:
    """Applies where ids are PICTURE_ROW_COLUMN and training pictures come in pairs of folders."""
    if len(sample.targets) != 1 or sample.table[sample.targets[0]].dtype.kind not in "iuf":
        return None
    if not re.fullmatch(r".+_\d+_\d+", sample.ids.iloc[0]):
        return None
    parts = sample.ids.str.extract(r"^(.+)_(\d+)_(\d+)$")
    if parts.isna().any().any():
        return None
    pictures = [entry for entry in files.entries if entry.suffix in PICTURES]
    pairs = _pairs(pictures)
    if not pairs:
        return None
    largest = float(np.nanmax(sample.table[sample.targets[0]].to_numpy(dtype=float)))
    scale = 255.0 if largest <= 1 else 1.0
    sandbox.log(f"{len(pairs)} pairs of pictures; values from 0 to {255 / scale:g}")
    cleaner = _fitted(sandbox, pairs)
    values = np.full(len(sample.table), np.nan)
    rows, columns = (parts[i].to_numpy(dtype=int) for i in (1, 2))
    first = 0 if rows.min() == 0 else 1
    for stem, places in parts.groupby(0).indices.items():
        entry = files.media_of(str(stem), "test")
        if entry is None:
            return None
        clean = cleaner.clean(_grey(entry)) / scale
        values[places] = clean[rows[places] - first, columns[places] - first]
    return sample.filled({sample.targets[0]: np.round(values, 4)})


def _pairs(pictures: list[Entry]) -> list[tuple[Entry, Entry]]:
    """Spoilt and clean pictures of the same name in two folders, the second of which is named after the first."""
    folders: dict[str, dict[str, Entry]] = {}
    for entry in pictures:
        folders.setdefault(entry.folder, {})[entry.stem] = entry
    for name, spoilt in folders.items():
        for other, clean in folders.items():
            if name != other and re.search(r"clean|target|truth|label", other, re.IGNORECASE):
                both = sorted(spoilt.keys() & clean.keys())
                if len(both) >= 0.9 * len(spoilt) and "train" in name.lower():
                    return [(spoilt[stem], clean[stem]) for stem in both]
    return []


def _grey(entry: Entry) -> Floats:
    return np.asarray(Image.open(io.BytesIO(entry.read())).convert("L"), dtype=np.float32)


def _neighbourhood(image: Floats) -> Floats:
    """For each pixel: its surroundings, smoothed values at several scales, and how rough it is there."""
    from scipy import ndimage

    padded = np.pad(image, 3, mode="reflect")
    height, width = image.shape
    views = [padded[i : i + height, j : j + width] for i in range(1, 6) for j in range(1, 6)]
    views += [padded[i : i + height, j : j + width] for i, j in ((0, 3), (6, 3), (3, 0), (3, 6))]
    views += [ndimage.median_filter(image, size) for size in (3, 5, 7)]
    views += [ndimage.gaussian_filter(image, sigma) for sigma in (0.7, 1.2, 2.5, 6.0)]
    without_spikes = np.where(np.abs(image - views[29]) > 60, views[29], image)
    views += [ndimage.gaussian_filter(without_spikes, sigma) for sigma in (0.6, 1.0, 1.6)]
    mean = ndimage.uniform_filter(image, 7)
    views.append(np.sqrt(np.maximum(ndimage.uniform_filter(image**2, 7) - mean**2, 0)))
    rough = float(np.median(np.abs(image - views[29])))
    views.append(np.full_like(image, rough))
    return np.stack([view.ravel() for view in views], axis=1).astype(np.float32)


def _fitted(sandbox: Sandbox, pairs: list[tuple[Entry, Entry]]) -> Cleaner:
    from sklearn.ensemble import HistGradientBoostingRegressor
    from sklearn.linear_model import Ridge

    rng = np.random.default_rng(sandbox.seed)
    each = max(50, int(MOST_PIXELS / len(pairs)))
    features, values = [], []
    until = 0.6 * sandbox.left()
    for spoilt, clean in pairs:
        left, right = _grey(spoilt), _grey(clean)
        if left.shape != right.shape:
            continue
        chosen = rng.choice(left.size, min(each, left.size), replace=False)
        features.append(_neighbourhood(left)[chosen])
        values.append(right.ravel()[chosen])
        if sandbox.left() < until:
            break
    x, y = np.concatenate(features), np.concatenate(values)
    sandbox.log(f"learning from {len(y)} pixels")
    linear = Ridge(10.0).fit(x, y)
    booster = HistGradientBoostingRegressor(
        max_iter=150, learning_rate=0.1, max_leaf_nodes=31, min_samples_leaf=30, max_bins=127,
        random_state=sandbox.seed,
    )  # fmt: skip
    return Cleaner(linear, booster.fit(x, y - linear.predict(x)))
