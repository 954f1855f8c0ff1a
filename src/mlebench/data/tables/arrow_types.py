"""Which types Arrow must give to columns, to read a table block by block as pandas reads it as a whole."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.csv as pacsv

from mlebench.data.tables.csv_blocks import NotPlain, Source, header_of
from mlebench.data.tables.pandas_rules import NA_WORDS

_PEEK_ROWS = 500  # pandas reads so many first, as they tell the types of the columns
_LARGE_NUMBER = re.compile(r"\W*\d{19,}\W*", re.ASCII).fullmatch


def types_of_pandas(source: Source) -> pacsv.ConvertOptions:
    """How Arrow has to read the columns, which are numbers and texts. Raises NotPlain where pandas may find others."""
    try:
        with source.open("rb") as file:
            peek = pd.read_csv(file, nrows=_PEEK_ROWS, low_memory=False)
        with source.open("rb") as file:
            names = header_of(file)
    except (ValueError, csv.Error):
        raise NotPlain from None  # pandas says what is wrong when it reads the table
    # In a file of one column pandas skips lines of blanks; with several, Arrow refuses them.
    if peek.empty or list(peek.columns) != names or len(set(names)) < max(len(names), 2):
        raise NotPlain
    return pacsv.ConvertOptions(
        column_types={name: _arrow_type(peek[name]) for name in names},
        include_columns=names,
        null_values=NA_WORDS,
        strings_can_be_null=True,
        quoted_strings_can_be_null=True,
    )


def _arrow_type(column: pd.Series[Any]) -> pa.DataType:
    if column.dtype == np.int64:
        return pa.int64()
    if column.dtype == np.float64:
        return pa.float64()
    if isinstance(column.dtype, pd.StringDtype):
        # Where a number is too large for an integer type, pandas may keep the words for missing values.
        texts = pa.array(column, pa.large_string(), from_pandas=True).to_pylist()
        if not any(map(_LARGE_NUMBER, filter(None, texts))):
            return pa.large_string()
    raise NotPlain


def has_odd_numbers(columns: Iterable[npt.NDArray[np.float64]]) -> bool:
    """Where a column of floats has only whole numbers and blanks, pandas drops the sign of `-0`; and it makes texts of
    them all where one that no integer type holds comes before the first that is not whole.
    """
    return any(map(_is_odd, columns))


def _is_odd(values: npt.NDArray[np.float64]) -> bool:
    if not _all_whole(values[:_PEEK_ROWS]):
        return False
    huge = np.abs(values) >= 2.0**63
    if huge.any() and _all_whole(values[: huge.argmax()]):
        return True
    return bool(((values == 0) & np.signbit(values)).any()) and _all_whole(values)


def _all_whole(values: npt.NDArray[np.float64]) -> bool:
    return bool(np.all((values == np.trunc(values)) | np.isnan(values)))
