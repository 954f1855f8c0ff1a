"""Miniature raw data: jigsaw-toxic-comment-classification-challenge."""

from pathlib import Path

import numpy as np
import pandas as pd

from mlebench.data import zip_text

from .grade import LABELS as C

HINT = dict(zip(C, ["rubbish", "despicable", "bloody", "beware", "moron", "foreigner"], strict=False))
WORDS = [
    "the",
    "article",
    "page",
    "edit",
    "please",
    "source",
    "talk",
    "you",
    "is",
    "not",
    "why",
    "revert",
    "section",
    "user",
    "thanks",
    "see",
    "about",
    "it",
]


def comment(rng, labels):
    words = [str(w) for w in rng.choice(WORDS, int(rng.integers(4, 25)))]
    for c, v in zip(C, labels, strict=False):
        if v and rng.random() < 0.8:
            words.insert(int(rng.integers(0, len(words))), HINT[c])
    s = " ".join(words)
    r = rng.random()
    if r < 0.2:
        s = '"' + s + '"'
    elif r < 0.4:
        s = s.replace(" you ", "\n\nyou ", 1) + "\n"
    elif r < 0.5:
        s = "== " + s + " == 日本, café"
    return s


def labels(rng, n):
    y = np.zeros((n, 6), int)
    y[:, 0] = rng.random(n) < 0.3
    for j, p in zip(range(1, 6), [0.3, 0.5, 0.2, 0.5, 0.3], strict=False):
        y[:, j] = (rng.random(n) < p) & (y[:, 0] == 1)
    y[:6] = np.eye(6, dtype=int)  # every label occurs, and never alone in a file
    return y


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    n_train, n_test = 120, 150
    ids = [f"{a:08x}{b:08x}" for a, b in rng.integers(0, 2**32, (n_train + n_test, 2))]
    tr_y, te_y = labels(rng, n_train), labels(rng, n_test)

    train = pd.DataFrame({"id": ids[:n_train], "comment_text": [comment(rng, y) for y in tr_y]})
    train[C] = tr_y
    test = pd.DataFrame({"id": ids[n_train:], "comment_text": [comment(rng, y) for y in te_y]})
    answers = test[["id"]].copy()
    hidden = rng.random(n_test) < 0.5
    hidden[:6] = False
    answers[C] = np.where(hidden[:, None], -1, te_y)
    test, answers = test.sort_values("id"), answers.sort_values("id")
    sample = test[["id"]].copy()
    sample[C] = 0.5

    for name, df in [
        ("train", train),
        ("test", test),
        ("test_labels", answers),
        ("sample_submission", sample),
    ]:
        text = df.to_csv(index=False, quoting=2 if name in ("train", "test") else 0)
        zip_text(raw / f"{name}.csv.zip", f"{name}.csv", text)
