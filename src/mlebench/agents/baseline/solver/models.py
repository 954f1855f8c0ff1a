"""The models that may suit a job, strongest hopes first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Candidate:
    """A kind of model, and which of the two matrices it wants."""

    name: str
    make: Callable[[], Any]
    kind: str  # trees or linear
    seconds: float = 0.0  # what one fit will take, roughly, where it can be long


class Usual:
    """The class frequencies or the mean, whatever the row: what every other model should improve on."""

    def __init__(self, classes: int = 0) -> None:
        self._classes = classes

    def fit(self, rows: Any, y: np.ndarray) -> Usual:
        """Count; a class that never occurs is not impossible."""
        if self._classes:
            counts = np.bincount(y, minlength=self._classes) + 0.5
            self.classes_, self._usual = np.arange(self._classes), counts / counts.sum()
        else:
            self._usual = np.mean(y)
        return self

    def predict_proba(self, rows: Any) -> np.ndarray:
        """The frequencies, for each row."""
        return np.tile(self._usual, (rows.shape[0], 1))

    def predict(self, rows: Any) -> np.ndarray:
        """The mean, for each row."""
        return np.full(rows.shape[0], self._usual)


def _boosting_seconds(rows: int, columns: int, models: int) -> float:
    return 150 * models * (0.0012 + 4e-9 * rows * columns)


def classifiers(rows: int, columns: int, classes: int, *, text: bool, quick: bool, seed: int) -> list[Candidate]:
    """Classifiers that can be fitted to so much data in sensible time."""
    from sklearn.calibration import CalibratedClassifierCV
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    from sklearn.ensemble import ExtraTreesClassifier, HistGradientBoostingClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.multiclass import OneVsRestClassifier
    from sklearn.naive_bayes import MultinomialNB
    from sklearn.svm import SVC

    def logistic(c: float) -> Candidate:
        return Candidate(f"logistic {c:g}", lambda: LogisticRegression(C=c, max_iter=300, tol=1e-3), "linear")

    def one_by_one(c: float) -> Candidate:
        # On wide sparse matrices one class against the rest, by coordinate descent, is much faster.
        def make() -> Any:
            return OneVsRestClassifier(LogisticRegression(C=c, solver="liblinear", tol=1e-2))

        return Candidate(f"logistic {c:g}", make, "linear")

    def boosting() -> Any:
        return HistGradientBoostingClassifier(
            learning_rate=0.06, max_iter=150, max_leaf_nodes=15, min_samples_leaf=max(5, rows // 100),
            l2_regularization=1.0, max_bins=127, random_state=seed,
        )  # fmt: skip

    trees = Candidate(
        "extra trees",
        lambda: ExtraTreesClassifier(
            150 if rows < 3000 else 100, min_samples_leaf=1 if classes > 2 else 2, random_state=seed
        ),
        "trees",
    )
    each = classes if classes > 2 else 1
    booster = Candidate("boosting", boosting, "trees", _boosting_seconds(rows, columns, each))
    machine = Candidate(
        "support vectors",
        lambda: CalibratedClassifierCV(SVC(C=5.0, random_state=seed), cv=3, ensemble=False),
        "linear",
    )
    bayes = [
        Candidate(f"naive Bayes {a}", lambda a=a: _positive(MultinomialNB(alpha=a)), "linear") for a in (0.05, 0.3)
    ]
    if text:
        few = classes <= 60
        if quick:
            return [one_by_one(3.0), bayes[0]] if few else bayes[:1]
        return [*bayes, one_by_one(5.0), booster] if few else bayes
    if quick:
        return [logistic(0.3), booster if rows * classes < 100_000 else trees]
    found = [logistic(0.1), logistic(1.0)] if columns <= 3000 and classes <= 60 else []
    found.append(trees)
    if rows <= 5000 and classes <= 60:
        found.insert(0, machine)
    if columns * 2 < rows <= 20_000:
        found.append(Candidate("discriminant", lambda: LinearDiscriminantAnalysis("lsqr", shrinkage="auto"), "linear"))
    if classes <= 30 and (columns < 300 or rows > 2000):
        found.append(booster)
    return found


def _positive(model: Any) -> Any:
    """Naive Bayes wants counts: negative weights, from blocks of plain numbers, are cut off."""
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import FunctionTransformer

    return make_pipeline(FunctionTransformer(_cut, accept_sparse=True), model)


def _cut(matrix: Any) -> Any:
    return matrix.maximum(0) if hasattr(matrix, "maximum") else matrix.clip(0)


def regressors(rows: int, columns: int, *, text: bool, quick: bool, absolute: bool, seed: int) -> list[Candidate]:
    """Regressors that can be fitted to so much data in sensible time."""
    from sklearn.ensemble import ExtraTreesRegressor, HistGradientBoostingRegressor
    from sklearn.linear_model import Ridge
    from sklearn.svm import SVR

    def ridge(alpha: float) -> Candidate:
        return Candidate(f"ridge {alpha:g}", lambda: Ridge(alpha, solver="lsqr" if text else "auto"), "linear")

    def boosting() -> Any:
        return HistGradientBoostingRegressor(
            loss="absolute_error" if absolute else "squared_error", learning_rate=0.06, max_iter=150,
            max_leaf_nodes=15, min_samples_leaf=max(5, rows // 100), l2_regularization=1.0, max_bins=127,
            random_state=seed,
        )  # fmt: skip

    booster = Candidate("boosting", boosting, "trees", _boosting_seconds(rows, columns, 1))
    if text:
        return [ridge(1.0), ridge(10.0)] if quick else [ridge(1.0), ridge(10.0), booster]
    if quick:
        return [ridge(30.0), booster]
    found = [ridge(alpha) for alpha in (1.0, 30.0, 300.0)] if columns <= 3000 else []
    if rows <= 5000:
        found.append(Candidate("support vectors", lambda: SVR(C=1.0, epsilon=0.05), "linear"))
    if rows <= 20_000:
        found.append(
            Candidate("extra trees", lambda: ExtraTreesRegressor(120, min_samples_leaf=3, random_state=seed), "trees")
        )
    return [*found, booster] if columns < 300 or rows > 2000 else found
