"""Records in which every cell stands in quotes, as lines with quotes only where they are needed.

The lines are the bytes of the file less some quotes: no cell is taken out and put together again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from mlebench.data.formats.text_records import readable_blocks
from mlebench.data.tables.bulk_texts import (
    array_of_texts,
    csv_cells,
    have_marks,
    joined,
    spans,
    text_bounds,
    text_buffer,
    text_options,
)
from mlebench.data.tables.csv_blocks import NotPlain, Source, parse_block
from mlebench.data.tables.pandas_rules import NA_WORDS

Numbers = npt.NDArray[np.int64]
_QUOTE, _COMMA, _LINE_FEED, _CR = b'",\n\r'
_MISSING = {word.encode() for word in NA_WORDS if word}
_LONGEST = max(map(len, _MISSING))
_BEGINS_MISSING = np.zeros(256, dtype=bool)
_BEGINS_MISSING[[word[0] for word in _MISSING]] = True


class Lines(NamedTuple):
    """Rows as lines, line ends included, and how many bytes the last cell takes with its comma and line end."""

    texts: pa.LargeStringArray
    tails: Numbers


def record_lines(source: Source, columns: Sequence[str], *, missing: Sequence[str] = NA_WORDS) -> Iterator[Lines]:
    """The rows of a CSV file with these columns, as `DataFrame.to_csv` writes them after reading them as texts.

    Words that are `missing` become blank; there can be those of pandas, or none.
    """

    def lines(block: bytes, names: list[str]) -> Lines:
        try:
            if names != list(columns):
                raise NotPlain
            return requoted(block, len(columns), keep_words=not missing)
        except NotPlain:
            return _put_together(parse_block(block, names, text_options(columns, missing)))

    return readable_blocks(source, lines)


def _put_together(table: pa.Table) -> Lines:
    """Cell by cell, which is how any file can be read."""
    *head, last = (csv_cells(column.combine_chunks()) for column in table.columns)
    tails = joined(",", last, "\n")
    return Lines(joined(joined(*head, by=","), tails), np.diff(text_bounds(tails)))


def requoted(block: bytes, columns: int, *, keep_words: bool = False) -> Lines:
    """The lines of a block of whole records; raises NotPlain where some cell has no quotes, or is a missing value.

    With `keep_words` there are no missing values.
    """
    if not block.endswith(b"\n"):
        block += b"\n"
    content = np.frombuffer(block, np.uint8)
    begin, end, has_quotes = _cells(content, columns)
    line_feeds = end[columns - 1 :: columns] + 1
    cr = content[line_feeds] == _CR
    line_feeds = line_feeds + cr
    _check_separators(content, begin.reshape(-1, columns), end.reshape(-1, columns), line_feeds)
    if not keep_words:
        _check_missing(block, content, begin, end)

    needless = np.flatnonzero(~has_quotes)
    needless = needless[~have_marks(spans(block, begin[needless], end[needless]), b",\n")]
    dropped = np.sort(np.concatenate([begin[needless], end[needless], line_feeds[cr] - 1]))
    kept = spans(block, np.concatenate([[0], dropped + 1]), np.concatenate([dropped, [len(block)]]))
    stops = line_feeds + 1
    stops = stops - np.searchsorted(dropped, stops)
    commas = begin[columns - 1 :: columns] - 1
    commas = commas - np.searchsorted(dropped, commas)
    lines = array_of_texts(text_buffer(kept), np.concatenate([[0], stops]))
    lines.validate(full=True)  # that it is UTF-8
    return Lines(lines, stops - commas)


def _cells(content: npt.NDArray[np.uint8], columns: int) -> tuple[Numbers, Numbers, npt.NDArray[np.bool_]]:
    """Where the outer quotes of each cell are, and whether it has quotes inside."""
    quotes = np.flatnonzero(content == _QUOTE)
    if len(quotes) % 2 or not len(quotes):
        raise NotPlain
    opening, closing = quotes[::2], quotes[1::2]
    # A doubled quote inside a cell closes and opens at once.
    last = np.flatnonzero(content[closing + 1] != _QUOTE)
    first = np.concatenate([[0], last[:-1] + 1])
    if len(last) % columns or last[-1] != len(closing) - 1:
        raise NotPlain
    return opening[first], closing[last], last > first


def _check_separators(content: npt.NDArray[np.uint8], begin: Numbers, end: Numbers, line_feeds: Numbers) -> None:
    """Nothing stands between cells but a comma or a line end."""
    commas = end[:, :-1] + 1
    records = np.concatenate([[0], line_feeds + 1])
    if not (
        (content[commas] == _COMMA).all()
        and (begin[:, 1:] == commas + 1).all()
        and (content[line_feeds] == _LINE_FEED).all()
        and (begin[:, 0] == records[:-1]).all()
        and records[-1] == len(content)
    ):
        raise NotPlain


def _check_missing(block: bytes, content: npt.NDArray[np.uint8], begin: Numbers, end: Numbers) -> None:
    short = np.flatnonzero((end - begin <= _LONGEST + 1) & _BEGINS_MISSING[content[begin + 1]])
    for start, stop in zip((begin[short] + 1).tolist(), end[short].tolist()):
        if block[start:stop] in _MISSING:
            raise NotPlain
