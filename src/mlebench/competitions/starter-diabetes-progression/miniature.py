"""The embedded data: scikit-learn's diabetes set on its original scale."""

from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.datasets import load_diabetes

NAMES = ["age", "sex", "bmi", "blood_pressure", "tc", "ldl", "hdl", "tch", "ltg", "glucose"]


def build(raw: Path, rng: np.random.Generator) -> None:
    """Always the same tree: `rng` is not used, as this is the data itself and not a stand-in."""
    diabetes = load_diabetes(scaled=False)
    raw.mkdir(parents=True, exist_ok=True)
    table = pd.DataFrame(diabetes.data.round(4), columns=NAMES).assign(progression=diabetes.target)
    table.to_csv(raw / "patients.csv", index=False)
