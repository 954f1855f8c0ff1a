"""The CSV writer must give the bytes that pandas gives, whatever stands in the cells; pandas reads."""

from __future__ import annotations

import io
import math
import warnings
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from mlebench.data import ZipMember, read_csv, read_texts, rows_where, write_csv
from mlebench.data.tables import csv_files, csv_text
from tests.data.tables.odd_csv import ODD_CELLS

usual = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(autouse=True, scope="module")
def tables_of_several_pieces() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(csv_text, "_BYTES_AT_ONCE", 60)
        yield


def frames() -> st.SearchStrategy[pd.DataFrame]:
    texts = st.one_of(st.text(st.characters(codec="utf-8"), max_size=6), st.sampled_from(ODD_CELLS), st.just(math.nan))
    kinds = st.sampled_from(
        [
            (st.integers(-(2**63), 2**63 - 1), np.int64),
            (st.integers(-(2**31), 2**31 - 1), np.int32),
            (st.floats(), np.float64),
            (st.one_of(st.integers(-(10**12), 10**12).map(float), st.floats(-1e-3, 1e11)), np.float64),
            (texts, "str"),
            (st.booleans(), bool),
            (st.floats(width=32), np.float32),
        ]
    )

    @st.composite
    def build(draw: st.DrawFn) -> pd.DataFrame:
        rows = draw(st.integers(0, 6))
        names = draw(st.lists(st.sampled_from(["id", "a", "b,c", 'q"', "é", "a\nb", "x"]), min_size=1, max_size=4))
        chosen = [draw(kinds) for _ in names]
        parts = [pd.Series(draw(st.lists(cells, min_size=rows, max_size=rows)), dtype=dtype) for cells, dtype in chosen]
        frame = pd.concat(parts, axis=1) if parts else pd.DataFrame()
        frame.columns = pd.Index(names)
        return frame

    return build()


@usual
@given(frame=frames(), quote_text=st.booleans())
@example(frame=pd.DataFrame({"a": ["x", ""], "b": [1.0, math.nan]}), quote_text=False)
@example(frame=pd.DataFrame({"a": [1e22, 1e16], "b": [123456789012.5, -0.0]}), quote_text=False)
def test_fast_writer_gives_the_bytes_of_pandas(frame: pd.DataFrame, quote_text: bool, tmp_path: Path) -> None:
    target = tmp_path / "x.csv"
    write_csv(frame, target, quote_text=quote_text)
    wanted = frame.to_csv(index=False, lineterminator="\n", quoting=2 if quote_text else 0)
    assert target.read_bytes() == wanted.encode()
    buffer = io.BytesIO()
    write_csv(frame, buffer, quote_text=quote_text)
    assert buffer.getvalue() == wanted.encode()


@usual
@given(frame=frames(), digits=st.integers(1, 12))
@example(frame=pd.DataFrame({"a": ["x", ""], "b": [0.1 + 0.2, math.nan]}), digits=10)
def test_digits_are_those_of_pandas(frame: pd.DataFrame, digits: int, tmp_path: Path) -> None:
    write_csv(frame, tmp_path / "x.csv", digits=digits)
    wanted = frame.to_csv(index=False, lineterminator="\n", float_format=f"%.{digits}g")
    assert (tmp_path / "x.csv").read_bytes() == wanted.encode()


@usual
@given(frame=frames(), quote_text=st.booleans(), choice=st.lists(st.booleans(), min_size=6, max_size=6))
def test_chosen_rows_are_those_of_pandas(
    frame: pd.DataFrame, quote_text: bool, choice: list[bool], tmp_path: Path
) -> None:
    where = np.array(choice[: len(frame)], dtype=bool)
    write_csv(frame, tmp_path / "x.csv", quote_text=quote_text, where=where)
    wanted = frame[where].to_csv(index=False, lineterminator="\n", quoting=2 if quote_text else 0)
    assert (tmp_path / "x.csv").read_bytes() == wanted.encode()


