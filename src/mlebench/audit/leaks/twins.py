"""What a test sample's twin in the training set means: the severity of duplicates."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Any, NamedTuple

import pandas as pd
from scipy import stats

from mlebench.audit.leaks.predictive import CHANCE
from mlebench.audit.leaks.report import Leak
from mlebench.audit.leaks.tables import Table
from mlebench.audit.leaks.truth import Truth, normal, spelled
from mlebench.catalog.parts import LeakKind

_SHARE = 0.01  # of the test set: fewer are a caution
_FEWEST = 3


class Twin(NamedTuple):
    """A test row, and the label of its twin in the training set, where it is known."""

    answer: str | None
    label: str | None


def twin_leak(kind: LeakKind, file: str, twins: list[Twin], rows: int, what: str, base: float) -> Leak | None:
    """The finding for this many twins among `rows` of the test set. `base`: the share of the most frequent answer.

    Exact twins are a leak from one in a hundred on, unless their labels are no better than a guess. Near ones are
    one only where their labels prove it.
    """
    if not twins:
        return None
    known = [twin for twin in twins if twin.answer is not None and twin.label is not None]
    right = sum(twin.answer == twin.label for twin in known)
    detail = f"{len(twins):,} of {rows:,} {what}"
    if known:
        detail += f"; {right:,} of {len(known):,} labels of the twins are the answer"
    many = len(twins) >= max(_FEWEST, _SHARE * rows)
    proven = bool(known) and float(stats.binom.sf(right - 1, len(known), base)) < CHANCE and right > 0.9 * len(known)
    useless = len(known) >= _FEWEST and right <= base * len(known)
    leaks = many and (proven or (kind == "duplicate" and not useless))
    return Leak(kind, file, detail, caution=not leaks)


def train_labels(tables: Iterable[Table], target: str) -> dict[str, str]:
    """Labels of training samples by whatever names them: the first column with a value of its own for each row."""
    labels: dict[str, str] = {}
    for table in tables:
        frame = table.frame
        if table.side in ("train", "other") and target in frame.columns:
            key = next((c for c in frame.columns if c != target and frame[c].is_unique), None)
            if key is not None:
                labels |= dict(zip(normal(frame[key]), spelled(frame[target])))
    return labels


def label_of(name: str, labels: dict[str, str]) -> str | None:
    """By the name of a file, with or without its suffix."""
    path = PurePosixPath(name)
    stem = normal(pd.Series([path.stem]))[0]
    return labels.get(path.name, labels.get(stem))


def most_frequent(answers: pd.Series[Any]) -> float:
    """The share of the most frequent answer."""
    return float(answers.value_counts(normalize=True).iloc[0])


def main_target(truth: Truth) -> str:
    """The answer that twins are compared by: the first that differs between rows."""
    return next((c for c in truth.targets.columns if truth.targets[c].nunique() > 1), str(truth.targets.columns[0]))
