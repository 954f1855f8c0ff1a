"""Classification and regression: how a candidate is fitted, and how far its guesses are off."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from typing import Any

import numpy as np

from solver.features import Blocks
from solver.jobs import Job
from solver.models import Candidate, Usual, classifiers, regressors


class Problem(ABC):
    """What classification and regression have in common."""

    y: np.ndarray
    candidates: list[Candidate]

    @abstractmethod
    def __init__(self, job: Job, y: np.ndarray, known: np.ndarray, metric: str | None) -> None: ...

    @abstractmethod
    def choose_candidates(self, blocks: Blocks, quick: bool, seed: int) -> None:
        """The models to try."""

    @abstractmethod
    def fit(self, candidate: Candidate, train: Any, y: np.ndarray, test: Any) -> np.ndarray:
        """Fit a candidate, and guess."""

    @abstractmethod
    def loss(self, guess: np.ndarray, rows: np.ndarray) -> float:
        """How far guesses for these rows are off; less is better."""

    def finish(self, guess: np.ndarray) -> np.ndarray:
        """From the scale on which guesses are mixed to that of the submission."""
        return guess

    def hurry(self, seconds: float) -> None:
        """Keep what can be fitted in so much time, the constant always."""
        self.candidates = [c for c in self.candidates if max(c.seconds, 0.02) < 0.5 * seconds] or self.candidates[-1:]


class Classes(Problem):
    """Which of several classes; guesses are rows of probabilities."""

    def __init__(self, job: Job, y: np.ndarray, known: np.ndarray, metric: str | None) -> None:
        self._places = {value: place for place, value in enumerate(job.classes)}
        self.y = np.array([self._places.get(value, 0) for value in y[known]])
        self._count, self._metric = len(job.classes), metric
        self._soft = job.style in ("columns", "probability")

    def choose_candidates(self, blocks: Blocks, quick: bool, seed: int) -> None:
        """The models to try."""
        columns = blocks.width()
        self.candidates = classifiers(len(self.y), columns, self._count, text=blocks.text, quick=quick, seed=seed)
        self.candidates.append(Candidate("the usual", lambda: Usual(self._count), "linear"))

    def fit(self, candidate: Candidate, train: Any, y: np.ndarray, test: Any) -> np.ndarray:
        """Fit a candidate, and guess."""
        model = candidate.make()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model.fit(train, y)
            found = model.predict_proba(test)
        guess = np.full((found.shape[0], self._count), 1e-6)
        guess[:, model.classes_] = found
        return guess / guess.sum(axis=1, keepdims=True)

    def loss(self, guess: np.ndarray, rows: np.ndarray) -> float:
        """How far guesses for these rows are off; less is better."""
        from sklearn.metrics import roc_auc_score

        y = self.y[rows]
        likelihood = -np.log(np.clip(guess[np.arange(len(y)), y], 1e-6, 1)).mean()
        if self._metric == "log_loss" or (self._metric is None and self._soft):
            return float(likelihood)
        if self._metric == "auc" and self._count == 2 and len(np.unique(y)) == 2:
            return float(1 - roc_auc_score(y, guess[:, 1]) + 0.01 * likelihood)
        return float((guess.argmax(axis=1) != y).mean() + 0.05 * likelihood)


class Quantities(Problem):
    """How much; guesses are on a scale with mean 0 and deviation 1."""

    def __init__(self, job: Job, y: np.ndarray, known: np.ndarray, metric: str | None) -> None:
        values = np.asarray(y[known], dtype=float)
        # Errors of the logarithm, or a long tail: learn the logarithm.
        self._log = metric == "rmsle" and values.min() >= 0
        self._low, self._high = values.min(), values.max()
        self._absolute = metric == "mae"
        learnt = np.log1p(values) if self._log else values
        self._middle, self._spread = learnt.mean(), learnt.std() or 1.0
        self.y = (learnt - self._middle) / self._spread

    def choose_candidates(self, blocks: Blocks, quick: bool, seed: int) -> None:
        """The models to try."""
        columns = blocks.width()
        self.candidates = regressors(
            len(self.y), columns, text=blocks.text, quick=quick, absolute=self._absolute, seed=seed
        )
        self.candidates.append(Candidate("the usual", Usual, "linear"))

    def fit(self, candidate: Candidate, train: Any, y: np.ndarray, test: Any) -> np.ndarray:
        """Fit a candidate, and guess."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return np.asarray(candidate.make().fit(train, y).predict(test), dtype=float)

    def loss(self, guess: np.ndarray, rows: np.ndarray) -> float:
        """How far guesses for these rows are off; less is better."""
        error = guess - self.y[rows]
        return float(np.abs(error).mean() if self._absolute else np.sqrt((error**2).mean()))

    def finish(self, guess: np.ndarray) -> np.ndarray:
        """From the scale on which guesses are mixed to that of the submission."""
        values = guess * self._spread + self._middle
        values = np.expm1(values) if self._log else values
        return np.clip(values, self._low, self._high)
