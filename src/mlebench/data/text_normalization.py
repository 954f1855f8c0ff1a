"""Preparation of the two text-normalisation competitions, which differ in their language only."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pandas as pd

from mlebench.data.archives import ZipMember, new_member
from mlebench.data.splits import split_groups
from mlebench.data.tables import read_csv, write_csv


def prepare_language(language: str, raw: Path, public: Path, private: Path) -> None:
    """Split whole sentences; both parts keep file order and number their sentences from 0."""
    tokens = read_csv(ZipMember(raw / f"{language}_train.csv.zip", f"{language}_train.csv"))
    train, test = (_renumbered(part) for part in split_groups(tokens, "sentence_id", test_size=0.1))
    del tokens
    ids = test["sentence_id"].astype(str) + "_" + test["token_id"].astype(str)
    sample = pd.DataFrame({"id": ids, "after": test["before"]})

    write_csv(pd.DataFrame({"id": ids, "after": test["after"]}), private / "answers.csv", quote_text=True)
    write_csv(sample, private / "sample_submission.csv", quote_text=True)
    for name, table in (
        ("train", train),
        ("test_2", test[["sentence_id", "token_id", "before"]]),
        ("sample_submission_2", sample),
    ):
        member = f"{language}_{name}.csv"
        with zipfile.ZipFile(public / f"{member}.zip", "w") as archive, new_member(archive, member) as file:
            write_csv(table, file, quote_text=True)


def _renumbered(part: pd.DataFrame) -> pd.DataFrame:
    numbers, _ = pd.factorize(part["sentence_id"])
    return part.assign(sentence_id=numbers)
