"""The embedded data: entries of the Jargon File, split into sentences."""

import gzip
from pathlib import Path

import numpy as np

ENTRIES = Path(__file__).parent / "data" / "entries.jsonl.gz"


def build(raw: Path, rng: np.random.Generator) -> None:
    """Always the same tree: `rng` is not used, as this is the data itself and not a stand-in."""
    raw.mkdir(parents=True, exist_ok=True)
    (raw / "entries.jsonl").write_bytes(gzip.decompress(ENTRIES.read_bytes()))
