"""Text normalisation, English: 9.9 million tokens in 748,000 sentences; a million are graded."""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np
import pyarrow as pa

from benchmarks.case import Case
from benchmarks.synthetic import pick, write_table
from mlebench.data import new_member

ROWS = 9_918_441
TOKENS_PER_SENTENCE = 13


def build(raw: Path, scale: float) -> None:
    rng = np.random.default_rng(0)
    rows = int(ROWS * scale)
    words = [f"word{i}" for i in range(5_000)] + ["NA", "null", 'a "quoted" one', "1,000"] * 5
    chosen = pa.array(rng.integers(0, len(words), rows))
    columns = {
        "sentence_id": np.arange(rows) // TOKENS_PER_SENTENCE,
        "token_id": np.arange(rows) % TOKENS_PER_SENTENCE,
        "class": pick(rng, ["PLAIN", "PUNCT", "DATE"], rows),
        "before": pa.array(words).take(chosen),
        "after": pa.array([word.replace("1,000", "one thousand") for word in words]).take(chosen),
    }
    with (
        zipfile.ZipFile(raw / "en_train.csv.zip", "w", compresslevel=1) as archive,
        new_member(archive, "en_train.csv", compress=True) as file,
    ):
        write_table(file, columns, quoted=True)


CASE = Case(
    "text-normalization-challenge-english-language",
    size="9.9 million tokens",
    build=build,
    tables=("en_train.csv.zip::en_train.csv",),
)
