"""Miniature raw data: spooky-author-identification."""

from pathlib import Path

import numpy as np
import pandas as pd

from mlebench.data import zip_text

COMMON = [
    "the",
    "of",
    "and",
    "to",
    "a",
    "in",
    "I",
    "was",
    "that",
    "my",
    "it",
    "with",
    "had",
    "his",
    "as",
    "which",
    "from",
    "not",
    "upon",
    "at",
    "by",
    "but",
    "for",
]
OWN = {
    "EAP": [
        "upon",
        "Dupin",
        "madame",
        "singular",
        "balloon",
        "pendulum",
        "Ligeia",
        "mesmeric",
        "sarcophagus",
        "raven",
        "however",
    ],
    "HPL": [
        "eldritch",
        "Cthulhu",
        "Arkham",
        "cyclopean",
        "gibbous",
        "nameless",
        "daemoniac",
        "cult",
        "Innsmouth",
        "Gilman",
        "dæmon",
    ],
    "MWS": [
        "Raymond",
        "Perdita",
        "Adrian",
        "Idris",
        "heart",
        "love",
        "misery",
        "father",
        "plague",
        "Elizabeth",
        "happiness",
    ],
}
TAILS = [".", ".", ".", "!", "?", '"', '," he said.', "; and so, alas, it was.", " — Οἶδα."]


def sentence(rng, author):
    n = int(rng.integers(5, 22))
    words = [str(rng.choice(OWN[author] if rng.random() < 0.25 else COMMON)) for _ in range(n)]
    s = " ".join(words)
    if rng.random() < 0.2:
        s = '"' + s
    if rng.random() < 0.4:
        s = s.replace(" and ", ", and ")
    return s[0].upper() + s[1:] + str(rng.choice(TAILS))


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    n_train, n_test = 243, 60
    ids = [f"id{i:05d}" for i in rng.choice(28000, n_train + n_test, replace=False)]
    authors = rng.choice(["EAP", "HPL", "MWS"], n_train + n_test, p=[0.4, 0.29, 0.31])
    df = pd.DataFrame({"id": ids, "text": [sentence(rng, a) for a in authors], "author": authors})
    train, test = df.iloc[:n_train], df.iloc[n_train:][["id", "text"]]
    sample = test[["id"]].assign(EAP=0.403493538995863, HPL=0.287808366106543, MWS=0.308698094897594)

    # like the original, every text field of the source files is quoted
    zip_text(raw / "train.zip", "train.csv", train.to_csv(index=False, quoting=1))
    zip_text(raw / "test.zip", "test.csv", test.to_csv(index=False, quoting=1))
    zip_text(raw / "sample_submission.zip", "sample_submission.csv", sample.to_csv(index=False))
