"""Miniature raw data: learning-agency-lab-automated-essay-scoring-2."""

from pathlib import Path

import numpy as np
import pandas as pd

PLAIN = [
    "cars",
    "are",
    "bad",
    "because",
    "people",
    "drive",
    "a",
    "lot",
    "and",
    "it",
    "makes",
    "smoke",
    "I",
    "think",
    "we",
    "should",
    "walk",
    "more",
]
FANCY = [
    "moreover",
    "limiting",
    "automobile",
    "usage",
    "demonstrably",
    "alleviates",
    "congestion,",
    "however",
    "critics",
    "contend",
]


def essay(rng, score):
    """Better essays are longer and use fancier words; quotes, commas, line breaks and accents occur."""
    out = []
    for _ in range(1 + score // 2):
        words = [str(rng.choice(FANCY if rng.random() < score / 8 else PLAIN)) for _ in range(6 + 5 * score)]
        out.append(" ".join(words).capitalize() + ".")
    text = "\n\n".join(out)
    if rng.random() < 0.3:
        text += ' The author says "driving is a habit", doesn\'t he?'
    if rng.random() < 0.1:
        text += " Caf\u00e9 \u2013 na\u00efve.\xa0 "
    return text


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    ids = [f"{v:07x}" for v in np.sort(rng.choice(16**7, 303, replace=False))]
    score = rng.choice([1, 2, 3, 4, 5, 6], 300, p=[0.09, 0.27, 0.35, 0.2, 0.06, 0.03])
    train = pd.DataFrame({"essay_id": ids[:300], "full_text": [essay(rng, int(s)) for s in score], "score": score})
    train.to_csv(raw / "train.csv", index=False)
    test = pd.DataFrame({"essay_id": ids[300:], "full_text": [essay(rng, 3) for _ in range(3)]})
    test.to_csv(raw / "test.csv", index=False)
    test[["essay_id"]].assign(score=[3, 3, 4]).to_csv(raw / "sample_submission.csv", index=False)
