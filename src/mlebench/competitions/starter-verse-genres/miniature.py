"""The embedded data: verses of the King James Bible, four of each chapter."""

from pathlib import Path

import numpy as np
import pandas as pd

VERSES = Path(__file__).parent / "data" / "verses.tsv.gz"


def build(raw: Path, rng: np.random.Generator) -> None:
    """Always the same tree: `rng` is not used, as this is the data itself and not a stand-in."""
    raw.mkdir(parents=True, exist_ok=True)
    verses = pd.read_csv(VERSES, sep="\t", names=["genre", "chapter", "text"], quoting=3)
    verses.to_csv(raw / "verses.csv", index=False)
