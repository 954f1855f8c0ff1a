"""Fitting: candidates are compared on held-out rows, and the best are mixed."""

from __future__ import annotations

import time
import warnings

import numpy as np

from solver.arrays import Floats, Mask, MatrixPair, Places, Values, shares
from solver.features import Blocks
from solver.jobs import Job
from solver.metric import Metric
from solver.models import USUAL, Candidate, Model
from solver.problems import Classes, Problem, Quantities
from solver.sandbox import Sandbox

FEW_ROWS = 1000
NEARLY = 0.8  # of what the best model gains over the constant

Folds = list[tuple[Places, Places]]  # rows to fit and rows to guess


def predict(
    sandbox: Sandbox, job: Job, blocks: Blocks, rows: Places, metric: Metric | None, share: float, *, quick: bool
) -> Floats:
    """For test rows: probabilities of the classes (a matrix), or quantities (a vector).

    `rows` are the training rows that the blocks hold; `share` is the part of the remaining time to use;
    `quick` leaves out the comparison of models.
    """
    y = job.y[rows]
    known = np.array([value is not None and value == value for value in y])
    if len(set(y[known])) < 2:
        return _constant(job, y[known], blocks.linear[0][1].shape[0])
    if job.classifies:
        return _solved(sandbox, Classes(job, y, known, metric), blocks, known, share, quick)
    return _solved(sandbox, Quantities(job, y, known, metric), blocks, known, share, quick)


def _solved(
    sandbox: Sandbox, problem: Problem[Model], blocks: Blocks, known: Mask, share: float, quick: bool
) -> Floats:
    until = sandbox.left() * (1 - share)
    problem.choose_candidates(blocks, quick, sandbox.seed)
    weights: dict[str, float] = {}
    if quick:
        problem.hurry(sandbox.left() * share)
    else:
        weights = _compared(sandbox, problem, blocks, known, until)
    weights = weights or {candidate.name: 1.0 for candidate in problem.candidates[:2]}
    if not quick:
        sandbox.log("mixture: " + ", ".join(f"{name} {weight:.2f}" for name, weight in weights.items() if weight > 0))
    return _refitted(sandbox, problem, weights, blocks, known)


def _compared(sandbox: Sandbox, problem: Problem[Model], blocks: Blocks, known: Mask, until: float) -> dict[str, float]:
    """How much each model should count, by its guesses for held-out rows; nothing where there was no time."""
    folds = _folds(problem.y, isinstance(problem, Classes), blocks.text, sandbox.seed)
    tested = np.concatenate([test for _, test in folds])
    held_out: dict[str, Floats] = {}
    refits = 0.0  # what fitting the compared models once more, to all rows, will take
    # The constant first: the others are measured by what they gain over it.
    for candidate in sorted(problem.candidates, key=lambda candidate: candidate.name != USUAL):
        began = time.process_time()
        guess = _held_out(sandbox, problem, candidate, blocks, known, folds, until + refits)
        if guess is not None:
            refits += (time.process_time() - began) / max(1, len(folds) - 1)
            held_out[candidate.name] = guess
            loss = problem.loss(guess, tested)
            sandbox.log(f"{candidate.name}: {loss:.5f} on held-out rows ({time.process_time() - began:.1f} s)")
    if not held_out:
        return {}
    weights = _weights(problem, held_out, tested)
    mixed = np.average([held_out[name] for name in weights], axis=0, weights=list(weights.values()))
    sandbox.log(f"mixed: {problem.settle(mixed, tested):.5f} on held-out rows")
    return weights


def _constant(job: Job, y: Values, count: int) -> Floats:
    """Where there is nothing to tell apart."""
    if not job.classifies:
        return np.full(count, float(y[0]) if len(y) else 0.0)
    guess = np.full((count, len(job.classes)), 1e-3)
    guess[:, job.classes.index(y[0]) if len(y) else 0] = 1.0
    return shares(guess)


