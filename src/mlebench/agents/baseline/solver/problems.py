"""Classification and regression: how a candidate is fitted, and how far its guesses are off."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from typing import Generic

import numpy as np

from solver.arrays import Floats, Mask, Matrix, Places, Values, nearest, shares
from solver.features import Blocks
from solver.jobs import Job
from solver.losses import IN_DOUBT, classes_loss, decision_loss, quantities_loss
from solver.metric import Metric
from solver.models import USUAL, Candidate, Classifier, Frequencies, Mean, Model, Regressor, classifiers, regressors

# Where a metric weighs classes alike, or finds of one class, guesses for rare classes are worth more than their
# probability says: it is multiplied by a power of how rare the class is.
FAVOURS = (0.0, 0.25, 0.5, 0.75, 1.0)
# The best guess of a grade lies too near to the middle for kappa, which rewards far-out grades.
STRETCHES = (1.0, 1.1, 1.2, 1.3, 1.4, 1.5)


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
        """How far guesses for these rows are off, by the competition's metric; less is better."""

    def settle(self, guess: Floats, rows: Places) -> None:
        """Choose how decisions are made from guesses, by what suits the metric on these rows."""

    def finish(self, guess: Floats) -> Floats:
        """From the scale on which guesses are mixed to that of the submission."""
        return guess

    def hurry(self, seconds: float) -> None:
        """Keep what can be fitted in so much time, the constant always."""
        self.candidates = [c for c in self.candidates if max(c.seconds, 0.02) < 0.5 * seconds] or self.candidates[-1:]


class Classes(Problem[Classifier]):
    """Which of several classes; guesses are rows of probabilities."""

    def __init__(self, job: Job, y: Values, known: Mask, metric: Metric | None) -> None:
        places = {value: place for place, value in enumerate(job.classes)}
        self.y = np.array([places.get(value, 0) for value in y[known]])
        self._count, self._k = len(job.classes), job.k
        # A label can only be right or wrong, where no metric is known.
        self._metric: Metric | None = metric or ("accuracy" if job.style == "label" else None)
        counts = np.maximum(np.bincount(self.y, minlength=self._count), 1)
        self._rarity = counts.max() / counts
        uneven = metric in ("f1_macro", "mcc") or (metric == "f1" and self._count == 2)
        self._favours = FAVOURS if uneven and job.style == "label" else FAVOURS[:1]

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
        """How far guesses for these rows are off, with the best of the ways to decide."""
        return min(self._loss(guess, rows, favour) for favour in self._favours)

    def settle(self, guess: Floats, rows: Places) -> None:
        """Choose how much rare classes are favoured."""
        self._favours = (min(self._favours, key=lambda favour: self._loss(guess, rows, favour)),)

    def _loss(self, guess: Floats, rows: Places, favour: float) -> float:
        decided = (guess * self._rarity**favour).argmax(axis=1)
        return classes_loss(self._metric, self.y[rows], guess, decided, self._k)

    def finish(self, guess: Floats) -> Floats:
        """What is favoured comes first."""
        return shares(guess * self._rarity ** self._favours[0])


class Quantities(Problem[Regressor]):
    """How much; guesses are on a scale with mean 0 and deviation 1."""

    def __init__(self, job: Job, y: Values, known: Mask, metric: Metric | None) -> None:
        values = np.asarray(y[known], dtype=float)
        self._metric = metric
        self._log = metric == "rmsle" and values.min() >= 0  # errors of the logarithm: learn the logarithm
        self._low, self._high = float(values.min()), float(values.max())
        learnt = np.log1p(values) if self._log else values
        self._middle, self._spread = float(learnt.mean()), float(learnt.std()) or 1.0
        self.y = (learnt - self._middle) / self._spread
        # The grades, on the scale of the guesses.
        self._grades = (np.asarray(job.classes, dtype=float) - self._middle) / self._spread
        self._stretches = STRETCHES if job.style == "grade" else STRETCHES[:1]

    def choose_candidates(self, blocks: Blocks, quick: bool, seed: int) -> None:
        """The models to try."""
        columns = blocks.width()
        self.candidates = regressors(
            len(self.y), columns, text=blocks.text, quick=quick, absolute=self._metric == "mae", seed=seed
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
        """How far guesses for these rows are off, with the best of the ways to decide."""
        return min(self._loss(guess, rows, stretch) for stretch in self._stretches)

    def settle(self, guess: Floats, rows: Places) -> None:
        """Choose how far guesses of grades are pulled away from the middle."""
        self._stretches = (min(self._stretches, key=lambda stretch: self._loss(guess, rows, stretch)),)

    def _loss(self, guess: Floats, rows: Places, stretch: float) -> float:
        y = self.y[rows]
        if self._metric == "kappa" and len(self._grades):
            decided = nearest(self._grades, guess * stretch)
            off = decision_loss("kappa", nearest(self._grades, y), decided)
            return off + IN_DOUBT * quantities_loss(None, y, guess)
        return quantities_loss(self._metric, y, guess)

    def finish(self, guess: Floats) -> Floats:
        """From the scale on which guesses are mixed to that of the submission."""
        values: Floats = guess * self._stretches[0] * self._spread + self._middle
        if self._log:
            values = np.expm1(values)
        return values.clip(self._low, self._high)
