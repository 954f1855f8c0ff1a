from pathlib import Path

import pandas as pd
import pyarrow as pa

from mlebench.data.tables.bulk_texts import text_batches
from mlebench.grading import Expected, Words, align, f1_of_known, require_columns, require_rows, texts, words


def read_answers(path: Path) -> pd.DataFrame:
    """Without the questions, which are nearly all of the file."""
    answers: pd.DataFrame = pa.Table.from_batches(text_batches(path, ["Id", "Tags"])).to_pandas()
    return answers.assign(Id=pd.to_numeric(answers["Id"]))


def check(submission: pd.DataFrame, expected: Expected) -> Words:
    require_columns(submission, ["Id", "Tags"])
    require_rows(submission, expected)
    return tags(align(submission, expected, on="Id"))


def score(predicted: Words, answers: pd.DataFrame) -> float:
    return f1_of_known(tags(answers, allow_numbers=True), predicted, "Tags")


def tags(table: pd.DataFrame, *, allow_numbers: bool = False) -> Words:
    """The tags of each row."""
    column = table["Tags"]
    is_text = isinstance(column.dtype, pd.StringDtype)  # as it is: there are millions
    return words(column.fillna("") if is_text else texts(table, "Tags", allow_numbers=allow_numbers))
