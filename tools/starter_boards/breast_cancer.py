"""Tumours from ten measurements with lost cells: imputation and smooth models are what pays."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    ExtraTreesClassifier,
    GradientBoostingClassifier,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
    VotingClassifier,
)
from sklearn.experimental import enable_iterative_imputer  # noqa: F401
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process.kernels import RBF
from sklearn.impute import IterativeImputer, KNNImputer, SimpleImputer
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PowerTransformer, StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from starter_boards import SEED, Model
from starter_boards.tables import Fitted, logistic, quadratic

SIZE = ["radius", "perimeter", "area"]
SHAPE = ["smoothness", "compactness", "concavity", "concave_points", "symmetry", "fractal_dimension"]


def write(ids: np.ndarray, fitted: Any, rows: np.ndarray) -> pd.DataFrame:
    """Probability of a malignant tumour."""
    return pd.DataFrame({"id": ids, "malignant": fitted.predict_proba(rows)[:, 1]})


class SizeFromGeometry(TransformerMixin, BaseEstimator):
    """Fill a lost radius, perimeter or area from the other two, as of a circle with the usual roughness."""

    def fit(self, rows: np.ndarray, y: Any = None) -> SizeFromGeometry:
        """Learn the usual ratios."""
        self.log_ratio_ = np.nanmedian(self._log_radii(rows), axis=0)
        return self

    def transform(self, rows: np.ndarray) -> np.ndarray:
        """One size, the mean of what is known, in place of three."""
        size = np.nanmean(
            np.column_stack([self._log_radii(rows) - self.log_ratio_, np.full(len(rows), np.nan)]), axis=1
        )
        return np.column_stack([size, rows[:, [1]], np.log1p(50 * rows[:, 4:])])

    @staticmethod
    def _log_radii(rows: np.ndarray) -> np.ndarray:
        return np.log(np.column_stack([rows[:, 0], rows[:, 2] / (2 * np.pi), np.sqrt(rows[:, 3] / np.pi)]))


def median(*steps: Any) -> Any:
    """Medians for lost cells."""
    return make_pipeline(SimpleImputer(strategy="median"), StandardScaler(), *steps)


def marked(*steps: Any) -> Any:
    """Medians, and a mark where a cell was lost."""
    return make_pipeline(SimpleImputer(strategy="median", add_indicator=True), StandardScaler(), *steps)


def nearest(*steps: Any, k: int = 5) -> Any:
    """The mean of similar tumours for lost cells."""
    return make_pipeline(StandardScaler(), KNNImputer(n_neighbors=k), *steps)


def chained(*steps: Any) -> Any:
    """Regression on the other measurements for lost cells, after evening out the skew."""
    return make_pipeline(PowerTransformer(), IterativeImputer(random_state=SEED), StandardScaler(), *steps)


def geometric(*steps: Any) -> Any:
    """One size instead of three, then regression for what is still lost."""
    return make_pipeline(
        SizeFromGeometry(), StandardScaler(), IterativeImputer(random_state=SEED), StandardScaler(), *steps
    )


def models() -> Iterator[tuple[str, Model]]:
    """All models of the board."""
    fitted = partial(Fitted, "malignant", write)
    svc = partial(SVC, probability=True, random_state=SEED)
    forest = partial(RandomForestClassifier, random_state=SEED)
    extra = partial(ExtraTreesClassifier, random_state=SEED)

    yield "constant", fitted(DummyClassifier())
    yield "texture only", fitted(median(logistic()), features=["texture"])
    yield "fractal dimension only", fitted(median(logistic()), features=["fractal_dimension"])
    for impute in (median, marked, nearest, chained, geometric):
        way = impute.__name__
        for c in (0.01, 0.1, 1, 10):
            yield f"logistic C={c}, {way}", fitted(impute(logistic(c)))
        for c in (0.01, 0.1):
            yield f"quadratic logistic C={c}, {way}", fitted(impute(quadratic(c)))
        yield f"naive Bayes, {way}", fitted(impute(GaussianNB()))
        yield f"linear discriminant, {way}", fitted(impute(LinearDiscriminantAnalysis()))
        yield f"15 neighbours, {way}", fitted(impute(KNeighborsClassifier(15)))
        yield f"support vectors C=1, {way}", fitted(impute(svc()))
        yield f"forest, {way}", fitted(impute(forest(150)))
        yield f"extra trees, {way}", fitted(impute(extra(150)))
    for impute in (nearest, chained, geometric):
        way = impute.__name__
        for regular in (0.02, 0.1, 0.3):
            yield (
                f"quadratic discriminant {regular}, {way}",
                fitted(impute(QuadraticDiscriminantAnalysis(reg_param=regular))),
            )
        yield f"support vectors C=10 gamma=0.02, {way}", fitted(impute(svc(C=10, gamma=0.02)))
    for k in (1, 3, 7, 31):
        yield f"{k} neighbours, median", fitted(median(KNeighborsClassifier(k)))
    for depth in (1, 2, 3, 5):
        yield f"tree of depth {depth}", fitted(median(DecisionTreeClassifier(max_depth=depth, random_state=SEED)))
    for rows in (20, 40, 80):
        yield f"logistic, {rows} rows", fitted(median(logistic()), rows=rows)
        yield f"forest, {rows} rows", fitted(median(forest(100)), rows=rows)
    for rounds, rate in ((30, 0.1), (60, 0.1), (100, 0.05), (200, 0.05)):
        boosted = HistGradientBoostingClassifier(max_iter=rounds, learning_rate=rate, random_state=SEED)
        yield f"histogram boosting {rounds} x {rate}", fitted(boosted)
    yield "gradient boosting", fitted(median(GradientBoostingClassifier(random_state=SEED)))
    yield "boosted stumps", fitted(median(AdaBoostClassifier(random_state=SEED)))
    yield "size only", fitted(median(logistic()), features=SIZE)
    yield "size only, forest", fitted(median(forest(100)), features=SIZE)
    yield "shape only", fitted(median(logistic()), features=SHAPE)
    yield "shape only, chained", fitted(chained(logistic()), features=SHAPE)
    yield "three telling measurements", fitted(median(logistic()), features=["area", "texture", "concavity"])
    for impute in (chained, geometric):
        way = impute.__name__
        network = MLPClassifier((20,), alpha=1.0, max_iter=600, random_state=SEED)
        process = GaussianProcessClassifier(2.0**2 * RBF(4.0), optimizer=None)
        discriminant = QuadraticDiscriminantAnalysis(reg_param=0.1)
        yield f"neural network, {way}", fitted(impute(network))
        yield f"Gaussian process, {way}", fitted(impute(process))
        smooth = [("l", quadratic(0.05)), ("q", discriminant), ("s", svc(C=10, gamma=0.02)), ("g", process)]
        yield f"four smooth models, {way}", fitted(impute(VotingClassifier(smooth, voting="soft")))
        mixed = [*smooth, ("f", extra(150)), ("n", network)]
        yield f"six models, {way}", fitted(impute(VotingClassifier(mixed, voting="soft")))
        bags = BaggingClassifier(quadratic(0.1), 15, random_state=SEED)
        yield f"bagged quadratic logistic, {way}", fitted(impute(bags))
        bags = BaggingClassifier(discriminant, 15, random_state=SEED)
        yield f"bagged quadratic discriminant, {way}", fitted(impute(bags))
