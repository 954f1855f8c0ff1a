"""Miniature of the chaii raw files: train.csv, test.csv, sample_submission.csv (UTF-8)."""

from pathlib import Path

import numpy as np
import pandas as pd

N_TRAIN, N_TEST = 110, 5
WORDS = {
    "hindi": "भारत में नदी का नाम गंगा है और यह हिमालय से निकलती राजधानी दिल्ली सन् १९४७ को स्वतंत्र हुआ India किमी",
    "tamil": "தமிழ் நாட்டின் தலைநகரம் சென்னை ஆகும் இது வங்காள விரிகுடா கடலோரம் அமைந்துள்ளது ஆண்டு 1947 மக்கள் தொகை Chennai",
}
ASK = {"hindi": "{} का नाम क्या है?", "tamil": "{} எது?"}


def sample(rng):
    """A context of sentences with line breaks, quotes and commas; the answer is a span of it."""
    lang = "hindi" if rng.random() < 0.67 else "tamil"
    words = WORDS[lang].split()
    text = list(rng.choice(words, rng.integers(30, 60)))
    for i in rng.choice(len(text), 4, replace=False):
        text[i] += rng.choice(["।", ",", "\n", ' "उद्धरण"', "\n\n", "\u00a0"])
    context = " ".join(text)
    tokens = context.split(" ")
    at, size = rng.integers(0, len(tokens) - 4), rng.integers(1, 5)
    answer = " ".join(tokens[at : at + size]).strip(" \n")
    if rng.random() < 0.1:
        answer = str(rng.integers(1, 2000))  # numeric answers are frequent in the real data
        context += f" {answer} ।"
    return {
        "id": rng.bytes(5).hex()[:9],
        "context": context,
        "question": ASK[lang].format(rng.choice(words)),
        "answer_text": answer,
        "answer_start": context.find(answer),
        "language": lang,
    }


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)
    rows = pd.DataFrame([sample(rng) for _ in range(N_TRAIN + N_TEST)])
    rows[:N_TRAIN].to_csv(raw / "train.csv", index=False)
    test = rows[N_TRAIN:]
    test[["id", "context", "question", "language"]].to_csv(raw / "test.csv", index=False)
    test[["id"]].assign(PredictionString="").to_csv(raw / "sample_submission.csv", index=False)
