"""How far guesses are off, by the competition's metric; less is better, 0 is perfect.

Few held-out rows give many models the same accuracy or the same order, so a small share of the log loss is added
there: of models that score alike, the surer one is taken.
"""

from __future__ import annotations

import warnings

import numpy as np

from solver.arrays import Floats, Places
from solver.metric import CORRELATIONS, DECISIONS, Metric

IN_DOUBT = 0.05


def classes_loss(metric: Metric | None, y: Places, guess: Floats, k: int = 1) -> float:
    """Of rows of probabilities; `y` are the places of the true classes, `k` classes may be named for each row."""
    likelihood = float(-np.log(np.clip(guess[np.arange(len(y)), y], 1e-6, 1)).mean())
    if metric in ("auc", "average_precision"):
        return _ranking_loss(metric, y, guess) + 0.01 * likelihood
    if metric == "map" and k > 1:
        return _precision_loss(y, guess, k) + IN_DOUBT * likelihood
    if metric in DECISIONS:
        return decision_loss(metric, y, guess.argmax(axis=1)) + IN_DOUBT * likelihood
    return likelihood


def _ranking_loss(metric: Metric, y: Places, guess: Floats) -> float:
    """The mean over the classes that tell rows apart; of two classes the second alone."""
    from sklearn.metrics import average_precision_score, roc_auc_score

    score = roc_auc_score if metric == "auc" else average_precision_score
    places = [1] if guess.shape[1] == 2 else range(guess.shape[1])
    told = [score(y == place, guess[:, place]) for place in places if 0 < (y == place).sum() < len(y)]
    return float(1 - np.mean(told)) if told else 0.0


def _precision_loss(y: Places, guess: Floats, k: int) -> float:
    """One class of each row is right: what counts is 1 / its place among the first k."""
    place = (guess > guess[np.arange(len(y)), y][:, None]).sum(axis=1) + 1
    return float(1 - np.where(place <= k, 1 / place, 0.0).mean())


def decision_loss(metric: Metric, y: Places, decided: Places) -> float:
    """Of one class for each row, by its place."""
    from sklearn.metrics import cohen_kappa_score, f1_score, matthews_corrcoef

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # classes that are never guessed
        if metric == "f1_macro" or (metric == "f1" and max(y.max(), decided.max()) <= 1):
            kind = "macro" if metric == "f1_macro" else "binary"
            return float(1 - f1_score(y, decided, average=kind, zero_division=0.0))
        if metric == "mcc":
            return float(1 - matthews_corrcoef(y, decided))
        if metric == "kappa":
            return float(1 - np.nan_to_num(cohen_kappa_score(y, decided, weights="quadratic")))
    return float((decided != y).mean())  # of several classes the micro-averaged F1, too, is the accuracy


def quantities_loss(metric: Metric | None, y: Floats, guess: Floats) -> float:
    """Of numbers on whatever scale; the logarithm for RMSLE is taken before."""
    from scipy.stats import rankdata

    if metric == "mae":
        return float(np.abs(guess - y).mean())
    if metric in CORRELATIONS:
        if metric == "spearman":
            y, guess = rankdata(y), rankdata(guess)
        together = np.std(y) * np.std(guess)
        return float(1 - np.mean((y - y.mean()) * (guess - guess.mean())) / together) if together > 1e-12 else 1.0
    return float(np.sqrt(np.mean((guess - y) ** 2)))
