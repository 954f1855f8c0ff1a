from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from mlebench.grading import (
    Expected,
    Integers,
    distinct,
    in_pieces,
    listed,
    positions,
    refuse,
    require_columns,
    suspect,
    warn,
)
from mlebench.metrics.ranking import map_at_k_of_codes

ANSWERS_AS_WRITTEN = True  # only customers that bought something are scored, which nobody knows
PLACES = 12


def check(submission: pd.DataFrame, expected: Expected) -> pd.DataFrame:
    require_columns(submission, ["customer_id", "prediction"], exact=True)
    customer = positions(submission["customer_id"], among=expected.ids)
    counts = np.bincount(customer[customer >= 0], minlength=len(expected))
    if not counts.all():
        missing = listed(expected.ids[counts == 0].to_list())
        warn(f"Missing 'customer_id' {missing}: refused if one of them bought anything in the test period.")
    if counts.max(initial=0) > 1 or not submission["customer_id"][customer < 0].is_unique:
        suspect("Some 'customer_id' stand in several rows: later customers are paired with the wrong purchases.")
    if (customer < 0).any():
        warn("Some 'customer_id' are not in the sample submission; they are not scored.")
    cells = pa.array(submission["prediction"].astype("str"), pa.large_string(), from_pandas=True)
    if pc.all(pc.or_(pc.starts_with(cells, "0"), pc.equal(cells, "")), min_count=0).as_py():
        warn("Article ids with a leading zero match nothing: v1's purchases have none.")
    return submission


def score(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    buyer = positions(submission["customer_id"], among=answers["customer_id"])
    rows = np.flatnonzero(buyer >= 0)
    counts = np.bincount(buyer[rows], minlength=len(answers))
    if not counts.all():
        refuse("Every 'customer_id' of the sample submission must be there: one of those missing is scored.")
    if (counts == 1).all():
        given = submission["prediction"].iloc[rows[np.argsort(buyer[rows])]]
    else:
        # v1 sorts both sides and pairs by position, so a repeated customer shifts all that follow.
        given = submission.iloc[rows].sort_values("customer_id")["prediction"][: len(answers)]
        answers = answers.sort_values("customer_id")
    articles, relevant = purchases(answers["prediction"])
    guess = np.concatenate([guesses(cells, articles) for cells in in_pieces(given)])
    return map_at_k_of_codes(*np.divmod(relevant, len(articles)), guess, k=PLACES)


def purchases(cells: "pd.Series[Any]") -> tuple[pa.LargeStringArray, Integers]:
    """All articles, and as sorted numbers which of them stand in which row."""
    bought = words_of(cells)
    articles = pc.unique(pc.list_flatten(bought))
    return articles, distinct(row_of_word(bought) * len(articles) + codes(pc.list_flatten(bought), articles))


def guesses(cells: "pd.Series[Any]", articles: pa.LargeStringArray) -> Integers:
    """Which of the articles stands at each place, or -1."""
    guessed = words_of(cells)
    place = place_in_row(guessed)
    result = np.full((len(cells), PLACES), -1)
    counted = place < PLACES
    result[row_of_word(guessed)[counted], place[counted]] = codes(pc.list_flatten(guessed), articles)[counted]
    return result


def words_of(cells: "pd.Series[Any]") -> pa.LargeListArray:
    """What stands between single blanks; v1 reads a missing cell as the word `nan`."""
    texts = cells.fillna("nan") if isinstance(cells.dtype, pd.StringDtype) else cells.astype(object).map(str)
    array = pa.array(texts, pa.large_string())
    return pc.split_pattern(array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array, " ")


def codes(words: pa.LargeStringArray, known: pa.LargeStringArray) -> Any:
    return pc.fill_null(pc.index_in(words, value_set=known), -1).to_numpy()


def row_of_word(words: pa.LargeListArray) -> Any:
    return pc.list_parent_indices(words).to_numpy()


def place_in_row(words: pa.LargeListArray) -> Any:
    rows = row_of_word(words)
    return np.arange(len(rows)) - words.offsets.to_numpy()[rows]


def perfect(answers: pd.DataFrame) -> pd.DataFrame:
    """A repeated purchase would take up a place."""
    distinct = answers["prediction"].map(lambda text: " ".join(list(dict.fromkeys(text.split(" ")))[:PLACES]))
    return answers.assign(prediction=distinct)
