"""The embedded data: scikit-learn's wine set without its three most telling assays."""

from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.datasets import load_wine

LEFT_OUT = ["flavanoids", "od280/od315_of_diluted_wines", "proline"]


def build(raw: Path, rng: np.random.Generator) -> None:
    """Always the same tree: `rng` is not used, as this is the data itself and not a stand-in."""
    wine = load_wine()
    raw.mkdir(parents=True, exist_ok=True)
    table = pd.DataFrame(wine.data, columns=wine.feature_names).drop(columns=LEFT_OUT)
    table.assign(cultivar=wine.target + 1).to_csv(raw / "wines.csv", index=False)
