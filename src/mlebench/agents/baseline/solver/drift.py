"""Groups of rows against a reference: how far is each from what chance alone would give?

Each statistic of a column (its mean, spread, distribution, gaps, repeated values, company of other columns) is
measured on groups that are drawn from the reference itself, too; what counts is by how many of their standard
deviations a group stands out, in its most unusual columns.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from solver.arrays import Floats

DRAWS = 80
TOP = 3


class Reference:
    """The reference, ready for comparisons."""

    def __init__(self, frame: pd.DataFrame, columns: list[str], seed: int) -> None:
        self._numeric = [c for c in columns if frame[c].dtype.kind in "iufb"]
        self._levels = {
            c: list(frame[c].astype(str).value_counts().index[:30]) for c in columns if c not in self._numeric
        }
        values = frame[self._numeric].to_numpy(dtype=float)
        self._mean, self._spread = np.nanmean(values, axis=0), np.nanstd(values, axis=0) + 1e-12
        self._sorted = [np.sort(column[~np.isnan(column)]) for column in values.T]
        self._missing = np.isnan(values).mean(axis=0)
        self._correlation = self._correlations(values)
        self._shares = self._level_shares(frame)
        self._frame, self._rng = frame, np.random.default_rng(seed)
        self._chance: dict[int, tuple[Floats, Floats]] = {}

    def measure(self, group: pd.DataFrame) -> Floats:
        """For each kind of statistic the most unusual columns and the mean, and the largest of all."""
        size = min(len(group), len(self._frame))
        if size not in self._chance:
            draws = [self._statistics(self._draw(size)) for _ in range(DRAWS)]
            self._chance[size] = np.mean(draws, axis=0), np.std(draws, axis=0) + 1e-6
        mean, spread = self._chance[size]
        unusual = np.clip((self._statistics(group) - mean) / spread, -50, 50)
        found: list[float] = []
        for kind in np.split(unusual, self._cuts):
            top = np.sort(kind)[::-1][:TOP]
            found += [*top, *[0.0] * (TOP - len(top)), kind.mean() if len(kind) else 0.0]
        return np.array([*found, unusual.max(), np.sort(unusual)[-5:].mean()])

    def _draw(self, size: int) -> pd.DataFrame:
        return self._frame.iloc[self._rng.permutation(len(self._frame))[:size]]

    def _statistics(self, group: pd.DataFrame) -> Floats:
        values = group[self._numeric].to_numpy(dtype=float)
        gaps = np.isnan(values)
        filled = np.where(gaps, self._mean, values)
        half = len(values) // 2
        parts = [
            np.abs(filled.mean(axis=0) - self._mean) / self._spread,
            np.abs(np.log((filled.std(axis=0) + 1e-9) / self._spread)),
            np.array([_distance(c[~g], base) for c, g, base in zip(values.T, gaps.T, self._sorted, strict=True)]),
            np.abs(filled[half:].mean(axis=0) - filled[:half].mean(axis=0)) / self._spread,
            np.abs(gaps.mean(axis=0) - self._missing),
            _longest_runs(values),
            np.abs(self._correlations(values) - self._correlation).max(axis=0, initial=0.0),
            np.abs(self._level_shares(group) - self._shares),
        ]
        self._cuts = np.cumsum([len(part) for part in parts])[:-1]
        return np.concatenate(parts)

    def _correlations(self, values: Floats) -> Floats:
        if values.shape[1] < 2:
            return np.zeros((1, values.shape[1]))
        filled = np.where(np.isnan(values), np.nanmean(values, axis=0), values)
        with np.errstate(all="ignore"):  # a column that does not vary goes together with none
            found: Floats = np.nan_to_num(np.corrcoef(filled, rowvar=False))
        return found

    def _level_shares(self, frame: pd.DataFrame) -> Floats:
        shares: list[Floats] = []
        for column, levels in self._levels.items():
            counts = frame[column].astype(str).value_counts(normalize=True)
            shares.append(counts.reindex(levels, fill_value=0.0).to_numpy())
        return np.concatenate(shares) if shares else np.empty(0)


def _distance(own: Floats, base: Floats) -> float:
    """The largest gap between two distributions (Kolmogorov and Smirnov)."""
    if not len(own) or not len(base):
        return 1.0
    own = np.sort(own)
    below = np.searchsorted(base, own, "right") / len(base)
    place = np.arange(len(own) + 1) / len(own)
    return float(max(np.abs(below - place[1:]).max(), np.abs(below - place[:-1]).max()))


def _longest_runs(values: Floats) -> Floats:
    """The longest row of equal values in each column: a sensor that is stuck."""
    longest = np.zeros(values.shape[1])
    current = np.zeros(values.shape[1])
    for same in values[1:] == values[:-1]:
        current = np.where(same, current + 1, 0)
        longest = np.maximum(longest, current)
    return longest


def against_reference(rows: pd.DataFrame, keys: pd.Series[str], ids: pd.Series[str], reference: Reference) -> Floats:
    """One row of measures for each id."""
    groups = dict(iter(rows.groupby(keys.to_numpy())))
    found = {name: reference.measure(groups[name]) for name in ids.unique() if name in groups}
    width = len(next(iter(found.values())))
    return np.stack([found.get(name, np.full(width, np.nan)) for name in ids])
