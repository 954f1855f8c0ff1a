from pathlib import Path

import numpy as np
import pandas as pd


def build(raw: Path, rng: np.random.Generator) -> None:
    """Tiny synthetic data with the layout of the real raw files."""
    rows = 80
    features = {f"x{i}": rng.normal(size=rows).round(3) for i in range(4)}
    target = (features["x0"] + rng.normal(size=rows) > 0).astype(int)
    pd.DataFrame({"id": range(rows), **features, "target": target}).to_csv(raw / "train.csv", index=False)
