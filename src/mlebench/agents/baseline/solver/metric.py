"""The competition's metric, as the description names it; losses.py computes it."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

Metric: TypeAlias = Literal[
    "log_loss", "auc", "average_precision", "map",
    "accuracy", "f1", "f1_macro", "mcc", "kappa",
    "rmse", "rmsle", "mae", "r2", "pearson", "spearman",
]  # fmt: skip

# What a text in lower case says of each. The earliest mention in the text wins.
_WORDS: dict[Metric, str] = {
    "log_loss": r"log[- ]?loss|logarithmic loss|cross[- ]entropy|kullback",
    "auc": r"\bauc\b|\broc\b|area under",
    "map": r"map@|mean average precision",
    "average_precision": r"average precision|area under the precision",
    "accuracy": r"\baccuracy\b|top-1 error|(share|fraction|percentage|number) of (correct|right)"
    r"|percentage correct|correctly (classified|predicted)",
    "f1_macro": r"macro[- ](averaged )?f[-_ ]?1",
    "f1": r"\bf[-_ ]?1\b|\bf-?score|fbeta|\bf[-_]?2\b",
    "mcc": r"matthews|\bmcc\b",
    "kappa": r"kappa",
    "rmsle": r"rmsle|(root[- ]mean[- ])?squared?[- ]log|logarithmic error|log\(1 ?\+|ln\(1 ?\+|log1p",
    "rmse": r"\brmse\b|root[- ]mean[- ]square|squared error",
    "mae": r"absolute error|\bmae\b",
    "spearman": r"spearman|kendall",
    "pearson": r"pearson|correlation",
    "r2": r"\br2\b|r²|coefficient of determination",
}
PROBABILITIES: frozenset[Metric] = frozenset({"log_loss", "auc", "average_precision", "map"})
DECISIONS: frozenset[Metric] = frozenset({"accuracy", "f1", "f1_macro", "mcc", "kappa"})
QUANTITIES: frozenset[Metric] = frozenset({"rmse", "rmsle", "mae", "r2", "pearson", "spearman"})

CORRELATIONS: frozenset[Metric] = frozenset({"pearson", "spearman"})  # which a constant does not have


def guess_metric(text: str) -> Metric | None:
    """The metric that a text names first; of two that begin at the same place, the one with the longer name."""
    found = [(match.start(), -match.end(), name) for name, words in _WORDS.items() if (match := re.search(words, text))]
    return min(found)[2] if found else None
