"""Text normalisation, English: 9.9 million tokens in 748,000 sentences; a million are graded."""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks.case import Case
from mlebench.data import new_member, write_csv

ROWS = 9_918_441
TOKENS_PER_SENTENCE = 13


def build(raw: Path, scale: float) -> None:
    rng = np.random.default_rng(0)
    rows = int(ROWS * scale)
    words = pd.Series([f"token{i}" for i in range(50_000)] + ["NA", "null", 'a "quoted" one', "1,000"] * 50)
    spoken = words.str.replace("1,000", "one thousand")
    chosen = rng.integers(0, len(words), rows)
    sentence = np.arange(rows) // TOKENS_PER_SENTENCE
    table = pd.DataFrame(
        {
            "sentence_id": sentence,
            "token_id": np.arange(rows) % TOKENS_PER_SENTENCE,
            "class": pd.Series(["PLAIN", "PUNCT", "DATE"]).take(rng.integers(0, 3, rows)).to_numpy(),
            "before": words.take(chosen).to_numpy(),
            "after": spoken.take(chosen).to_numpy(),
        }
    ).convert_dtypes(dtype_backend="numpy_nullable")
    table = table.astype({"sentence_id": "int64", "token_id": "int64", "class": "str", "before": "str", "after": "str"})
    with (
        zipfile.ZipFile(raw / "en_train.csv.zip", "w") as archive,
        new_member(archive, "en_train.csv", compress=True) as f,
    ):
        write_csv(table, f, quote_text=True)


CASE = Case(
    "text-normalization-challenge-english-language",
    size="9.9 million tokens",
    build=build,
    scale=0.3,
    tables=("en_train.csv.zip::en_train.csv",),
)
