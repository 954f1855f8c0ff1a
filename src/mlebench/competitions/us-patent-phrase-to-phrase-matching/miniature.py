"""Miniature raw data: us-patent-phrase-to-phrase-matching."""

from pathlib import Path

import numpy as np
import pandas as pd

ADJ = [
    "liquid",
    "metal",
    "optical",
    "digital",
    "rotary",
    "elastic",
    "hollow",
    "wireless",
    "thermal",
    "adjustable",
]
NOUN = ["valve", "sensor", "plate", "antenna", "membrane", "pump", "cable", "bearing", "lens", "circuit"]
CPC = ["A47", "A61", "B23", "B60", "C07", "C22", "D03", "E04", "F16", "G01", "G06", "H01", "H04"]


def phrase_pair(rng):
    """Anchor, target and a score that mostly follows the number of shared words."""
    a = [str(rng.choice(ADJ)), str(rng.choice(NOUN))]
    t = list(a)
    kind = int(rng.integers(5))
    if kind in (0, 1):
        t[0] = str(rng.choice(ADJ))
    if kind in (1, 2):
        t[1] = str(rng.choice(NOUN))
    if kind == 3:
        t.append("assembly")
    if kind == 4:
        t = t[::-1]
    overlap = len(set(a) & set(t)) / len(set(a) | set(t))
    score = np.clip(round(overlap * 4) + rng.choice([-1, 0, 0, 0, 1]), 0, 4) / 4
    target = " ".join(t)
    if rng.random() < 0.03:
        target = target.replace(" ", ", ")  # a comma now and then, so that quoting matters
    return " ".join(a), target, float(score)


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    rows = []
    for _ in range(308):
        anchor, target, score = phrase_pair(rng)
        rows.append((f"{int(rng.integers(2**63)):016x}", anchor, target, str(rng.choice(CPC)), score))
    table = pd.DataFrame(rows, columns=["id", "anchor", "target", "context", "score"])
    table[:300].sort_values(["anchor", "context", "target", "id"]).to_csv(
        raw / "train.csv", index=False, float_format="%.2f"
    )
    table[300:].drop(columns="score").to_csv(raw / "test.csv", index=False)
    table[300:][["id"]].assign(score=0).to_csv(raw / "sample_submission.csv", index=False)
