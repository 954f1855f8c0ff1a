"""Digits from 250 small pictures: shifted copies, stroke directions and voting are what pays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from PIL import Image
from scipy.ndimage import gaussian_filter, rotate, shift, zoom
from sklearn.base import clone
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import (
    ExtraTreesClassifier,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
    VotingClassifier,
)
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process.kernels import RBF
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import BernoulliNB, GaussianNB
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import Binarizer, StandardScaler
from sklearn.svm import SVC, LinearSVC
from sklearn.tree import DecisionTreeClassifier

from starter_boards import SEED, Model

Pictures = np.ndarray


@lru_cache(maxsize=2)
def pictures(folder: Path, names: tuple[str, ...]) -> Pictures:
    """Ink from 0 to 1."""
    return np.stack([np.asarray(Image.open(folder / f"{name}.png")) for name in names]) / 240


def pixels(images: Pictures) -> np.ndarray:
    """The ink of each pixel."""
    return images.reshape(len(images), -1)


def profiles(images: Pictures) -> np.ndarray:
    """Ink per row and per column."""
    return np.hstack([images.sum(axis=1), images.sum(axis=2)])


def blurred(images: Pictures) -> np.ndarray:
    """Softened pixels, which forgive a shift."""
    return pixels(gaussian_filter(images, (0, 0.7, 0.7)))


def coarse(images: Pictures) -> np.ndarray:
    """Blocks of two by two pixels."""
    return pixels(images.reshape(len(images), 4, 2, 4, 2).mean(axis=(2, 4)))


def directions(images: Pictures) -> np.ndarray:
    """Strength of strokes in eight directions, in overlapping cells."""
    larger = zoom(images, (1, 2, 2), order=1)
    down, right = np.gradient(larger, axis=(1, 2))
    strength, angle = np.hypot(down, right), np.arctan2(down, right)
    nearness = np.maximum(0, np.cos(angle[..., None] - np.arange(8) * np.pi / 4)) ** 4
    energy = gaussian_filter(strength[..., None] * nearness, (0, 1.5, 1.5, 0))
    cells = energy[:, 2::4, 2::4].reshape(len(images), -1)
    return cells / (np.linalg.norm(cells, axis=1, keepdims=True) + 1e-6)


def pixels_and_directions(images: Pictures) -> np.ndarray:
    """Both, at about the same weight."""
    return np.hstack([pixels(images) / 3, directions(images)])


def shifted(images: Pictures, by: float = 0.6) -> list[Pictures]:
    """Copies moved a little to each side."""
    steps = [(0, by), (0, -by), (by, 0), (-by, 0)]
    return [shift(images, (0, *step), order=1) for step in steps]


def turned(images: Pictures, by: float = 8) -> list[Pictures]:
    """Copies turned a little."""
    return [rotate(images, angle, axes=(1, 2), reshape=False, order=1) for angle in (by, -by)]


def shifted_and_turned(images: Pictures) -> list[Pictures]:
    """Both kinds of copies."""
    return [*shifted(images, 0.4), *turned(images)]


@dataclass(frozen=True)
class Classifier:
    """A classifier on features of the pictures, with altered copies of the training pictures if asked for."""

    estimator: Any
    features: Callable[[Pictures], np.ndarray] = pixels
    copies: Callable[[Pictures], list[Pictures]] | None = None
    rows: int | None = None
    adopted: float = 0.0  # share of the test pictures that join the training set under their likeliest digit

    def __call__(self, public: Path) -> pd.DataFrame:
        """The submission."""
        train, test = pd.read_csv(public / "train.csv")[: self.rows], pd.read_csv(public / "test.csv")
        images, labels = pictures(public / "train", tuple(train["id"])), train["digit"].to_numpy()
        wanted = pictures(public / "test", tuple(test["id"]))
        fitted = self._fitted(images, labels)
        if self.adopted:
            score = getattr(fitted, "decision_function", None) or fitted.predict_proba
            margins = np.sort(score(self.features(wanted)), axis=1)
            sure = margins[:, -1] - margins[:, -2]
            chosen = sure >= np.quantile(sure, 1 - self.adopted)
            guessed = fitted.predict(self.features(wanted[chosen]))
            fitted = self._fitted(np.concatenate([images, wanted[chosen]]), np.concatenate([labels, guessed]))
        return test.assign(digit=fitted.predict(self.features(wanted)))

    def _fitted(self, images: Pictures, labels: np.ndarray) -> Any:
        if self.copies:
            altered = [images, *self.copies(images)]
            images, labels = np.concatenate(altered), np.tile(labels, len(altered))
        return clone(self.estimator).fit(self.features(images), labels)


def models() -> Iterator[tuple[str, Model]]:
    """All models of the board."""
    forest = partial(RandomForestClassifier, random_state=SEED)
    extra = partial(ExtraTreesClassifier, random_state=SEED)
    logistic = partial(LogisticRegression, max_iter=1000)

    yield "most frequent", Classifier(DummyClassifier())
    yield "tree of depth 4", Classifier(DecisionTreeClassifier(max_depth=4, random_state=SEED))
    yield "tree", Classifier(DecisionTreeClassifier(random_state=SEED))
    yield "nearest mean", Classifier(NearestCentroid())
    yield "Gaussian naive Bayes", Classifier(GaussianNB(var_smoothing=0.05))
    yield "Bernoulli naive Bayes", Classifier(make_pipeline(Binarizer(threshold=0.3), BernoulliNB()))
    yield "profiles, 3 neighbours", Classifier(KNeighborsClassifier(3), profiles)
    yield "profiles, forest", Classifier(forest(150), profiles)
    yield "coarse, logistic", Classifier(logistic(), coarse)
    yield "coarse, support vectors", Classifier(SVC(), coarse)
    yield "histogram boosting", Classifier(HistGradientBoostingClassifier(max_iter=25, random_state=SEED))
    for rows in (30, 60, 120):
        yield f"logistic, {rows} pictures", Classifier(logistic(), rows=rows)
        yield f"support vectors, {rows} pictures", Classifier(SVC(), rows=rows)
        yield f"forest, {rows} pictures", Classifier(forest(100), rows=rows)
        yield f"1 neighbour, {rows} pictures", Classifier(KNeighborsClassifier(1), rows=rows)
    for features in (pixels, blurred, directions, pixels_and_directions):
        kind = features.__name__
        for c in (0.1, 1, 10):
            yield f"{kind}, logistic C={c}", Classifier(logistic(C=c), features)
        for c, gamma in ((1, "scale"), (10, "scale"), (10, 0.02 if kind == "pixels" else 0.5)):
            yield f"{kind}, support vectors C={c} gamma={gamma}", Classifier(SVC(C=c, gamma=gamma), features)
        for k in (1, 3, 7):
            yield f"{kind}, {k} neighbours", Classifier(KNeighborsClassifier(k), features)
        yield f"{kind}, forest", Classifier(forest(200), features)
        yield f"{kind}, extra trees", Classifier(extra(200), features)
        yield (
            f"{kind}, shrunk discriminant",
            Classifier(LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto"), features),
        )
        network = MLPClassifier((64,), alpha=0.1, max_iter=200, random_state=SEED)
        yield f"{kind}, neural network", Classifier(make_pipeline(StandardScaler(), network), features)
    yield "linear support vectors", Classifier(LinearSVC(C=0.1))
    yield "logistic on scaled pixels", Classifier(make_pipeline(StandardScaler(), logistic()))
    yield "support vectors on scaled pixels", Classifier(make_pipeline(StandardScaler(), SVC()))
    for parts in (8, 14, 20):
        yield f"{parts} components, support vectors", Classifier(make_pipeline(PCA(parts), SVC(C=10)))
        quadratic = make_pipeline(PCA(parts), QuadraticDiscriminantAnalysis(reg_param=0.3))
        yield f"{parts} components, quadratic discriminant", Classifier(quadratic)
    yield (
        "Gaussian process",
        Classifier(make_pipeline(PCA(20), GaussianProcessClassifier(9.0 * RBF(2.0), optimizer=None))),
    )
    for copies in (shifted, turned, shifted_and_turned):
        way = copies.__name__
        for features in (pixels, directions, pixels_and_directions):
            kind = features.__name__
            yield f"{kind}, support vectors, {way} copies", Classifier(SVC(C=10), features, copies)
            yield f"{kind}, extra trees, {way} copies", Classifier(extra(80), features, copies)
        yield f"pixels, 3 neighbours, {way} copies", Classifier(KNeighborsClassifier(3), pixels, copies)
        yield f"pixels, logistic, {way} copies", Classifier(logistic(C=0.1), pixels, copies)
    for copies in (None, shifted_and_turned):
        way = "with copies" if copies else "no copies"
        votes = [
            ("s", SVC(C=10, probability=True, random_state=SEED)),
            ("e", extra(80)),
            ("k", KNeighborsClassifier(5, weights="distance")),
            ("n", MLPClassifier((64,), alpha=0.1, max_iter=25, random_state=SEED)),
        ]
        for features in (pixels, directions, pixels_and_directions):
            vote = VotingClassifier(votes, voting="soft")
            yield f"{features.__name__}, vote of four, {way}", Classifier(vote, features, copies)
    for adopted in (0.4, 0.6):
        way = f"{adopted:.0%} of the test pictures adopted"
        yield f"directions, {way}", Classifier(SVC(C=10), directions, adopted=adopted)
        for features in (directions, pixels_and_directions):
            for copies in (shifted, shifted_and_turned):
                taught = Classifier(SVC(C=10), features, copies, adopted=adopted)
                yield f"{features.__name__}, {copies.__name__} copies, {way}", taught
    for c in (3, 30):
        taught = Classifier(SVC(C=c), directions, shifted_and_turned, adopted=0.5)
        yield f"directions, shifted_and_turned copies, C={c}, 50% of the test pictures adopted", taught
    for adopted in (0.4, 0.6):
        both = VotingClassifier(
            [
                ("s", SVC(C=10, probability=True, random_state=SEED)),
                ("k", KNeighborsClassifier(5, weights="distance")),
            ],
            voting="soft",
        )
        taught = Classifier(both, directions, shifted_and_turned, adopted=adopted)
        yield f"directions, vote of two, {adopted:.0%} of the test pictures adopted", taught
