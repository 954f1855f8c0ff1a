"""Miniature raw data for detecting-insults-in-social-commentary (all plain CSV files)."""

from pathlib import Path

import numpy as np
import pandas as pd

NEUTRAL = [
    "the match starts at nine, bring a ball",
    "I read your article twice and liked it",
    "no idea who wrote that law",
]
RUDE = ["you are a complete moron", "shut your mouth, clown", "nobody asked you, fool"]
FILLER = [
    "honestly,",
    "look",
    "well\\xa0then",
    "as I said:",
    "by the way",
    "caf\\xe9 talk",
    "\\n\\nalso",
    "@user",
    "100%",
]


def comment(rng, insult):
    """Text as the organisers ship it: escaped (literal \\xa0, \\n) and wrapped in its own pair of quotes."""
    core = RUDE if (insult if rng.random() < 0.85 else rng.random() < 0.3) else NEUTRAL
    words = [rng.choice(FILLER) for _ in range(rng.integers(1, 5))] + [rng.choice(core)]
    rng.shuffle(words)
    text = " ".join(words) + f" {rng.integers(0, 10**6)}"
    if rng.random() < 0.15:
        text += ' he said "wow", really'
    return f'"{text}"'


def date(rng):
    if rng.random() < 0.2:
        return None
    return f"2012{rng.integers(1, 10):02d}{rng.integers(1, 29):02d}{rng.integers(0, 24):02d}{rng.integers(0, 60):02d}{rng.integers(0, 60):02d}Z"


def table(rng, n):
    y = (rng.random(n) < 0.3).astype(int)
    return pd.DataFrame({"Insult": y, "Date": [date(rng) for _ in y], "Comment": [comment(rng, k) for k in y]})


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    table(rng, 140).to_csv(raw / "train.csv", index=False)
    test = table(rng, 90)
    test.loc[len(test) - 1] = test.loc[3]  # a repeated comment (same label), as forums have
    test["Usage"] = np.where(rng.random(len(test)) < 0.5, "PublicTest", "PrivateTest")
    test.to_csv(raw / "test_with_solutions.csv", index=False)

    # files of the later verification stage, which the preparation ignores
    check = table(rng, 30)
    check.insert(0, "id", range(1, 31))
    check.drop(columns="Insult").to_csv(raw / "test.csv", index=False)
    check.assign(Insult=0).to_csv(raw / "sample_submission_null.csv", index=False)
    check.assign(Usage="PrivateTest").to_csv(raw / "impermium_verification_labels.csv", index=False)
    check.drop(columns="Insult").to_csv(raw / "impermium_verification_set.csv", index=False)
