"""The embedded data: ten measurements of each tumour in scikit-learn's breast cancer set, some cells lost."""

from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer

MEASUREMENTS = 10  # the mean of each measurement; the data set's standard errors and worst values stay out
LOST = 0.2
SEED = 101


def build(raw: Path, rng: np.random.Generator) -> None:
    """Always the same tree: `rng` is not used, as this is the data itself and not a stand-in."""
    cancer = load_breast_cancer()
    names = [name.removeprefix("mean ").replace(" ", "_") for name in cancer.feature_names[:MEASUREMENTS]]
    values = cancer.data[:, :MEASUREMENTS].copy()
    values[np.random.default_rng(SEED).random(values.shape) < LOST] = np.nan
    raw.mkdir(parents=True, exist_ok=True)
    table = pd.DataFrame(values, columns=names).assign(malignant=1 - cancer.target)
    table.to_csv(raw / "tumours.csv", index=False)
