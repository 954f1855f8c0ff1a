"""Preparation of the two text-normalisation competitions, which differ in their language only."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.data.archives.zips import ZipMember, new_member
from mlebench.data.splits.seeded import split_positions
from mlebench.data.tables.csv_files import read_csv, rows_where, write_csv


def prepare_language(language: str, raw: Path, public: Path, private: Path, *, as_texts: bool = False) -> None:
    """Split whole sentences; both parts keep file order and number their sentences from 0.

    With `as_texts`, as version 2 has it, sentences of the same text are on one side, and words such as NA are words.
    """
    source = ZipMember(raw / f"{language}_train.csv.zip", f"{language}_train.csv")
    tokens = read_csv(source, keep_default_na=False) if as_texts else read_csv(source)
    sentence, distinct = pd.factorize(tokens["sentence_id"])
    texts = _texts(tokens, sentence) if as_texts else np.arange(len(distinct))
    tokens["sentence_id"], is_test = _split(sentence, texts)
    with _only_member(public / f"{language}_train.csv.zip") as file:
        write_csv(tokens, file, quote_text=True, where=~is_test)

    test = rows_where(tokens, is_test)
    del tokens
    ids = test["sentence_id"].astype(str) + "_" + test["token_id"].astype(str)
    sample = pd.DataFrame({"id": ids, "after": test["before"]})
    write_csv(pd.DataFrame({"id": ids, "after": test["after"]}), private / "answers.csv", quote_text=True)
    write_csv(sample, private / "sample_submission.csv", quote_text=True)
    with _only_member(public / f"{language}_test_2.csv.zip") as file:
        write_csv(test[["sentence_id", "token_id", "before"]], file, quote_text=True)
    with _only_member(public / f"{language}_sample_submission_2.csv.zip") as file:
        write_csv(sample, file, quote_text=True)


def _split(
    sentence: npt.NDArray[np.intp], texts: npt.NDArray[np.intp]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """For each row the number of its sentence within its part, and whether that is the test part.

    `texts` has a number for each sentence, that of its text.
    """
    chosen = split_positions(int(texts.max(initial=-1)) + 1, test_size=0.1)[1]
    goes_to_test = np.isin(texts, chosen)
    numbers = np.where(goes_to_test, goes_to_test.cumsum(), (~goes_to_test).cumsum()) - 1
    return numbers[sentence], goes_to_test[sentence]


def _texts(tokens: pd.DataFrame, sentence: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """A number for each sentence, the same for those of the same tokens in the same order."""
    places = pd.util.hash_array(tokens["token_id"].to_numpy() + 1)  # 0 has the hash 0, which would leave out a word
    words = pd.util.hash_array(tokens["before"].to_numpy(object)) * places
    return pd.factorize(pd.Series(words).groupby(sentence).sum())[0]


@contextmanager
def _only_member(path: Path) -> Iterator[IO[bytes]]:
    """Open the one member of a new zip, which has the zip's name without `.zip`."""
    with zipfile.ZipFile(path, "w") as archive, new_member(archive, path.stem) as file:
        yield file
