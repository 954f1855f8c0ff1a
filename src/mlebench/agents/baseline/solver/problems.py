"""Classification and regression: how a candidate is fitted, and how far its guesses are off."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from typing import Generic

import numpy as np

from solver.arrays import Floats, Mask, Matrix, Places, Values, shares
from solver.features import Blocks
from solver.jobs import Job
from solver.models import USUAL, Candidate, Classifier, Frequencies, Mean, Model, Regressor, classifiers, regressors


class Problem(ABC, Generic[Model]):
    """What classification and regression have in common."""

    y: Values
    candidates: list[Candidate[Model]]

    @abstractmethod
    def choose_candidates(self, blocks: Blocks, quick: bool, seed: int) -> None:
        """The models to try."""

    @abstractmethod
    def fit(self, candidate: Candidate[Model], train: Matrix, y: Values, test: Matrix) -> Floats:
        """Fit a candidate, and guess."""

    @abstractmethod
    def loss(self, guess: Floats, rows: Places) -> float:
        """How far guesses for these rows are off; less is better."""

    def finish(self, guess: Floats) -> Floats:
        """From the scale on which guesses are mixed to that of the submission."""
        return guess

    def hurry(self, seconds: float) -> None:
        """Keep what can be fitted in so much time, the constant always."""
        self.candidates = [c for c in self.candidates if max(c.seconds, 0.02) < 0.5 * seconds] or self.candidates[-1:]


class Classes(Problem[Classifier]):
    """Which of several classes; guesses are rows of probabilities."""

    def __init__(self, job: Job, y: Values, known: Mask, metric: str | None) -> None:
        self._places = {value: place for place, value in enumerate(job.classes)}
        self.y = np.array([self._places.get(value, 0) for value in y[known]])
        self._count, self._metric = len(job.classes), metric
        self._soft = job.style in ("columns", "probability")

    def choose_candidates(self, blocks: Blocks, quick: bool, seed: int) -> None:
        """The models to try."""
        columns = blocks.width()
        self.candidates = classifiers(len(self.y), columns, self._count, text=blocks.text, quick=quick, seed=seed)
        self.candidates.append(Candidate(USUAL, lambda: Frequencies(self._count), "linear"))

    def fit(self, candidate: Candidate[Classifier], train: Matrix, y: Places, test: Matrix) -> Floats:
        """Fit a candidate, and guess."""
        model = candidate.make()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model.fit(train, y)
            found = model.predict_proba(test)
        guess = np.full((found.shape[0], self._count), 1e-6)
        guess[:, model.classes_] = found
        return shares(guess)

    def loss(self, guess: Floats, rows: Places) -> float:
        """How far guesses for these rows are off; less is better."""
        from sklearn.metrics import roc_auc_score

        y = self.y[rows]
        likelihood = -np.log(np.clip(guess[np.arange(len(y)), y], 1e-6, 1)).mean()
        if self._metric == "log_loss" or (self._metric is None and self._soft):
            return float(likelihood)
        if self._metric == "auc" and self._count == 2 and len(np.unique(y)) == 2:
            return float(1 - roc_auc_score(y, guess[:, 1]) + 0.01 * likelihood)
        return float((guess.argmax(axis=1) != y).mean() + 0.05 * likelihood)


class Quantities(Problem[Regressor]):
    """How much; guesses are on a scale with mean 0 and deviation 1."""

    def __init__(self, job: Job, y: Values, known: Mask, metric: str | None) -> None:
        values = np.asarray(y[known], dtype=float)
        # Errors of the logarithm, or a long tail: learn the logarithm.
        self._log = metric == "rmsle" and values.min() >= 0
        self._low, self._high = float(values.min()), float(values.max())
        self._absolute = metric == "mae"
        learnt = np.log1p(values) if self._log else values
        self._middle, self._spread = float(learnt.mean()), float(learnt.std()) or 1.0
        self.y = (learnt - self._middle) / self._spread

    def choose_candidates(self, blocks: Blocks, quick: bool, seed: int) -> None:
        """The models to try."""
        columns = blocks.width()
        self.candidates = regressors(
            len(self.y), columns, text=blocks.text, quick=quick, absolute=self._absolute, seed=seed
        )
        self.candidates.append(Candidate(USUAL, Mean, "linear"))

    def fit(self, candidate: Candidate[Regressor], train: Matrix, y: Floats, test: Matrix) -> Floats:
        """Fit a candidate, and guess."""
        model = candidate.make()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model.fit(train, y)
            return np.asarray(model.predict(test), dtype=float)

    def loss(self, guess: Floats, rows: Places) -> float:
        """How far guesses for these rows are off; less is better."""
        error = guess - self.y[rows]
        return float(np.abs(error).mean() if self._absolute else np.sqrt((error**2).mean()))

    def finish(self, guess: Floats) -> Floats:
        """From the scale on which guesses are mixed to that of the submission."""
        values: Floats = guess * self._spread + self._middle
        if self._log:
            values = np.expm1(values)
        return values.clip(self._low, self._high)
