from pathlib import Path

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from mlebench.data.bulk_texts import text_batches
from mlebench.grading import align, require_columns, require_rows, texts
from mlebench.metrics.classification import f1_of_sets


def read_answers(path: Path) -> pd.DataFrame:
    """Without the questions, which are nearly all of the file."""
    answers: pd.DataFrame = pa.Table.from_batches(text_batches(path, ["Id", "Tags"])).to_pandas()
    return answers.assign(Id=pd.to_numeric(answers["Id"]))


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["Id", "Tags"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="Id")
    true_words = words_of(texts(answers, "Tags", allow_numbers=True))
    words = words_of(texts(submission, "Tags"))
    # v1 knows only the tags of the answers: a predicted tag that is not among them costs nothing.
    tags = pc.unique(pc.list_flatten(true_words))
    return f1_of_sets(pairs(true_words, tags), pairs(words, tags))


def words_of(cells: list[str]) -> pa.LargeListArray:
    """The words of each cell; white space at its ends gives empty ones."""
    return pc.utf8_split_whitespace(pa.array(cells, pa.large_string()))


def pairs(words: pa.LargeListArray, tags: pa.LargeStringArray) -> npt.NDArray[np.int64]:
    """One number for each (row, tag) that occurs, whatever the times."""
    flat = pc.list_flatten(words)
    tag = pc.index_in(flat, value_set=tags)
    counted = pc.and_(pc.is_valid(tag), pc.not_equal(flat, "")).to_numpy(zero_copy_only=False)
    row = pc.list_parent_indices(words).to_numpy().astype(np.int64)[counted]
    return np.unique(row * len(tags) + pc.fill_null(tag, 0).to_numpy()[counted])
