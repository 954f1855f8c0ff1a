"""Fitting: candidates are compared on held-out rows, and the best are mixed."""

from __future__ import annotations

import time
import warnings
from typing import Any

import numpy as np

from solver.features import Blocks
from solver.jobs import Job
from solver.models import Candidate
from solver.problems import Classes, Problem, Quantities
from solver.room import Room

FEW_ROWS = 1000
NEARLY, MOST_ALIKE = 0.8, 4

Fitted = tuple[Candidate, np.ndarray]


def predict(
    room: Room, job: Job, blocks: Blocks, rows: np.ndarray, metric: str | None, share: float, *, quick: bool
) -> np.ndarray:
    """For test rows: probabilities of the classes (a matrix), or quantities (a vector).

    `rows` are the training rows that the blocks hold; `share` is the part of the remaining time to use;
    `quick` leaves out the comparison of models.
    """
    until = room.left() * (1 - share)
    y = job.y[rows]
    known = np.array([value is not None and value == value for value in y])
    if len(set(y[known])) < 2:
        return _constant(job, y[known], blocks.linear[0][1].shape[0])
    kind: type[Problem] = Classes if job.classifies else Quantities
    problem = kind(job, y, known, metric)
    problem.choose_candidates(blocks, quick, room.seed)
    if quick:
        problem.hurry(room.left() * share)
    held_out: list[Fitted] = []
    folds = _folds(problem.y, job.classifies, blocks.text, room.seed)
    refits = 0.0  # what fitting the compared models once more, to all rows, will take
    for candidate in problem.candidates if not quick else []:
        began = time.process_time()
        guess = _held_out(room, problem, candidate, blocks, known, folds, until + refits)
        if guess is not None:
            refits += (time.process_time() - began) / max(1, len(folds) - 1)
            held_out.append((candidate, guess))
            loss = problem.loss(guess, _tested(folds))
            room.log(f"{candidate.name}: {loss:.5f} on held-out rows ({time.process_time() - began:.1f} s)")
    weights = _weights(problem, held_out, _tested(folds)) if held_out else {}
    chosen = weights or {candidate.name: 1.0 for candidate in problem.candidates[:2]}
    if not quick:
        room.log("mixed: " + ", ".join(f"{name} {weight:.2f}" for name, weight in chosen.items() if weight > 0))
    return _refitted(room, problem, chosen, blocks, known)


def _constant(job: Job, y: np.ndarray, count: int) -> np.ndarray:
    """Where there is nothing to tell apart."""
    if not job.classifies:
        return np.full(count, float(y[0]) if len(y) else 0.0)
    guess = np.full((count, len(job.classes)), 1e-3)
    guess[:, job.classes.index(y[0]) if len(y) else 0] = 1.0
    return guess / guess.sum(axis=1, keepdims=True)


def _refitted(room: Room, problem: Problem, weights: dict[str, float], blocks: Blocks, known: np.ndarray) -> np.ndarray:
    total: np.ndarray | None = None
    mass = 0.0
    for candidate in problem.candidates:
        if weights.get(candidate.name, 0) > 0:
            train, test = _matrices(candidate, blocks)
            try:
                guess = problem.fit(candidate, train[known], problem.y, test)
            except Exception as error:
                room.log(f"{candidate.name}: {type(error).__name__}: {error}")
                continue
            total = (0 if total is None else total) + weights[candidate.name] * guess
            mass += weights[candidate.name]
    if total is None:
        raise RuntimeError("no model could be fitted")
    return problem.finish(total / mass)


def _matrices(candidate: Candidate, blocks: Blocks) -> tuple[Any, Any]:
    found = blocks.joined(candidate.kind) or blocks.joined("linear")
    if found is None:
        raise RuntimeError("there are no features")
    return found


def _folds(y: np.ndarray, classifies: bool, text: bool, seed: int) -> list[tuple[np.ndarray, np.ndarray]]:
    from sklearn.model_selection import KFold, ShuffleSplit, StratifiedKFold

    if len(y) > 20_000:
        return list(ShuffleSplit(1, test_size=0.2, random_state=seed).split(y))
    count = 5 if len(y) <= 500 else 4 if len(y) <= 3000 and not text else 3
    if classifies and np.bincount(y).max() >= count:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # classes with fewer rows than folds
            return list(StratifiedKFold(count, shuffle=True, random_state=seed).split(y, y))
    return list(KFold(count, shuffle=True, random_state=seed).split(y))


def _tested(folds: list[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    return np.concatenate([test for _, test in folds])


def _held_out(
    room: Room,
    problem: Problem,
    candidate: Candidate,
    blocks: Blocks,
    known: np.ndarray,
    folds: list[tuple[np.ndarray, np.ndarray]],
    until: float,
) -> np.ndarray | None:
    """Guesses for all held-out rows, in the order of the folds; null where there is no time or no success."""
    if room.left() - candidate.seconds * (len(folds) + 1) < until:
        return None
    matrix = _matrices(candidate, blocks)[0][known]
    guesses: list[np.ndarray] = []
    for train, test in folds:
        began = time.process_time()
        try:
            guesses.append(problem.fit(candidate, matrix[train], problem.y[train], matrix[test]))
        except Exception as error:
            room.log(f"{candidate.name}: {type(error).__name__}: {error}")
            return None
        cost = time.process_time() - began
        if len(guesses) == 1 and room.left() - cost * len(folds) < until:
            room.log(f"{candidate.name}: too slow")
            return None
    return np.concatenate(guesses)


def _weights(problem: Problem, held_out: list[Fitted], tested: np.ndarray) -> dict[str, float]:
    """How much each model counts.

    Few rows cannot tell good models apart, and choosing by chance is worse than the mean of several: those
    that win most of what the best wins over the constant count alike.
    """
    losses = {candidate.name: problem.loss(guess, tested) for candidate, guess in held_out}
    usual = losses.pop("the usual", None)
    if usual is not None and losses and len(tested) <= FEW_ROWS:
        best = min(losses.values())
        good = [name for name in losses if usual - losses[name] >= NEARLY * (usual - best) > 0]
        if len(good) > 1:
            return dict.fromkeys(sorted(good, key=lambda name: losses[name])[:MOST_ALIKE], 1.0)
    return _mixture(problem, held_out, tested)


def _mixture(problem: Problem, held_out: list[Fitted], tested: np.ndarray, steps: int = 12) -> dict[str, float]:
    """Add the model that helps most, again and again; how often each was added is its weight."""
    counts = np.zeros(len(held_out))
    total = np.zeros_like(held_out[0][1])
    best = np.inf
    for step in range(1, steps + 1):
        losses = [problem.loss((total + guess) / step, tested) for _, guess in held_out]
        winner = int(np.argmin(losses))
        if losses[winner] >= best - 1e-6 and step > 1:
            break
        best = losses[winner]
        total = total + held_out[winner][1]
        counts[winner] += 1
    return {candidate.name: count / counts.sum() for (candidate, _), count in zip(held_out, counts)}