def test_rows_are_chosen_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_files, "_PIECE_ROWS", 3)
    frame = pd.DataFrame({"a": range(8), "b": list("abcdefgh")}, index=range(10, 18))
    for where in (frame["a"] % 3 == 0, frame["a"] < 0, frame["a"] >= 0):
        pd.testing.assert_frame_equal(rows_where(frame, where.to_numpy()), frame[where])
    pd.testing.assert_frame_equal(rows_where(frame[:0], np.zeros(0, dtype=bool)), frame[:0])


def test_some_columns_are_read_as_pandas_reads_them(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    rows = "".join(f'{i},"line {i}\nline, two",{"x" * (i % 3)}\n' for i in range(50))
    for middle, last in (("text", "odd"), ("text", "text"), ("", "odd")):
        path.write_text(f"id,{middle},{last}\n{rows}")
        names = [last, "id"]
        pd.testing.assert_frame_equal(read_csv(path, usecols=names), pd.read_csv(path, usecols=names))
    with pytest.raises(ValueError, match="absent"):
        read_csv(path, usecols=["absent"])


SEVERAL_PIECES = 600_000  # rows of two columns: pandas reads about half a million cells at a time


@pytest.mark.parametrize(
    ("first", "last", "found"),
    [
        ("0", "x", "str"),
        ("1", "0.5", "float64"),
        ("", "x", "str"),
        ("True", "", "object"),
        ("7", "18446744073709551615", "uint64"),
    ],
)
def test_the_type_of_a_column_is_that_of_all_its_rows(first: str, last: str, found: str, tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("id,value\n" + f"0,{first}\n" * SEVERAL_PIECES + f"1,{last}\n")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        frame = read_csv(path)
    assert frame["value"].dtype == found
    pd.testing.assert_frame_equal(frame, pd.read_csv(path, low_memory=False))


def test_texts_of_several_pieces_are_one_array_which_is_moved_without_a_copy_before(tmp_path: Path) -> None:
    path, rows = tmp_path / "x.csv", range(SEVERAL_PIECES)
    path.write_text("id,text\n" + "".join(f"{row},wörter {row % 7}\n" for row in rows))
    several, frame = pd.read_csv(path), read_csv(path)
    assert isinstance(pa.array(several["text"]), pa.ChunkedArray)
    assert isinstance(pa.array(frame["text"]), pa.LargeStringArray)
    pd.testing.assert_frame_equal(frame, several)


def test_member_of_a_zip_reads_like_a_file(tmp_path: Path) -> None:
    content = "id,text\n" + "".join(f'{i},"a,{i}"\n' for i in range(100))
    with zipfile.ZipFile(tmp_path / "x.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x.csv", content)
    wanted = pd.read_csv(io.StringIO(content))
    pd.testing.assert_frame_equal(read_csv(ZipMember(tmp_path / "x.zip", "x.csv")), wanted)


def test_texts_stay_texts(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("a,b,c\n01,NA,\n1.0,,x\n")
    frame = read_texts(tmp_path / "x.csv", ["a", "b"])
    assert frame.to_dict("list") == {"a": ["01", "1.0"], "b": ["NA", ""]}


@usual
@given(st.text('ab,,"  \r\n\té1#\ufeff', min_size=1, max_size=14), st.sampled_from(["", "\n1,2\n", "\r\n1,2,3\r\n"]))
@example("a,a", "\n1,2\n")
@example("a,b", "\n1,2,3\n")
@example(' b ,1,x y"', "\r\n")
def test_columns_have_the_names_that_pandas_gives_them(tmp_path: Path, header: str, rows: str) -> None:
    path = tmp_path / "x.csv"
    path.write_bytes((header + rows).encode())
    try:
        expected = list(pd.read_csv(path, nrows=0).columns)
    except ValueError:  # which reading the rows says too
        return
    assert csv_files.column_names(path) == expected
