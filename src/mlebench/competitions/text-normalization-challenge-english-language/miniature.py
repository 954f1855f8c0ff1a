"""Miniature raw data: text-normalization-challenge-english-language."""

import csv
from pathlib import Path

import numpy as np
import pandas as pd

from mlebench.data import zip_text

ONES = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
WORDS = [
    "The",
    "giraffe",
    "is",
    "tall",
    "and",
    "weighs",
    "a",
    "lot",
    "near",
    "old",
    "river",
    "Thames",
    "in",
    "town",
    "by",
    "Smith",
    "called",
    "café",
]
# tokens that CSV readers may take for "missing" are part of the real data too
SPECIAL = [
    ("LETTERS", "NA", "n a"),
    ("PLAIN", "None", "None"),
    ("PLAIN", "null", "null"),
    ("LETTERS", "N/A", "n a"),
    ("VERBATIM", "&", "and"),
    ("VERBATIM", "α", "alpha"),
    ("PUNCT", '"', '"'),
    ("PUNCT", ",", ","),
    ("ELECTRONIC", "www.bbc.co.uk", "w w w dot b b c dot c o dot u k"),
    ("LETTERS", "BBC", "b b c"),
    ("PLAIN", '5"x', '5"x'),
    ("PLAIN", "nan", "nan"),
]


def token(rng):
    r = rng.random()
    d = [int(x) for x in rng.integers(1, 10, 4)]
    if r < 0.55:
        w = str(rng.choice(WORDS))
        return "PLAIN", w, w
    if r < 0.65:
        return "CARDINAL", f"{d[0]}", ONES[d[0]]
    if r < 0.72:
        return "DIGIT", f"{d[0]}{d[1]}{d[2]}", " ".join(ONES[x] for x in d[:3])
    if r < 0.79:
        return "MEASURE", f"{d[0]}ft", f"{ONES[d[0]]} feet" if d[0] > 1 else "one foot"
    if r < 0.84:
        return "DATE", f"{d[0]} May 200{d[1]}", f"the {ONES[d[0]]}th of may two thousand {ONES[d[1]]}"
    if r < 0.88:
        return "MONEY", f"${d[0]},{d[1]}00", f"{ONES[d[0]]} thousand {ONES[d[1]]} hundred dollars"
    return SPECIAL[int(rng.integers(len(SPECIAL)))]


def tokens(rng, n_sentences):
    rows = []
    for s in range(n_sentences):
        for t in range(int(rng.integers(2, 9))):
            rows.append((s, t, *token(rng)))
        rows.append((s, t + 1, "PUNCT", ".", "."))
    return pd.DataFrame(rows, columns=["sentence_id", "token_id", "class", "before", "after"])


def write_zip(path, name, df):
    zip_text(path, name, df.to_csv(index=False, quoting=csv.QUOTE_NONNUMERIC))


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)
    write_zip(raw / "en_train.csv.zip", "en_train.csv", tokens(rng, 205))
    for part in ("", "_2"):
        test = tokens(rng, 15)[["sentence_id", "token_id", "before"]]
        ids = test["sentence_id"].astype(str) + "_" + test["token_id"].astype(str)
        write_zip(raw / f"en_test{part}.csv.zip", f"en_test{part}.csv", test)
        write_zip(
            raw / f"en_sample_submission{part}.csv.zip",
            f"en_sample_submission{part}.csv",
            pd.DataFrame({"id": ids, "after": test["before"]}),
        )
