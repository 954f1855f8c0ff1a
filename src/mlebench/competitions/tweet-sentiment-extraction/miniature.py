"""Miniature raw data: tweet-sentiment-extraction."""

from pathlib import Path

import numpy as np
import pandas as pd

GOOD = ["love it", "SO happy!", "best day ever", "thank you,", "Great"]
BAD = ["hate this", "so sad...", "miss you", 'awful "service"', "****"]
FILLER = [
    "going home",
    "at work, again",
    "watching tv",
    "http://twitpic.com/4w75p",
    "lol",
    "I`m on the bus",
    "caf\u00e9 time",
    "@bob",
    "2nite",
    "  hmm",
    "it`s 3am",
]


def tweet(rng):
    sentiment = str(rng.choice(["neutral", "positive", "negative"], p=[0.4, 0.31, 0.29]))
    before, after = (" ".join(rng.choice(FILLER, int(rng.integers(0, 4)))) for _ in range(2))
    if sentiment == "neutral":
        text = f"{before} {after}".strip() or "ok"
        return text, text, sentiment
    span = str(rng.choice(GOOD if sentiment == "positive" else BAD))
    if rng.random() < 0.2:  # two clues, one of them chosen
        after += " " + str(rng.choice(GOOD))
    return f" {before} {span} {after}".rstrip(), span, sentiment


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)
    rows = [(rng.bytes(5).hex(), *tweet(rng)) for _ in range(320)]
    df = pd.DataFrame(rows, columns=["textID", "text", "selected_text", "sentiment"])
    train, test = df[:260].copy(), df[260:]
    # The real file has one tweet without any text; words such as "nan" are read as blanks too. With
    # 260 rows and the usual split, rows 45, 71 and 110 go to the test set and the others here do not.
    odd = {31: "", 50: "nan", 60: "NA", 61: "7", 90: "null", 120: "None", 45: "7", 110: "12.50"}
    for k, word in odd.items():
        train.loc[k, ["text", "selected_text", "sentiment"]] = [
            f"{word} it is" if k > 50 else word,
            word,
            "neutral",
        ]
    train.to_csv(raw / "train.csv", index=False)
    test.drop(columns="selected_text").to_csv(raw / "test.csv", index=False)
    test[["textID"]].assign(selected_text="").to_csv(raw / "sample_submission.csv", index=False)
