"""Numbers from the columns of a table: one matrix for trees, one for linear models."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from scipy import sparse

from solver.arrays import Floats, Matrix, MatrixPair, Pair
from solver.models import Kind

MOST_LEVELS = 40
LONGEST_LIST = 6000
MANY_ROWS = 1000  # fewer cannot teach what a gap in each column means


@dataclass
class Blocks:
    """Matrices in pairs (training rows, test rows)."""

    trees: list[Pair] = field(default_factory=list)
    linear: list[MatrixPair] = field(default_factory=list)
    text: bool = False
    # Blocks for trees that take long to make, and are made when a tree first asks for them.
    later: list[Callable[[], Pair]] = field(default_factory=list)

    def add(self, train: Floats, test: Floats) -> None:
        """A dense block that both kinds of model get."""
        train, test = (np.asarray(part, dtype=np.float32) for part in (train, test))
        for part in (train, test):
            part[~np.isfinite(part)] = np.nan
        self.trees.append((train, test))
        self.linear.append(_scaled(train, test))

    def width(self) -> int:
        """How many columns trees get (linear models, where there is nothing for trees)."""
        parts: Sequence[MatrixPair] = self.trees or self.linear
        return sum(int(train.shape[1]) for train, _ in parts) + 30 * len(self.later)

    def joined(self, kind: Kind) -> MatrixPair | None:
        """All blocks for one kind of model, side by side."""
        if kind == "trees" and self.later:
            self.trees += [make() for make in self.later]
            self.later = []
        parts: Sequence[MatrixPair] = self.trees if kind == "trees" else self.linear
        return (_side_by_side([p[0] for p in parts]), _side_by_side([p[1] for p in parts])) if parts else None


def _side_by_side(parts: list[Matrix]) -> Matrix:
    if any(sparse.issparse(part) for part in parts):
        return sparse.hstack([sparse.csr_matrix(part) for part in parts]).tocsr()
    return np.hstack(parts)


def _scaled(train: Floats, test: Floats) -> Pair:
    """Gaps filled, each column on a scale of its own, and far-out values pulled in."""
    middle = np.nan_to_num(np.nanmedian(np.where(np.isnan(train).all(0), 0, train), axis=0))
    train, test = (np.where(np.isnan(part), middle, part) for part in (train, test))
    mean, spread = train.mean(axis=0), train.std(axis=0)
    spread[spread < 1e-9] = 1.0
    train, test = (np.clip((part - mean) / spread, -8, 8).astype(np.float32) for part in (train, test))
    return train, test


def table_blocks(train: pd.DataFrame, test: pd.DataFrame, columns: list[str], blocks: Blocks) -> list[str]:
    """Add what the columns say; returns the columns of free text, which need models of their own."""
    numbers: list[Pair] = []
    texts = []
    for column in columns:
        left, right = train[column], test[column]
        if left.dtype.kind in "iufb" and right.dtype.kind in "iufb":
            numbers.append((_column(left), _column(right)))
            if left.isna().mean() > 0.01 and len(left) >= MANY_ROWS:
                numbers.append((_column(left.isna()), _column(right.isna())))
        elif _is_list(left):
            _add_lists(left, right, blocks)
        elif is_text(left):
            texts.append(column)
            numbers += _lengths(left, right)
        elif (dates := _dates(left, right)) is not None:
            numbers += dates
        else:
            numbers += _levels(left, right, blocks)
    if numbers:
        stacked = [np.column_stack([pair[i] for pair in numbers]) for i in (0, 1)]
        varied = np.nanstd(np.nan_to_num(stacked[0]), axis=0) > 0
        if varied.any():
            blocks.add(stacked[0][:, varied], stacked[1][:, varied])
    return texts


def _column(series: pd.Series) -> Floats:
    return series.to_numpy(dtype=np.float64, na_value=np.nan)


def is_text(series: pd.Series) -> bool:
    """Whether a column holds sentences and not the names of levels."""
    some = series.dropna().astype(str).head(2000)
    if some.empty or some.nunique() < 0.2 * len(some):
        return False
    return bool(some.str.count(r"\s+").mean() >= 2)


def count_words(series: pd.Series) -> pd.Series[int]:
    """How many words each cell holds."""
    return series.astype(str).str.count(r"\S+")


def _is_list(series: pd.Series) -> bool:
    some = series.dropna().head(1)
    return len(some) == 1 and isinstance(some.iloc[0], list)


def _add_lists(left: pd.Series, right: pd.Series, blocks: Blocks) -> None:
    """Lists of numbers that all have the same length are a vector."""
    length = len(left.dropna().iloc[0])
    fits = all(isinstance(v, list) and len(v) == length for side in (left, right) for v in side)
    if not fits or not 0 < length <= LONGEST_LIST:
        return
    arrays = [np.asarray(side.tolist(), dtype=object) for side in (left, right)]
    try:
        vectors = [array.astype(np.float32) for array in arrays]
    except (TypeError, ValueError):
        return
    if length >= 1024 and int(length**0.5) ** 2 == length:
        side = int(length**0.5)  # a square picture
        step = max(1, side // 25)
        vectors = [v.reshape(-1, side, side)[:, ::step, ::step].reshape(len(v), -1) for v in vectors]
    blocks.add(vectors[0], vectors[1])


def _lengths(left: pd.Series, right: pd.Series) -> list[Pair]:
    sides = [side.fillna("").astype(str) for side in (left, right)]
    measures = [r"\s+", r"[A-Z]", r"[!?]", r"\d", r"[,;:.]"]
    found = [(sides[0].str.len(), sides[1].str.len())]
    found += [(sides[0].str.count(m), sides[1].str.count(m)) for m in measures]
    return [(a.astype(float).to_numpy(), b.astype(float).to_numpy()) for a, b in found]


def _dates(left: pd.Series, right: pd.Series) -> list[Pair] | None:
    some = left.dropna().astype(str).head(50)
    if not len(some) or not some.str.contains(r"\d{2,4}[-/:.]\d{1,2}|\d{8}", regex=True).all():
        return None
    if some.str.contains(r"[g-su-xA-SU-Y]", regex=True).mean() > 0.5 and not some.str.contains("UTC|GMT").any():
        return None
    sides = [pd.to_datetime(side.astype(str), errors="coerce", utc=True) for side in (left, right)]
    if sides[0].isna().mean() > 0.3:
        return None
    return list(zip(_date_parts(sides[0]), _date_parts(sides[1]), strict=True))


def _date_parts(dates: pd.Series[pd.Timestamp]) -> list[Floats]:
    seconds = (dates - pd.Timestamp("1970-01-01", tz="UTC")).dt.total_seconds()
    when = dates.dt
    parts: list[pd.Series] = [when.year, when.month, when.day, when.day_of_week, when.hour, when.minute, seconds]
    return [_column(part) for part in parts]


def _levels(left: pd.Series, right: pd.Series, blocks: Blocks) -> list[Pair]:
    """Names of levels: how often each occurs, its rank, its parts, and columns of their own for the commonest."""
    left, right = (side.fillna("").astype(str) for side in (left, right))
    counts = left.value_counts()
    if len(counts) == len(left):
        return _parts(left, right)  # all different: only their parts can mean anything
    order = {level: rank for rank, level in enumerate(counts.index)}
    pairs = [
        (left.map(counts).to_numpy(dtype=float), right.map(counts).fillna(0).to_numpy(dtype=float)),
        (left.map(order).to_numpy(dtype=float), right.map(order).fillna(-1).to_numpy(dtype=float)),
    ]
    common = counts.index[: MOST_LEVELS if len(counts) > 2 else 1]
    hot = [np.column_stack([(side == level) for level in common]).astype(np.float32) for side in (left, right)]
    blocks.linear.append((hot[0], hot[1]))
    if len(common) <= 12:
        blocks.trees.append((hot[0], hot[1]))
    return [*pairs, *(_parts(left, right) if len(counts) > MOST_LEVELS else [])]


def _parts(left: pd.Series, right: pd.Series) -> list[Pair]:
    """Pieces of names such as B/12/S or A0_17: numbers as they are, letters by their code."""
    pieces = [[re.findall(r"\d+|[^\W\d_]", text) for text in side] for side in (left, right)]
    width = min(12, int(np.median([len(found) for found in pieces[0]]))) if pieces[0] else 0

    def value(found: list[str], place: int) -> float:
        if place >= len(found):
            return np.nan
        return float(found[place][:12]) if found[place].isdigit() else float(ord(found[place][0]))

    columns = [[np.array([value(found, place) for found in side]) for side in pieces] for place in range(width)]
    return [(left, right) for left, right in columns]
