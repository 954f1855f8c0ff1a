"""Classification and regression: how a candidate is fitted, and how far its guesses are off."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from typing import Generic, NamedTuple

import numpy as np

from solver.arrays import Floats, Mask, Matrix, Places, Values, nearest, shares
from solver.features import Blocks
from solver.jobs import Job
from solver.losses import IN_DOUBT, classes_loss, decision_loss, quantities_loss
from solver.metric import Metric
from solver.models import USUAL, Candidate, Classifier, Frequencies, Mean, Model, Regressor, classifiers, regressors

# The best guess of a grade lies too near to the middle for kappa, which rewards far-out grades.
STRETCHES = (1.0, 1.1, 1.2, 1.3, 1.4, 1.5)


class Way(NamedTuple):
    """How probabilities become those that are handed in."""

    # Where a metric weighs classes alike, or looks for one, a rare class is worth more than its probability says:
    # that is multiplied by this power of how rare the class is.
    favour: float = 0.0
    # The mean of several models is less sure than it could be: this power makes it surer.
    sharpness: float = 1.0
    # A class that is taken for impossible costs much: this share of the frequencies is mixed in.
    doubt: float = 0.0


PLAIN = [Way()]
FOR_RARE_CLASSES = [Way(favour=favour) for favour in (0.0, 0.25, 0.5, 0.75, 1.0)]
FOR_LOG_LOSS = [
    Way(sharpness=sharpness, doubt=doubt)
    for sharpness in (1.0, 0.7, 1.4, 2.0)
    for doubt in (0.0, 0.01, 0.03, 0.1, 0.3, 0.6)
]


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

    @abstractmethod
    def settle(self, guess: Floats, rows: Places) -> float:
        """Choose the way from these guesses to what is handed in that suits the metric best; the loss of that way."""

    @abstractmethod
    def finish(self, guess: Floats) -> Floats:
        """From mixed guesses to what is handed in."""

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
        counts = np.bincount(self.y, minlength=self._count) + 0.5
        self._frequencies, self._rarity = counts / counts.sum(), counts.max() / counts
        self._ways, self._way = self._possible_ways(job), Way()

    def _possible_ways(self, job: Job) -> list[Way]:
        of_one_class = self._metric == "f1" and self._count == 2
        if job.style == "label" and (self._metric in ("f1_macro", "mcc") or of_one_class):
            return FOR_RARE_CLASSES
        return FOR_LOG_LOSS if self._metric == "log_loss" else PLAIN

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
        """How far guesses for these rows are off as they are."""
        return self._loss(guess, rows, Way())

    def settle(self, guess: Floats, rows: Places) -> float:
        """Choose the way from the mixture's probabilities to those that are handed in."""
        losses = {way: self._loss(guess, rows, way) for way in self._ways}
        self._way = min(losses, key=lambda way: losses[way])
        return losses[self._way]

    def _loss(self, guess: Floats, rows: Places, way: Way) -> float:
        return classes_loss(self._metric, self.y[rows], self._changed(guess, way), self._k)

    def _changed(self, guess: Floats, way: Way) -> Floats:
        if way == Way():
            return guess
        surer = shares(guess**way.sharpness * self._rarity**way.favour)
        changed: Floats = (1 - way.doubt) * surer + way.doubt * self._frequencies
        return changed

    def finish(self, guess: Floats) -> Floats:
        """The mixture's probabilities in the way that is chosen."""
        return self._changed(guess, self._way)


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
        self._stretches, self._stretch = STRETCHES if job.style == "grade" else STRETCHES[:1], 1.0

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
        """How far guesses for these rows are off as they are."""
        return self._loss(guess, rows, 1.0)

    def settle(self, guess: Floats, rows: Places) -> float:
        """Choose how far guesses of grades are pulled away from the middle."""
        losses = {stretch: self._loss(guess, rows, stretch) for stretch in self._stretches}
        self._stretch = min(losses, key=lambda stretch: losses[stretch])
        return losses[self._stretch]

    def _loss(self, guess: Floats, rows: Places, stretch: float) -> float:
        y = self.y[rows]
        if self._metric == "kappa" and len(self._grades):
            decided = nearest(self._grades, guess * stretch)
            off = decision_loss("kappa", nearest(self._grades, y), decided)
            return off + IN_DOUBT * quantities_loss(None, y, guess)
        return quantities_loss(self._metric, y, guess)

    def finish(self, guess: Floats) -> Floats:
        """From the scale on which guesses are mixed to that of the submission."""
        values: Floats = guess * self._stretch * self._spread + self._middle
        if self._log:
            values = np.expm1(values)
        return values.clip(self._low, self._high)
