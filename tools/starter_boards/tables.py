"""What the three tabular boards share: reading a table, fitting an estimator on part of it, trivial models."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler

from starter_boards import SEED


@lru_cache(maxsize=4)
def read(path: Path) -> pd.DataFrame:
    """A CSV file, read once per process."""
    return pd.read_csv(path)


@dataclass(frozen=True)
class Fitted:
    """An estimator fitted on train.csv (all rows or the first `rows`, all features or some of them)."""

    target: str
    write: Callable[[np.ndarray, Any, np.ndarray], pd.DataFrame]
    estimator: Any
    rows: int | None = None
    features: Sequence[str] | None = None

    def __call__(self, public: Path) -> pd.DataFrame:
        """The submission."""
        train, test = read(public / "train.csv").iloc[: self.rows], read(public / "test.csv")
        features = list(self.features or test.columns.drop("id"))
        np.random.seed(SEED)
        fitted = clone(self.estimator).fit(train[features].to_numpy(), train[self.target].to_numpy())
        return self.write(test["id"].to_numpy(), fitted, test[features].to_numpy())


def logistic(c: float = 1.0, **options: Any) -> LogisticRegression:
    """Logistic regression."""
    return LogisticRegression(C=c, max_iter=3000, **options)


def quadratic(c: float) -> Any:
    """Logistic regression on squares and products."""
    return make_pipeline(PolynomialFeatures(2, include_bias=False), StandardScaler(), logistic(c))
