"""Does one feature give the target away? Thresholds are such that chance does not reach them, on few rows neither.

Every test has a floor for chance: what is found would happen to unrelated columns less than once in a million times.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from scipy import stats

CHANCE = 1e-6
UNSURE = 1e-4  # between the two: a caution
NEARLY = 0.98  # of rows that are right
RANKS = 0.995  # correlation of ranks with a number to predict
_SAME = 0.9  # of rows, where values are too many to meet by accident
_CLASSES = 50
_MISSING = {"", "n/a", "na", "nan", "none", "null", "nil", "unknown", "?", "[]", "{}"}


class Verdict(NamedTuple):
    """How a feature gives the target away, in a sentence."""

    how: str
    share: float  # of rows that it gets right
    sure: bool = True  # no: it may be chance, on so few rows


def gives_away(feature: pd.Series[Any], target: pd.Series[Any]) -> Verdict | None:
    """The strongest sign, or none. Both are texts, of the same rows."""
    return same_values(feature, target) or presence(feature, target) or near_perfect(feature, target)


def same_values(feature: pd.Series[Any], target: pd.Series[Any]) -> Verdict | None:
    """The feature is the answer itself, whatever it is called."""
    few = slice(None, None, len(feature) // 50 + 1)
    if sum(map(_is_same, feature.iloc[few], target.iloc[few])) * 2 < len(feature.iloc[few]):
        return None  # the usual case, at a glance
    left, right = feature.map(_plain), target.map(_plain)
    filled = right != ""
    same, rows = int((left[filled] == right[filled]).sum()), int(filled.sum())
    if not rows or same < (_SAME if right.nunique() > _CLASSES else NEARLY) * rows:
        return None
    ours, theirs = (side[filled].value_counts(normalize=True) for side in (left, right))
    by_luck = float((ours * theirs.reindex(ours.index, fill_value=0)).sum())
    chance = _tail(same, rows, by_luck)
    if chance > UNSURE:
        return None
    return Verdict(f"is the answer in {same:,} of {rows:,} rows", same / rows, chance < CHANCE)


def presence(feature: pd.Series[Any], target: pd.Series[Any]) -> Verdict | None:
    """Filled in for one class alone: known only after the outcome."""
    filled = ~feature.str.strip().str.lower().isin(_MISSING)
    if filled.sum() < 5 or (~filled).sum() < 5 or not 2 <= target.nunique() <= _CLASSES:
        return None
    shares = target.value_counts(normalize=True)
    for rows, told in ((filled, "filled in"), (~filled, "missing")):
        inside = target[rows].value_counts()
        share = inside.iloc[0] / rows.sum()
        if share >= 0.99 and _tail(int(inside.iloc[0]), int(rows.sum()), float(shares[inside.index[0]])) < CHANCE:
            return Verdict(f"is {told} in {rows.sum():,} rows, and {inside.index[0]!r} is the answer of all", share)
    return None


def near_perfect(feature: pd.Series[Any], target: pd.Series[Any]) -> Verdict | None:
    """The target follows from the feature alone, as seen on rows that were left out."""
    numbers, wanted = _numbers(feature), _numbers(target)
    if wanted is not None and target.nunique() > _CLASSES:
        return _ranks(numbers, wanted) if numbers is not None else None
    if not 2 <= target.nunique() <= min(_CLASSES, len(target) // 2):
        return None
    most, rows = float(target.value_counts(normalize=True).iloc[0]), len(target)
    right = _by_value(feature, target)
    wrong = rows - right
    if numbers is not None and feature.nunique() > 2 and (near := _by_neighbour(numbers, target)) > right:
        # In perfect order each class but one begins beside another.
        right, wrong = near, max(rows - near - min(target.nunique() - 1, rows // 20), 0)
    much_better = wrong <= 0.1 * (1 - most) * rows
    if wrong > (1 - NEARLY) * rows or not much_better or _tail(right, rows, most) > CHANCE:
        return None
    return Verdict(f"alone predicts {right:,} of {rows:,} rows that were left out", right / rows)


def _plain(text: str) -> str:
    """Texts that compare: 1.0, 1 and true are one, as are capital and small letters."""
    text = text.strip().lower()
    try:
        return repr(round(float(text), 9) + 0.0)
    except ValueError:
        return {"true": "1.0", "false": "0.0"}.get(text, text)


def _is_same(left: str, right: str) -> bool:
    return _plain(left) == _plain(right)


def _numbers(values: pd.Series[Any]) -> pd.Series[Any] | None:
    numbers = pd.to_numeric(values, errors="coerce").replace([np.inf, -np.inf], np.nan)
    return numbers if numbers.notna().mean() > 0.9 else None


def _tail(successes: int, rows: int, chance: float) -> float:
    return float(stats.binom.sf(successes - 1, rows, min(chance, 1)))


def _ranks(numbers: pd.Series[Any], wanted: pd.Series[Any]) -> Verdict | None:
    both = numbers.notna() & wanted.notna()
    if both.sum() < 10 or numbers[both].nunique() < 5:
        return None
    found = stats.spearmanr(numbers[both], wanted[both])
    if abs(found.statistic) < RANKS or found.pvalue > CHANCE:
        return None
    return Verdict(f"has a rank correlation of {found.statistic:.4f} with the answer", abs(found.statistic))


def _by_value(feature: pd.Series[Any], target: pd.Series[Any]) -> int:
    """Rows whose answer is the most frequent one of the other rows with the same value."""
    values, answers = feature.factorize()[0], target.factorize()[0]
    counts = np.zeros((values.max() + 1, answers.max() + 1), dtype=np.int64)
    if counts.size > 5_000_000:
        return 0
    np.add.at(counts, (values, answers), 1)
    others = counts[values]
    own = others[np.arange(len(values)), answers] - 1
    others[np.arange(len(values)), answers] = -1  # the rest of this row's competitors
    return int((own > others.max(axis=1)).sum())


def _by_neighbour(numbers: pd.Series[Any], target: pd.Series[Any]) -> int:
    """Rows whose answer is that of the row with the nearest number."""
    order = np.argsort(numbers.fillna(numbers.min() - 1).to_numpy(), kind="stable")
    values, answers = numbers.fillna(numbers.min() - 1).to_numpy()[order], target.factorize()[0][order]
    gaps = np.concatenate([[np.inf], np.diff(values), [np.inf]])
    left = gaps[:-1] <= gaps[1:]
    nearest = np.where(left, np.roll(answers, 1), np.roll(answers, -1))
    return int((nearest == answers).sum())
