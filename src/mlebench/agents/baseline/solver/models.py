"""The models that may suit a job, strongest hopes first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeVar

import numpy as np

from solver.arrays import Floats, Matrix, Places


class Classifier(Protocol):
    """What is used of a scikit-learn classifier."""

    @property
    def classes_(self) -> Places:
        """The class of each column of the probabilities."""

    def fit(self, rows: Matrix, y: Places) -> object:
        """Learn."""

    def predict_proba(self, rows: Matrix) -> Floats:
        """The probability of each class, for each row."""


class Regressor(Protocol):
    """What is used of a scikit-learn regressor."""

    def fit(self, rows: Matrix, y: Floats) -> object:
        """Learn."""

    def predict(self, rows: Matrix) -> Floats:
        """A quantity for each row."""


Kind = Literal["trees", "linear"]
Model = TypeVar("Model", Classifier, Regressor)


@dataclass(frozen=True)
class Candidate(Generic[Model]):
    """A kind of model, and which of the two matrices it wants."""

    name: str
    make: Callable[[], Model]
    kind: Kind
    seconds: float = 0.0  # what one fit will take, roughly, where it can be long


USUAL = "the usual"  # the constant that every other model should improve on


class Frequencies:
    """The class frequencies, whatever the row."""

    def __init__(self, classes: int) -> None:
        self.classes_ = np.arange(classes)

    def fit(self, rows: Matrix, y: Places) -> None:
        """Count; a class that never occurs is not impossible."""
        counts = np.bincount(y, minlength=len(self.classes_)) + 0.5
        self._frequencies = counts / counts.sum()

    def predict_proba(self, rows: Matrix) -> Floats:
        """The frequencies, for each row."""
        return np.tile(self._frequencies, (rows.shape[0], 1))


class Mean:
    """The mean, whatever the row."""

    def fit(self, rows: Matrix, y: Floats) -> None:
        """Take the mean."""
        self._mean = np.mean(y)

    def predict(self, rows: Matrix) -> Floats:
        """The mean, for each row."""
        return np.full(rows.shape[0], self._mean)


def _boosting(rows: int, seed: int) -> dict[str, float]:
    return {
        "learning_rate": 0.06, "max_iter": 150, "max_leaf_nodes": 15, "min_samples_leaf": max(5, rows // 100),
        "l2_regularization": 1.0, "max_bins": 127, "random_state": seed,
    }  # fmt: skip


def _boosting_seconds(rows: int, columns: int, models: int) -> float:
    return 150 * models * (0.0012 + 4e-9 * rows * columns)


def classifiers(
    rows: int, columns: int, classes: int, *, text: bool, quick: bool, seed: int
) -> list[Candidate[Classifier]]:
    """Classifiers that can be fitted to so much data in sensible time."""
    from sklearn.calibration import CalibratedClassifierCV
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    from sklearn.ensemble import ExtraTreesClassifier, HistGradientBoostingClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.multiclass import OneVsRestClassifier
    from sklearn.naive_bayes import MultinomialNB
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import FunctionTransformer
    from sklearn.svm import SVC

    def logistic(c: float) -> Candidate[Classifier]:
        return Candidate(f"logistic {c:g}", lambda: LogisticRegression(C=c, max_iter=300, tol=1e-3), "linear")

    def one_by_one(c: float) -> Candidate[Classifier]:
        # On wide sparse matrices one class against the rest, by coordinate descent, is much faster.
        one = LogisticRegression(C=c, solver="liblinear", tol=1e-2)
        return Candidate(f"logistic {c:g}", lambda: OneVsRestClassifier(one), "linear")

    def bayes(alpha: float) -> Candidate[Classifier]:
        # It wants counts: negative weights, from blocks of plain numbers, are cut off.
        cut = FunctionTransformer(_cut, accept_sparse=True)
        return Candidate(f"naive Bayes {alpha}", lambda: make_pipeline(cut, MultinomialNB(alpha=alpha)), "linear")

    trees = Candidate(
        "extra trees",
        lambda: ExtraTreesClassifier(
            150 if rows < 3000 else 100, min_samples_leaf=1 if classes > 2 else 2, random_state=seed
        ),
        "trees",
    )
    each = classes if classes > 2 else 1
    booster = Candidate(
        "boosting",
        lambda: HistGradientBoostingClassifier(**_boosting(rows, seed)),
        "trees",
        _boosting_seconds(rows, columns, each),
    )
    machine = Candidate(
        "support vectors",
        lambda: CalibratedClassifierCV(SVC(C=5.0, gamma=0.3 / columns, random_state=seed), cv=3, ensemble=False),
        "linear",
    )
    if text:
        few = classes <= 60
        if quick:
            return [one_by_one(3.0), bayes(0.05)] if few else [bayes(0.05)]
        return [bayes(0.05), bayes(0.3), *([one_by_one(5.0), booster] if few else [])]
    if quick:
        return [logistic(0.3), booster if rows * classes < 100_000 else trees]
    strengths = (0.1, 1.0, 10.0) if rows <= 5000 else (0.1, 1.0)
    found = [logistic(c) for c in strengths] if columns <= 3000 and classes <= 60 else []
    found.append(trees)
    if rows <= 5000 and classes <= 60:
        found.insert(0, machine)
    if columns * 2 < rows <= 20_000:
        found.append(Candidate("discriminant", lambda: LinearDiscriminantAnalysis("lsqr", shrinkage="auto"), "linear"))
    if classes <= 30 and (columns < 300 or rows > 2000):
        found.append(booster)
    return found


def _cut(matrix: Matrix) -> Matrix:
    return matrix.clip(0) if isinstance(matrix, np.ndarray) else matrix.maximum(0)


def regressors(
    rows: int, columns: int, *, text: bool, quick: bool, absolute: bool, seed: int
) -> list[Candidate[Regressor]]:
    """Regressors that can be fitted to so much data in sensible time."""
    from sklearn.ensemble import ExtraTreesRegressor, HistGradientBoostingRegressor
    from sklearn.linear_model import Ridge
    from sklearn.svm import SVR

    def ridge(alpha: float) -> Candidate[Regressor]:
        return Candidate(f"ridge {alpha:g}", lambda: Ridge(alpha, solver="lsqr" if text else "auto"), "linear")

    loss = "absolute_error" if absolute else "squared_error"
    booster = Candidate(
        "boosting",
        lambda: HistGradientBoostingRegressor(loss=loss, **_boosting(rows, seed)),
        "trees",
        _boosting_seconds(rows, columns, 1),
    )
    if text:
        return [ridge(1.0), ridge(10.0)] if quick else [ridge(1.0), ridge(10.0), booster]
    if quick:
        return [ridge(30.0), booster]
    found = [ridge(alpha) for alpha in (1.0, 30.0, 300.0)] if columns <= 3000 else []
    if rows <= 5000:
        machine = SVR(C=1.0, epsilon=0.05, gamma=0.1 / columns)  # smooth: few rows show no fine structure
        found.append(Candidate("support vectors", lambda: machine, "linear"))
    if rows <= 20_000:
        found.append(
            Candidate("extra trees", lambda: ExtraTreesRegressor(120, min_samples_leaf=3, random_state=seed), "trees")
        )
    return [*found, booster] if columns < 300 or rows > 2000 else found
