"""Blocks end where records end, whatever stands in quotes, and what cannot be told is refused."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlebench.data.tables.csv_blocks import record_blocks, well_quoted

CELLS = st.text(alphabet='a1 ,"\r\n', max_size=8)


@given(st.lists(st.tuples(CELLS, CELLS), max_size=12), st.integers(1, 30))
def test_blocks_hold_whole_records(rows: list[tuple[str, str]], size: int) -> None:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(rows)
    content = text.getvalue().encode()
    blocks = list(record_blocks(io.BytesIO(content), size))
    assert b"".join(blocks) == content
    assert all(well_quoted(block) for block in blocks)
    found = [tuple(row) for block in blocks for row in csv.reader(io.StringIO(block.decode(), newline=""))]
    assert found == rows


@pytest.mark.parametrize("block", [b'a"b,c"\n', b'a,"b\n', b'"a"b,c\n', b'"a" ,b\n', b'a,"\n'])
def test_quotes_in_odd_places_are_noticed(block: bytes) -> None:
    assert not well_quoted(block)


@pytest.mark.parametrize("block", [b"", b"a,b\n", b'"a","b"\r\n', b'"a ""b""\n",""\n', b'""""\n', b'"a"'])
def test_usual_quotes_are_fine(block: bytes) -> None:
    assert well_quoted(block)
