from pathlib import Path

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from mlebench.data.tables.bulk_texts import text_batches
from mlebench.grading import Expected, align, distinct, require_columns, require_rows, suspect_free_guesses, texts
from mlebench.metrics.classification import f1_of_sets


def read_answers(path: Path) -> pd.DataFrame:
    """Without the questions, which are nearly all of the file."""
    answers: pd.DataFrame = pa.Table.from_batches(text_batches(path, ["Id", "Tags"])).to_pandas()
    return answers.assign(Id=pd.to_numeric(answers["Id"]))


def check(submission: pd.DataFrame, expected: Expected) -> pa.LargeListArray:
    require_columns(submission, ["Id", "Tags"])
    require_rows(submission, expected)
    return words_of(align(submission, expected, on="Id"))


def score(words: pa.LargeListArray, answers: pd.DataFrame) -> float:
    true_words = words_of(answers, allow_numbers=True)
    # v1 knows only the tags of the answers: a predicted tag that is not among them costs nothing.
    tags = pc.unique(pc.list_flatten(true_words))
    truth, _ = pairs(true_words, tags)
    guess, ignored = pairs(words, tags)
    result = f1_of_sets(truth, guess)
    suspect_free_guesses(result, "Tags", true=len(truth), guessed=len(guess), ignored=ignored)
    return result


def words_of(table: pd.DataFrame, *, allow_numbers: bool = False) -> pa.LargeListArray:
    """The tags of each row; white space at the ends of a cell gives empty ones."""
    column = table["Tags"]
    is_text = isinstance(column.dtype, pd.StringDtype)
    cells = column.fillna("") if is_text else texts(table, "Tags", allow_numbers=allow_numbers)
    array = pa.array(cells, pa.large_string())
    return pc.utf8_split_whitespace(array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array)


def pairs(words: pa.LargeListArray, tags: pa.LargeStringArray) -> tuple[npt.NDArray[np.int64], int]:
    """One number for each (row, tag) that occurs, whatever the times, and how many words are no tag."""
    flat = pc.list_flatten(words)
    tag = pc.index_in(flat, value_set=tags)
    written = pc.not_equal(flat, "")
    counted = pc.and_(pc.is_valid(tag), written).to_numpy(zero_copy_only=False)
    ignored = (pc.sum(written).as_py() or 0) - int(counted.sum())
    row = pc.list_parent_indices(words).to_numpy().astype(np.int64)[counted]
    return distinct(row * len(tags) + pc.fill_null(tag, 0).to_numpy()[counted]), ignored
