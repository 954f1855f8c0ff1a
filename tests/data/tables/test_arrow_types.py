"""Arrow must give what pandas gives, whatever stands in the cells, or say that it cannot."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, event, example, given, settings

from mlebench.data.tables import arrow_types, csv_blocks
from mlebench.data.tables.arrow_types import has_odd_numbers, types_of_pandas
from mlebench.data.tables.csv_blocks import NotPlain, each_block, parse_block
from mlebench.data.tables.pandas_rules import our_pandas
from tests.data.tables.odd_csv import contents


@pytest.fixture(autouse=True, scope="module")
def several_blocks() -> Iterator[None]:
    with our_pandas(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrow_types, "_PEEK_ROWS", 2)  # so that what comes later can be a surprise
        patch.setattr(csv_blocks, "BLOCK_BYTES", 40)
        yield


def read(path: Path) -> pd.DataFrame | None:
    """In blocks, as large tables are; None where only pandas can."""
    try:
        convert = types_of_pandas(path)
        table = pa.concat_tables(each_block(path, partial(parse_block, convert=convert)))
    except (NotPlain, pa.ArrowInvalid):
        return None
    if any(pa.types.is_integer(column.type) and column.null_count for column in table.columns):
        return None
    frame = table.to_pandas()
    odd = has_odd_numbers(column.to_numpy() for _, column in frame.items() if column.dtype == np.float64)
    return None if odd else frame


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=contents())
@example(content=b"a,b\n1,x\n2,y\n0x1F,z\n")
@example(content=b"a,b\n1,x\n2,y\n ,z\n")
@example(content=b"a,b\n0.5,x\n0.5,y\nNAN,z\n")
@example(content=b"a,b\n18446744073709551616,x\n#,y\n,z\n")
@example(content=b"a,b\n,x\n18446744073709551615,y\n0,z\n")
@example(content=b"a,b\n,x\n,y\n99999999999999999999,z\n1.5,z\n")
@example(content=b"a,b\n1.5,x\n1.5,y\n0x1F,z\n")
@example(content=b"a,b\n0.5,x\n0.5,y\n0.1e400,z\n")
@example(content=b'","h,1","x\ny",a\nb,c,1,2\n2,2,1,c\nb,b,1,d\nb,2,c,b\n')
def test_what_is_read_in_blocks_is_what_pandas_reads(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_bytes(content)
    found = read(path)
    event("left to pandas" if found is None else "read in blocks")
    if found is None:
        return
    wanted = pd.read_csv(io.BytesIO(content), low_memory=False)
    pd.testing.assert_frame_equal(found, wanted, check_exact=True)
    for name in wanted.columns[wanted.dtypes == np.float64]:
        # assert_frame_equal takes 0.0 and -0.0 for the same.
        assert np.array_equal(np.signbit(found[name]), np.signbit(wanted[name]))


def test_usual_files_are_not_left_to_pandas(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    wanted = pd.DataFrame({"id": range(50), "text": ['a "word", or two\n', None] * 25, "number": np.arange(50) / 8})
    wanted.to_csv(path, index=False)
    found = read(path)
    assert found is not None
    pd.testing.assert_frame_equal(found, pd.read_csv(path))


@pytest.mark.parametrize("content", ["", "a\n1\n", "a,b\n", "a,a\n1,2\n", "a,b\n1,True\n", '"a\n1,2\n'])
def test_a_table_without_types_is_left_to_pandas(content: str, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text(content)
    with pytest.raises(NotPlain):
        types_of_pandas(tmp_path / "x.csv")


def test_a_quote_that_nothing_closes_is_not_collected_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(csv_blocks, "_LONGEST_RECORD", 200)
    path = tmp_path / "x.csv"
    path.write_text("id,text\n" + "1,a\n" * 5 + '2,a "b\n3,"c\n' + "4,d\n" * 200)
    assert read(path) is None
