"""Miniature raw data for lmsys-chatbot-arena (plain CSV files)."""

import json
from pathlib import Path

import numpy as np
import pandas as pd

from .grade import WINNERS as TARGETS

MODELS = ["gpt-4-0314", "claude-1", "vicuna-13b", "koala-13b", "llama-2-7b-chat", "mistral-7b-instruct"]
WORDS = [
    "the",
    "a",
    "model",
    "answer",
    "café",
    '"quoted"',
    "sum,",
    "of",
    "two",
    "42",
    "list",
    "你好",
    "😀",
    "code:\n\tprint(1)",
    "because",
    "therefore",
    "<b>",
    "\\alpha",
    "end.",
]


def text(rng, low, high):
    return " ".join(rng.choice(WORDS) for _ in range(rng.integers(low, high)))


def row(rng, key):
    strength = np.arange(len(MODELS))[::-1] / 2
    i, j = rng.choice(len(MODELS), 2, replace=False)
    turns = int(rng.integers(1, 4))
    prompt = [text(rng, 2, 10) for _ in range(turns)]
    ra, rb = ([text(rng, 3 + k, 12 + 3 * k) for _ in range(turns)] for k in (5 - i, 5 - j))  # strong models write more
    if rng.random() < 0.05:
        rb[-1] = None  # a lost response: null inside the JSON list
    z = np.array([strength[i], strength[j], 0.8]) + rng.gumbel(size=3)
    win = np.eye(3, dtype=int)[z.argmax()]

    def enc(v):
        return json.dumps(v, ensure_ascii=bool(rng.random() < 0.3))

    return [key, MODELS[i], MODELS[j], enc(prompt), enc(ra), enc(rb), *win]


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    cols = ["id", "model_a", "model_b", "prompt", "response_a", "response_b", *TARGETS]
    keys = np.sort(rng.choice(4_000_000_000, size=205, replace=False))
    train = pd.DataFrame([row(rng, int(k)) for k in keys], columns=cols)
    train.to_csv(raw / "train.csv", index=False)

    test = pd.DataFrame([row(rng, k) for k in (136060, 211333, 1233961)], columns=cols)  # not used
    test[["id", "prompt", "response_a", "response_b"]].to_csv(raw / "test.csv", index=False)
    test[["id"]].assign(**dict.fromkeys(TARGETS, 0.333333)).to_csv(raw / "sample_submission.csv", index=False)
