"""Clean patches from noisy ones: filters whose settings are fitted, and regressions on a pixel's surroundings.

Every model says how a patch is cleaned once it has seen the training pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.lib.stride_tricks import sliding_window_view
from PIL import Image
from scipy.fft import dctn, idctn
from scipy.ndimage import gaussian_filter, median_filter, percentile_filter, uniform_filter
from scipy.signal import wiener
from sklearn.base import clone
from sklearn.decomposition import PCA
from sklearn.ensemble import ExtraTreesRegressor, HistGradientBoostingRegressor
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.neighbors import KNeighborsRegressor
from sklearn.neural_network import MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeRegressor

from starter_boards import SEED, Model

Patches = np.ndarray  # patch, row, column; grey from 0 to 255
Cleaner = Callable[[Patches], Patches]


@lru_cache(maxsize=4)
def read(folder: Path) -> Patches:
    """All patches of a folder, by name."""
    return np.stack([np.asarray(Image.open(path), dtype=float) for path in sorted(folder.glob("*.png"))])


def write(public: Path, clean: Patches) -> pd.DataFrame:
    """The submission: patches by name, then row by row, as in the sample."""
    sample = pd.read_csv(public / "sample_submission.csv")
    return sample.assign(value=np.clip(clean, 0, 255).ravel())


# ------------------------------------------------------------------------------ filters


def noise_level(noisy: Patches) -> np.ndarray:
    """Standard deviation of the grain of each patch, from differences of neighbours (robust to dead pixels)."""
    checks = noisy[:, :-1, :-1] - noisy[:, 1:, :-1] - noisy[:, :-1, 1:] + noisy[:, 1:, 1:]
    return np.median(np.abs(checks), axis=(1, 2)) / 0.6745 / 2


def without_dead_pixels(noisy: Patches, threshold: float = 3.0) -> Patches:
    """Black or white pixels far from the median around them take that median."""
    middle = median_filter(noisy, (1, 3, 3), mode="reflect")
    limit = np.maximum(20, threshold * noise_level(noisy))[:, None, None]
    dead = ((noisy <= 0) | (noisy >= 255)) & (np.abs(noisy - middle) > limit)
    return np.where(dead, middle, noisy)


def each(noisy: Patches, clean: Callable[[np.ndarray], np.ndarray]) -> Patches:
    """Apply a function to each patch."""
    return np.stack([clean(patch) for patch in noisy])


def soft_dct(noisy: Patches, strength: float, size: int = 8, step: int = 2) -> Patches:
    """Small cosine coefficients of overlapping blocks are noise: set them to zero and average the blocks."""
    limit = (strength * noise_level(noisy))[:, None, None]
    total, count = np.zeros_like(noisy), np.zeros(noisy.shape[1:])
    starts = range(0, noisy.shape[1] - size + 1, step)
    for top in starts:
        for left in starts:
            place = np.s_[top : top + size, left : left + size]
            spectrum = dctn(noisy[:, *place], axes=(1, 2), norm="ortho")
            kept = np.where(np.abs(spectrum) > limit, spectrum, 0)
            kept[:, 0, 0] = spectrum[:, 0, 0]
            total[:, *place] += idctn(kept, axes=(1, 2), norm="ortho")
            count[place] += 1
    return total / count


def non_local(noisy: Patches, strength: float, reach: int = 4) -> Patches:
    """Mean over pixels with similar surroundings (non-local means)."""
    softness = (strength * noise_level(noisy))[:, None, None] ** 2
    padded = np.pad(noisy, ((0, 0), (reach, reach), (reach, reach)), mode="reflect")
    total, weights = np.zeros_like(noisy), np.zeros_like(noisy)
    side = noisy.shape[1]
    for down in range(2 * reach + 1):
        for right in range(2 * reach + 1):
            moved = padded[:, down : down + side, right : right + side]
            distance = uniform_filter((moved - noisy) ** 2, (0, 5, 5), mode="reflect")
            weight = np.exp(-distance / softness)
            total += weight * moved
            weights += weight
    return total / weights


def bilateral(noisy: Patches, width: float, contrast: float) -> Patches:
    """Mean over near pixels of similar grey."""
    reach = int(2 * width)
    level = (contrast * noise_level(noisy))[:, None, None]
    padded = np.pad(noisy, ((0, 0), (reach, reach), (reach, reach)), mode="reflect")
    total, weights = np.zeros_like(noisy), np.zeros_like(noisy)
    side = noisy.shape[1]
    for down in range(-reach, reach + 1):
        for right in range(-reach, reach + 1):
            moved = padded[:, reach + down : reach + down + side, reach + right : reach + right + side]
            weight = np.exp(-(down**2 + right**2) / (2 * width**2) - (moved - noisy) ** 2 / (2 * level**2))
            total += weight * moved
            weights += weight
    return total / weights


def total_variation(noisy: Patches, strength: float, steps: int = 60) -> Patches:
    """The picture of least variation near the noisy one (Chambolle's projection)."""
    weight = (strength * noise_level(noisy))[:, None, None]
    down, right = np.zeros_like(noisy), np.zeros_like(noisy)
    clean = noisy
    for _ in range(steps):
        spread = np.diff(down, axis=1, prepend=0) + np.diff(right, axis=2, prepend=0)
        clean = noisy + weight * spread
        gradient_down = np.diff(clean, axis=1, append=clean[:, -1:])
        gradient_right = np.diff(clean, axis=2, append=clean[:, :, -1:])
        size = 1 + 0.25 / weight * np.hypot(gradient_down, gradient_right)
        down = (down + 0.25 / weight * gradient_down) / size
        right = (right + 0.25 / weight * gradient_right) / size
    return clean


@dataclass(frozen=True)
class Filter:
    """A cleaner without training; first without dead pixels if asked for."""

    clean: Cleaner
    repair: bool = False

    def __call__(self, public: Path) -> pd.DataFrame:
        """The submission."""
        noisy = read(public / "test")
        return write(public, self.clean(without_dead_pixels(noisy) if self.repair else noisy))


# -------------------------------------------------------------- regressions on surroundings


def windows(patches: Patches, size: int) -> np.ndarray:
    """The pixels around each pixel, a row each."""
    edge = size // 2
    padded = np.pad(patches, ((0, 0), (edge, edge), (edge, edge)), mode="reflect")
    return sliding_window_view(padded, (size, size), axis=(1, 2)).reshape(patches.size, size * size)


def ranked(patches: Patches, size: int) -> np.ndarray:
    """The pixels around each pixel in order of grey, after itself."""
    around = windows(patches, size)
    return np.column_stack([patches.ravel(), np.sort(around, axis=1)])


def filtered(patches: Patches, size: int) -> np.ndarray:
    """What several filters make of each pixel, and the noise level."""
    return _filtered(patches.tobytes(), patches.shape, size)


@lru_cache(maxsize=6)
def _filtered(content: bytes, shape: tuple[int, ...], size: int) -> np.ndarray:
    patches = np.frombuffer(content).reshape(shape)
    repaired = without_dead_pixels(patches)
    level = np.broadcast_to(noise_level(patches)[:, None, None], patches.shape)
    smooth = [gaussian_filter(repaired, (0, width, width)) for width in (0.6, 1, 2)]
    others = [median_filter(patches, (1, 3, 3)), median_filter(patches, (1, size, size))]
    spread = np.sqrt(np.maximum(0, gaussian_filter(repaired**2, (0, 2, 2)) - smooth[2] ** 2))
    clever = [
        *(soft_dct(repaired, strength) for strength in (2.0, 3.0)),
        *(non_local(repaired, strength) for strength in (0.8, 1.1)),
        *(total_variation(repaired, strength) for strength in (0.5, 1.0)),
        bilateral(repaired, 1.5, 2.0),
    ]
    planes = [patches, repaired, level, spread, *smooth, *others, *clever]
    return np.column_stack([plane.ravel() for plane in planes])


def filtered_and_window(patches: Patches, size: int) -> np.ndarray:
    """Both."""
    return np.column_stack([filtered(patches, size), windows(without_dead_pixels(patches), size)])


@dataclass(frozen=True)
class Regression:
    """A regression of the clean pixel on features of its surroundings, on a sample of the training pixels.

    What it learns is the difference from a starting point: the repaired pixel, or the best filter.
    """

    estimator: Any
    features: Callable[[Patches, int], np.ndarray] = windows
    size: int = 5
    pixels: int = 20_000
    patches: int | None = None
    repair: bool = True
    levels: int = 1

    def __call__(self, public: Path) -> pd.DataFrame:
        """The submission."""
        noisy, clean = (read(public / name)[: self.patches] for name in ("train", "train_clean"))
        test = read(public / "test")
        if self.levels == 1:
            return write(public, self._learnt(noisy, clean, test))
        # One regression for each class of noise levels.
        limits = np.quantile(noise_level(noisy), np.linspace(0, 1, self.levels + 1)[1:-1])
        of_train, of_test = np.digitize(noise_level(noisy), limits), np.digitize(noise_level(test), limits)
        result = np.empty_like(test)
        for level in range(self.levels):
            mine = of_train == level
            result[of_test == level] = self._learnt(noisy[mine], clean[mine], test[of_test == level])
        return write(public, result)

    def _learnt(self, noisy: Patches, clean: Patches, test: Patches) -> Patches:
        start, start_test = self._start(noisy), self._start(test)
        chosen = np.random.default_rng(SEED).permutation(noisy.size)[: self.pixels]
        rows = self.features(self._seen(noisy), self.size)[chosen]
        fitted = clone(self.estimator).fit(rows, (clean - start).ravel()[chosen])
        change = fitted.predict(self.features(self._seen(test), self.size))
        return start_test + change.reshape(test.shape)

    def _seen(self, noisy: Patches) -> Patches:
        return without_dead_pixels(noisy) if self.repair else noisy

    def _start(self, noisy: Patches) -> Patches:
        if self.features is windows:
            return self._seen(noisy)
        if self.features is ranked:
            return np.zeros_like(noisy)
        return gaussian_filter(without_dead_pixels(noisy), (0, 1, 1))


def components(public: Path, size: int, share: float, shrink: float) -> pd.DataFrame:
    """Principal components of clean windows, each shrunk by its signal-to-noise ratio (a fitted Wiener filter)."""
    clean, test = read(public / "train_clean"), without_dead_pixels(read(public / "test"))
    blocks = sliding_window_view(clean, (size, size), axis=(1, 2))[:, ::2, ::2].reshape(-1, size * size)
    pca = PCA(share, svd_solver="full").fit(blocks)
    total, count = np.zeros_like(test), np.zeros(test.shape[1:])
    variance = shrink * noise_level(test)[:, None] ** 2
    gain = pca.explained_variance_ / (pca.explained_variance_ + variance)
    for top in range(test.shape[1] - size + 1):
        for left in range(test.shape[2] - size + 1):
            place = np.s_[top : top + size, left : left + size]
            scores = pca.transform(test[:, *place].reshape(len(test), -1)) * gain
            total[:, *place] += pca.inverse_transform(scores).reshape(-1, size, size)
            count[place] += 1
    return write(public, total / count)


def blend(public: Path, members: tuple[Model, ...]) -> pd.DataFrame:
    """The mean of several models."""
    submissions = [member(public) for member in members]
    return submissions[0].assign(value=np.mean([s["value"] for s in submissions], axis=0))


def models() -> Iterator[tuple[str, Model]]:
    """All models of the board."""
    yield "middle grey", Filter(lambda p: np.full_like(p, 128))
    yield "mean of the patch", Filter(lambda p: np.broadcast_to(p.mean(axis=(1, 2), keepdims=True), p.shape))
    yield "as it is", Filter(lambda p: p)
    yield "as it is, repaired", Filter(lambda p: p, repair=True)
    for repair in (False, True):
        way = ", repaired" if repair else ""
        for width in (0.5, 0.8, 1.2, 1.8):
            yield f"Gaussian {width}{way}", Filter(partial(gaussian_filter, sigma=(0, width, width)), repair)
        for size in (3, 5):
            yield f"mean {size}{way}", Filter(partial(uniform_filter, size=(1, size, size)), repair)
            yield f"median {size}{way}", Filter(partial(median_filter, size=(1, size, size)), repair)
            yield f"Wiener {size}{way}", Filter(partial(each, clean=partial(wiener, mysize=size)), repair)
        for strength in (0.6, 0.9, 1.2):
            yield f"non-local means {strength}{way}", Filter(partial(non_local, strength=strength), repair)
        for strength in (2.0, 2.7, 3.4):
            yield f"cosine threshold {strength}{way}", Filter(partial(soft_dct, strength=strength), repair)
        for strength in (0.5, 0.8, 1.2):
            yield f"total variation {strength}{way}", Filter(partial(total_variation, strength=strength), repair)
        for width, contrast in ((1.0, 2.0), (1.5, 2.0), (1.5, 3.0)):
            cleaner = partial(bilateral, width=width, contrast=contrast)
            yield f"bilateral {width}, {contrast}{way}", Filter(cleaner, repair)
    yield "median of 3, then Gaussian", Filter(lambda p: gaussian_filter(median_filter(p, (1, 3, 3)), (0, 0.7, 0.7)))
    yield "percentile 40", Filter(lambda p: percentile_filter(p, 40, (1, 3, 3)))
    for size in (4, 6, 8):
        yield f"components of {size}", partial(components, size=size, share=0.999, shrink=1.0)
    yield "components of 6, shrunk more", partial(components, size=6, share=0.999, shrink=2.0)

    boosted = partial(HistGradientBoostingRegressor, random_state=SEED)
    network = partial(MLPRegressor, random_state=SEED, early_stopping=True)
    for size in (3, 5, 7, 9):
        for repair in (False, True):
            way = ", repaired" if repair else ""
            yield f"linear on {size} x {size}{way}", Regression(LinearRegression(), size=size, repair=repair)
        yield f"linear on {size} x {size}, 4 levels", Regression(Ridge(100), size=size, levels=4, pixels=40_000)
    yield "linear on 7 x 7, 10 patches", Regression(Ridge(1000), size=7, patches=10)
    for size in (3, 5):
        yield f"linear on ranks, {size} x {size}", Regression(Ridge(1000), ranked, size=size, repair=False)
        yield f"boosting on ranks, {size} x {size}", Regression(boosted(max_iter=80), ranked, size, repair=False)
        yield f"tree on {size} x {size}", Regression(DecisionTreeRegressor(min_samples_leaf=50), size=size)
        yield f"boosting on {size} x {size}", Regression(boosted(max_iter=80), size=size)
        trees = ExtraTreesRegressor(25, min_samples_leaf=8, max_features=0.4, random_state=SEED)
        yield f"extra trees on {size} x {size}", Regression(trees, size=size, pixels=8000)
    for size, hidden in ((5, (32,)), (7, (32,)), (7, (64, 32))):
        scaled = make_pipeline(StandardScaler(), network(hidden_layer_sizes=hidden, max_iter=25))
        yield f"neural network {hidden} on {size} x {size}", Regression(scaled, size=size)
    for patches in (5, 20, 60, None):
        yield (
            f"linear on filters, {patches or 'all'} patches",
            Regression(LinearRegression(), filtered, patches=patches, repair=False),
        )
    fewer = partial(Regression, repair=False, patches=100)
    yield "linear on filters, 4 levels", fewer(Ridge(10), filtered, levels=4, pixels=40_000)
    strong: dict[str, Model] = {
        "boosting on filters": fewer(boosted(max_iter=100), filtered, pixels=30_000),
        "boosting on filters, slow": fewer(
            boosted(max_iter=250, learning_rate=0.05, max_leaf_nodes=15), filtered, pixels=40_000
        ),
        "extra trees on filters": fewer(
            ExtraTreesRegressor(30, min_samples_leaf=10, max_features=0.5, random_state=SEED), filtered
        ),
        "network on filters": fewer(
            make_pipeline(StandardScaler(), network(hidden_layer_sizes=(32,), max_iter=30)), filtered
        ),
        "boosting on filters and 5 x 5": fewer(boosted(max_iter=150), filtered_and_window, pixels=30_000),
        "linear on filters and 7 x 7, 4 levels": fewer(Ridge(100), filtered_and_window, 7, levels=4, pixels=60_000),
    }
    yield from strong.items()
    yield "boosting on filters, 20 patches", fewer(boosted(max_iter=60), filtered, patches=20)
    yield (
        "blend of two",
        partial(blend, members=(strong["boosting on filters, slow"], strong["linear on filters and 7 x 7, 4 levels"])),
    )
    yield (
        "blend of four",
        partial(
            blend,
            members=(
                strong["boosting on filters, slow"],
                strong["linear on filters and 7 x 7, 4 levels"],
                strong["network on filters"],
                strong["extra trees on filters"],
            ),
        ),
    )
    yield (
        "network on filters and 5 x 5",
        fewer(make_pipeline(StandardScaler(), network(hidden_layer_sizes=(48,), max_iter=30)), filtered_and_window),
    )
    yield "neighbours on 3 x 3", Regression(make_pipeline(PCA(4), KNeighborsRegressor(60)), size=3, pixels=4000)
    yield (
        "blend of cosine threshold and non-local means",
        partial(
            blend,
            members=(Filter(partial(soft_dct, strength=2.7), True), Filter(partial(non_local, strength=1.0), True)),
        ),
    )
    yield "cosine threshold 2.7 on blocks of 16, repaired", Filter(partial(soft_dct, strength=2.7, size=16), True)
    yield (
        "cosine threshold 2.7, then non-local means, repaired",
        Filter(lambda p: non_local(0.5 * p + 0.5 * soft_dct(p, 2.7), 1.0), True),
    )
    yield "non-local means with a long reach, repaired", Filter(partial(non_local, strength=0.9, reach=8), True)
    yield (
        "blend of filters",
        partial(
            blend,
            members=(
                Filter(partial(soft_dct, strength=2.7), True),
                Filter(partial(non_local, strength=0.9), True),
                Filter(partial(total_variation, strength=0.8), True),
            ),
        ),
    )
