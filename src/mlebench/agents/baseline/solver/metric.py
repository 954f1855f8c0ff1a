"""What the description says about the score."""

from __future__ import annotations

import re

# Name of the metric, and what its description would say. The earliest mention in the text wins.
_WORDS = {
    "log_loss": r"log[- ]?loss|logarithmic loss|cross[- ]entropy",
    "auc": r"\bauc\b|\broc\b|area under",
    "accuracy": r"\baccuracy\b|share of (correct|right)|percentage correct|correctly (classified|predicted)",
    "f1": r"\bf1\b|\bf-?score|f_?1\b|fbeta|\bf2\b",
    "kappa": r"kappa",
    "rmsle": r"rmsle|logarithmic error|log\(1 ?\+|ln\(1 ?\+|log1p",
    "rmse": r"\brmse\b|root[- ]mean[- ]square(?!d? log)|squared error",
    "mae": r"absolute error|\bmae\b",
    "correlation": r"pearson|spearman|correlation",
    "map": r"map@|mean average precision|average precision",
    "r2": r"\br2\b|r²|coefficient of determination",
}
RANKED = {"auc", "map"}


def guess_metric(text: str) -> str | None:
    """The metric that a text names first."""
    found = {name: match.start() for name, words in _WORDS.items() if (match := re.search(words, text))}
    return min(found, key=lambda name: found[name]) if found else None