def _refitted(
    sandbox: Sandbox, problem: Problem[Model], weights: dict[str, float], blocks: Blocks, known: Mask
) -> Floats:
    total: Floats | None = None
    mass = 0.0
    for candidate in problem.candidates:
        if weights.get(candidate.name, 0) > 0:
            train, test = _matrices(candidate, blocks)
            try:
                guess = problem.fit(candidate, train[known], problem.y, test)
            except Exception as error:
                sandbox.log(f"{candidate.name}: {type(error).__name__}: {error}")
                continue
            weighted = weights[candidate.name] * guess
            total = weighted if total is None else total + weighted
            mass += weights[candidate.name]
    if total is None:
        raise RuntimeError("no model could be fitted")
    return problem.finish(total / mass)


def _matrices(candidate: Candidate[Model], blocks: Blocks) -> MatrixPair:
    found = blocks.joined(candidate.kind) or blocks.joined("linear")
    if found is None:
        raise RuntimeError("there are no features")
    return found


def _folds(y: Values, classifies: bool, text: bool, seed: int) -> Folds:
    from sklearn.model_selection import RepeatedKFold, RepeatedStratifiedKFold, ShuffleSplit

    if len(y) > 20_000:
        return list(ShuffleSplit(1, test_size=0.2, random_state=seed).split(y))
    count = min(5 if len(y) <= 500 else 4 if len(y) <= 3000 and not text else 3, len(y))
    repeats = 3 if len(y) <= 300 else 1
    stratified = classifies and np.bincount(y).max() >= count
    kind = RepeatedStratifiedKFold if stratified else RepeatedKFold
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # classes with fewer rows than folds
        return list(kind(n_splits=count, n_repeats=repeats, random_state=seed).split(y, y))


def _held_out(
    sandbox: Sandbox,
    problem: Problem[Model],
    candidate: Candidate[Model],
    blocks: Blocks,
    known: Mask,
    folds: Folds,
    until: float,
) -> Floats | None:
    """Guesses for all held-out rows, in the order of the folds; null where there is no time or no success."""
    if sandbox.left() - candidate.seconds * (len(folds) + 1) < until:
        return None
    matrix = _matrices(candidate, blocks)[0][known]
    guesses: list[Floats] = []
    for train, test in folds:
        began = time.process_time()
        try:
            guesses.append(problem.fit(candidate, matrix[train], problem.y[train], matrix[test]))
        except Exception as error:
            sandbox.log(f"{candidate.name}: {type(error).__name__}: {error}")
            return None
        cost = time.process_time() - began
        if len(guesses) == 1 and sandbox.left() - cost * len(folds) < until:
            sandbox.log(f"{candidate.name}: too slow")
            return None
    return np.concatenate(guesses)


def _weights(problem: Problem[Model], held_out: dict[str, Floats], tested: Places) -> dict[str, float]:
    """How much each model counts.

    Few rows cannot tell good models apart, and choosing by chance is worse than the mean of several that err
    differently: of each family the best counts, all alike, where it wins most of what the best of all wins over
    the constant.
    """
    losses = {name: problem.loss(guess, tested) for name, guess in held_out.items()}
    usual = losses.pop(USUAL, None)
    best = min(losses.values(), default=np.inf)
    if usual is None or len(problem.y) > FEW_ROWS or best >= usual:
        return _mixture(problem, held_out, tested)
    families: dict[str, str] = {}
    for name in sorted(losses, key=lambda name: losses[name]):
        if usual - losses[name] >= NEARLY * (usual - best):
            families.setdefault(name.rstrip("0123456789. "), name)
    return dict.fromkeys(families.values(), 1.0)


def _mixture(problem: Problem[Model], held_out: dict[str, Floats], tested: Places, steps: int = 12) -> dict[str, float]:
    """Add the model that helps most, again and again; how often each was added is its weight."""
    counts = dict.fromkeys(held_out, 0)
    total = np.zeros_like(next(iter(held_out.values())))
    best = np.inf
    for step in range(1, steps + 1):
        losses = {name: problem.loss((total + guess) / step, tested) for name, guess in held_out.items()}
        winner = min(losses, key=lambda name: losses[name])
        if losses[winner] >= best - 1e-6 and step > 1:
            break
        best = losses[winner]
        total = total + held_out[winner]
        counts[winner] += 1
    return {name: count / sum(counts.values()) for name, count in counts.items()}
