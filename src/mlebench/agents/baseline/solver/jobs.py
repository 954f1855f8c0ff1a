"""One thing to predict, and the form in which the submission wants it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
import pandas as pd

from solver.arrays import Values
from solver.features import count_words
from solver.metric import DECISIONS, PROBABILITIES, QUANTITIES, Metric
from solver.sample import Sample

# columns: one probability for each class. probability: of the second class. label: the likeliest class.
# top: the k likeliest classes, separated by spaces. number: a quantity. grade: a quantity in whole steps.
Style: TypeAlias = Literal["columns", "probability", "label", "top", "number", "grade"]
Label: TypeAlias = str | float | None  # null stands for a class that no training row has


@dataclass
class Job:
    """What to learn (`y`, one value for each training row, may be missing) and how to write it."""

    columns: list[str]
    y: Values
    style: Style
    classes: list[Label]
    k: int = 1

    @property
    def classifies(self) -> bool:
        """Whether classes are learnt, not quantities."""
        return self.style not in ("number", "grade")


def _plain(value: object) -> str:
    text = str(value)
    text = text.removesuffix(".0") if re.fullmatch(r"\d+\.0", text) else text
    return re.sub(r"[\W_]+", "", text).lower()


def _class_of_column(targets: list[str], values: Iterable[Label]) -> dict[str, Label] | None:
    """For each target column the class that it is named after, with or without a common beginning."""
    plain = {_plain(value): value for value in values}
    names = [_plain(target) for target in targets]
    prefix = 0
    while len({name[: prefix + 1] for name in names}) == 1 and prefix < min(map(len, names)) - 1:
        prefix += 1
    for cut in dict.fromkeys((0, prefix, *range(prefix))):
        found = {t: plain[name[cut:]] for t, name in zip(targets, names) if name[cut:] in plain}
        # Not every class need occur in the training rows, but what occurs must be asked for.
        if len(found) >= 0.95 * min(len(targets), len(plain)) and len(found) >= 2:
            return found
    return None


def label_job(labels: pd.Series, targets: list[str]) -> Job | None:
    """The targets are the classes of one column, as probabilities."""
    values = list(labels.dropna().unique()[:5000])
    if not 2 <= len(values) <= 2000:
        return None
    found = _class_of_column(targets, values)
    if found is None:
        return None
    return Job(targets, labels.to_numpy(), "columns", [found.get(target) for target in targets])


def indicator_jobs(labels: pd.Series, targets: list[str]) -> list[Job] | None:
    """The targets are labels, several of which may stand in one cell (`Bark,Purr`)."""
    if labels.dtype.kind in "iufb":
        return None
    for separator in (",", "|", " "):
        cells = labels.fillna("").astype(str).str.split(separator)
        found = _class_of_column(targets, sorted({token for cell in cells for token in cell}))
        if found is not None:
            sets = [set(cell) for cell in cells]
            return [
                Job([t], np.array([found.get(t) in cell for cell in sets], int), "probability", [0, 1]) for t in targets
            ]
    return None


def direct_jobs(frame: pd.DataFrame, targets: list[str], sample: Sample, metric: Metric | None) -> list[Job] | None:
    """The targets are columns of the training table."""
    if (shares := _shares(frame, targets, sample)) is not None:
        return shares
    jobs = [_direct(frame[t], sample.table[t], t, len(targets) > 1, metric) for t in targets]
    return [job for job in jobs if job is not None] if all(jobs) else None


def adds_up(sample: Sample, targets: list[str]) -> bool:
    """Whether the rows of the sample are shares of a whole."""
    if len(targets) < 2 or not all(sample.table[t].dtype.kind in "iuf" for t in targets):
        return False
    return bool((sample.table[targets].sum(axis=1) - 1).abs().max() < 0.02)


def _shares(frame: pd.DataFrame, targets: list[str], sample: Sample) -> list[Job] | None:
    """Columns that are shares of a whole: one of several classes, or votes for them."""
    if not adds_up(sample, targets) or not all(frame[t].dtype.kind in "iufb" for t in targets):
        return None
    votes = frame[targets].to_numpy(dtype=float)
    total = votes.sum(axis=1, keepdims=True)
    if not np.isfinite(votes).all() or (votes < 0).any() or (total <= 0).any():
        return None
    shares = votes / total
    if (shares.max(axis=1) > 0.999).all():
        return [Job(targets, np.array(targets, dtype=object)[shares.argmax(axis=1)], "columns", list(targets))]
    return [Job([t], shares[:, place], "number", []) for place, t in enumerate(targets)]


def _direct(y: pd.Series, shown: pd.Series, target: str, several: bool, metric: Metric | None) -> Job | None:
    values = y.dropna()
    classes = sorted(values.unique(), key=str)
    if len(classes) < 2:
        return None
    if values.dtype.kind in "iufb":
        return _numeric(y, shown, target, several, metric, sorted(values.unique()))
    words = count_words(values)
    if len(classes) > 0.5 * len(values) or words.mean() > 4:
        return None  # free text: not one of so many classes
    tokens = int(count_words(shown.dropna()).median()) if shown.notna().any() else 1
    if tokens > 1 and words.median() == 1:
        return Job([target], y.to_numpy(), "top", classes, tokens)
    return Job([target], y.to_numpy(), "label", classes)


def _numeric(
    y: pd.Series, shown: pd.Series, target: str, several: bool, metric: Metric | None, classes: list[Label]
) -> Job:
    whole = bool(np.all(np.mod(np.asarray(classes, dtype=float), 1) == 0))
    tokens = count_words(shown.dropna())
    if len(tokens) and tokens.median() > 1 and whole:
        return Job([target], y.to_numpy(), "top", classes, int(tokens.median()))
    asks_for_numbers = shown.dtype.kind == "f" and bool((np.mod(shown.dropna(), 1) != 0).any())
    if len(classes) == 2 and whole:
        soft = several or asks_for_numbers or metric in PROBABILITIES
        if soft or (shown.dtype.kind in "iuf" and metric not in DECISIONS):
            return Job([target], y.to_numpy(), "probability", classes)
        return Job([target], y.to_numpy(), "label", classes)
    if whole and metric == "kappa":
        return Job([target], y.to_numpy(), "grade", classes)
    few = len(classes) <= max(30, 0.05 * len(y))
    classifies = metric in DECISIONS or (metric not in QUANTITIES and few)
    if whole and not asks_for_numbers and not several and classifies and len(classes) <= 0.5 * len(y):
        return Job([target], y.to_numpy(), "label", classes)
    return Job([target], y.to_numpy(dtype=float), "number", [])
