import io
from types import SimpleNamespace

import pandas as pd
import pyarrow as pa
import pytest

from mlebench.data import DataError
from mlebench.data.formats.text_records import TextSpool, text_batches
from mlebench.data.tables import csv_blocks


def source_of(text: str):
    return SimpleNamespace(open=lambda mode: io.BytesIO(text.encode()))


@pytest.mark.parametrize("block", [5, 40, 1000])
def test_cells_are_read_as_pandas_reads_them(monkeypatch, block):
    monkeypatch.setattr(csv_blocks, "BLOCK_BYTES", block)
    text = 'a,b,c\n"1","two\r\nlines","x ""y"""\n2,NA,"null"\n3,B,C'
    table = pa.Table.from_batches(text_batches(source_of(text), ["c", "b"]))
    assert table["b"].to_pylist() == ["two\r\nlines", None, "B"]
    assert table["c"].to_pylist() == ['x "y"', None, "C"]
    expected = pd.read_csv(io.StringIO(text, newline=""), dtype=str)
    pd.testing.assert_frame_equal(table.to_pandas(), expected[["c", "b"]])


def test_a_column_that_is_not_there_is_an_error_of_the_data():
    with pytest.raises(DataError, match="cannot be read"):
        list(text_batches(source_of("a\n1\n"), ["b"]))


def test_a_spool_gives_back_what_was_appended(tmp_path):
    parts = [pa.array(part, pa.large_string()) for part in (["é", "", "abc"], [], ["😀"])]
    with TextSpool(tmp_path) as spool:
        spool.append(parts[0].slice(1))
        for part in parts:
            spool.append(part)
        assert spool.texts().to_pylist() == ["", "abc", "é", "", "abc", "😀"]
        assert not list(tmp_path.iterdir())
    with TextSpool(tmp_path) as empty:
        assert empty.texts().to_pylist() == []
