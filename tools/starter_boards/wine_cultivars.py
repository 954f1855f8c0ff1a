"""Wines from a cheap panel of assays: seventy training rows, so calibrated and regularised models pay."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from sklearn.calibration import CalibratedClassifierCV
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import (
    BaggingClassifier,
    ExtraTreesClassifier,
    GradientBoostingClassifier,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
    VotingClassifier,
)
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process.kernels import RBF
from sklearn.linear_model import LogisticRegressionCV
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PowerTransformer, QuantileTransformer, StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from starter_boards import SEED, Model
from starter_boards.tables import Fitted, logistic, quadratic

TELLING = ["alcohol", "color_intensity", "hue", "total_phenols"]
WEAK = ["ash", "magnesium", "nonflavanoid_phenols", "proanthocyanins"]


def write(ids: np.ndarray, fitted: Any, rows: np.ndarray) -> pd.DataFrame:
    """A probability for each cultivar."""
    predicted = fitted.predict_proba(rows)
    columns = {f"cultivar_{c}": predicted[:, i] for i, c in enumerate(fitted.classes_)}
    return pd.DataFrame({"id": ids, **columns})


def scaled(*steps: Any) -> Any:
    """Centred and scaled."""
    return make_pipeline(StandardScaler(), *steps)


def evened(*steps: Any) -> Any:
    """Skew evened out, then scaled."""
    return make_pipeline(PowerTransformer(), *steps)


def models() -> Iterator[tuple[str, Model]]:
    """All models of the board."""
    fitted = partial(Fitted, "cultivar", write)
    svc = partial(SVC, probability=True, random_state=SEED)
    forest = partial(RandomForestClassifier, random_state=SEED)
    extra = partial(ExtraTreesClassifier, random_state=SEED)

    yield "class shares", fitted(DummyClassifier())
    yield "weak assays, forest", fitted(forest(100), features=WEAK)
    yield "weak assays, logistic", fitted(scaled(logistic(0.1)), features=WEAK)
    yield "alcohol only", fitted(scaled(logistic()), features=["alcohol"])
    yield "hue only", fitted(scaled(logistic()), features=["hue"])
    for prepare in (scaled, evened):
        way = prepare.__name__
        for c in (0.01, 0.1, 0.3, 1, 3, 10, 100):
            yield f"logistic C={c}, {way}", fitted(prepare(logistic(c)))
        for c in (0.01, 0.1, 1):
            yield f"quadratic logistic C={c}, {way}", fitted(prepare(quadratic(c)))
        for c, gamma in ((0.3, 0.1), (1, 0.1), (3, 0.05), (10, 0.02)):
            yield f"support vectors C={c} gamma={gamma}, {way}", fitted(prepare(svc(C=c, gamma=gamma)))
        for k in (9, 15, 25):
            yield (
                f"{k} neighbours, {way}",
                fitted(prepare(KNeighborsClassifier(k, weights="distance" if k == 25 else "uniform"))),
            )
        yield f"naive Bayes, {way}", fitted(prepare(GaussianNB()))
        yield f"naive Bayes, smoothed, {way}", fitted(prepare(GaussianNB(var_smoothing=0.1)))
        yield f"linear discriminant, {way}", fitted(prepare(LinearDiscriminantAnalysis()))
        for shrinkage in ("auto", 0.3):
            shrunk = LinearDiscriminantAnalysis(solver="lsqr", shrinkage=shrinkage)
            yield f"shrunk discriminant {shrinkage}, {way}", fitted(prepare(shrunk))
        for regular in (0.05, 0.2, 0.3, 0.5):
            yield (
                f"quadratic discriminant {regular}, {way}",
                fitted(prepare(QuadraticDiscriminantAnalysis(reg_param=regular))),
            )
        for width in (3.0, 6.0):
            process = GaussianProcessClassifier(5.0**2 * RBF(width), optimizer=None)
            yield f"Gaussian process, width {width}, {way}", fitted(prepare(process))
        for alpha in (0.1, 1, 5):
            network = MLPClassifier((16,), alpha=alpha, solver="lbfgs", max_iter=400, random_state=SEED)
            yield f"neural network alpha={alpha}, {way}", fitted(prepare(network))
    for trees, leaf in ((30, 1), (200, 1), (200, 3), (200, 6)):
        yield f"forest of {trees}, leaves of {leaf}", fitted(forest(trees, min_samples_leaf=leaf))
        yield f"extra trees, {trees}, leaves of {leaf}", fitted(extra(trees, min_samples_leaf=leaf))
    for leaf in (5, 8, 12):
        yield (
            f"tree, leaves of {leaf}",
            fitted(CalibratedClassifierCV(DecisionTreeClassifier(min_samples_leaf=leaf, random_state=SEED), cv=5)),
        )
    for rounds, rate in ((20, 0.1), (40, 0.1), (60, 0.05)):
        boosted = HistGradientBoostingClassifier(
            max_iter=rounds, learning_rate=rate, min_samples_leaf=5, random_state=SEED
        )
        yield f"histogram boosting {rounds} x {rate}", fitted(boosted)
    for rounds in (20, 50):
        boosted = GradientBoostingClassifier(n_estimators=rounds, max_depth=2, subsample=0.7, random_state=SEED)
        yield f"gradient boosting, {rounds} rounds", fitted(boosted)
    for rows in (20, 30, 45):
        yield f"logistic, {rows} rows", fitted(scaled(logistic()), rows=rows)
        yield f"forest, {rows} rows", fitted(forest(100), rows=rows)
        yield f"naive Bayes, {rows} rows", fitted(scaled(GaussianNB(var_smoothing=0.1)), rows=rows)
    yield "telling assays, logistic", fitted(scaled(logistic()), features=TELLING)
    yield "telling assays, forest", fitted(forest(150), features=TELLING)
    yield "telling assays, quadratic discriminant", fitted(QuadraticDiscriminantAnalysis(), features=TELLING)
    yield (
        "logistic, C by cross-validation",
        fitted(scaled(LogisticRegressionCV(scoring="neg_log_loss", cv=5, max_iter=2000))),
    )
    yield (
        "naive Bayes on quantiles",
        fitted(
            make_pipeline(
                QuantileTransformer(n_quantiles=30, output_distribution="normal"), GaussianNB(var_smoothing=0.05)
            )
        ),
    )
    for prepare in (scaled, evened):
        way = prepare.__name__
        network = MLPClassifier((16,), alpha=1, solver="lbfgs", max_iter=400, random_state=SEED)
        process = GaussianProcessClassifier(5.0**2 * RBF(3.0), optimizer=None)
        smooth = [
            ("l", logistic(3)),
            ("b", GaussianNB()),
            ("q", QuadraticDiscriminantAnalysis(reg_param=0.2)),
            ("s", svc(C=10, gamma=0.05)),
        ]
        mixed = [*smooth, ("e", extra(200)), ("n", network), ("g", process)]
        for name, members in (("four smooth", smooth), ("seven", mixed)):
            yield f"{name} models, {way}", fitted(prepare(VotingClassifier(members, voting="soft")))
        for name, base in (
            ("naive Bayes", GaussianNB()),
            ("quadratic discriminant", QuadraticDiscriminantAnalysis(reg_param=0.1)),
            ("neural networks", network),
        ):
            yield f"bagged {name}, {way}", fitted(prepare(BaggingClassifier(base, 15, random_state=SEED)))
        generative = {
            "naive Bayes, quadratic": [GaussianNB(), QuadraticDiscriminantAnalysis(reg_param=0.2)],
            "smoothed naive Bayes, quadratic": [
                GaussianNB(var_smoothing=0.05),
                QuadraticDiscriminantAnalysis(reg_param=0.3),
            ],
            "naive Bayes, shrunk linear": [
                GaussianNB(var_smoothing=0.05),
                LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto"),
            ],
            "quadratic, shrunk linear": [
                QuadraticDiscriminantAnalysis(reg_param=0.3),
                LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto"),
            ],
            "naive Bayes, quadratic, shrunk linear": [
                GaussianNB(var_smoothing=0.05),
                QuadraticDiscriminantAnalysis(reg_param=0.3),
                LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto"),
            ],
            "naive Bayes, quadratic, logistic": [
                GaussianNB(var_smoothing=0.05),
                QuadraticDiscriminantAnalysis(reg_param=0.3),
                logistic(3),
            ],
        }
        for name, bases in generative.items():
            pair = VotingClassifier([(str(i), base) for i, base in enumerate(bases)], voting="soft")
            yield f"blend of {name}, {way}", fitted(prepare(pair))
