"""The fast CSV reader and writer must give what pandas gives, whatever stands in the cells."""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from mlebench.data import ZipMember, read_csv, read_texts, rows_where, write_csv
from mlebench.data.tables import csv_blocks, csv_files, csv_text

usual = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(autouse=True, scope="module")
def fast_for_all_sizes() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(csv_files, "_PEEK_ROWS", 2)  # so that what comes later can be a surprise
        patch.setattr(csv_blocks, "TABLE_BYTES", 40)  # so that files have several blocks
        patch.setattr(csv_text, "_BYTES_AT_ONCE", 60)
        yield


ODD_CELLS = [
    *(
        "",
        " ",
        "  1",
        "1 ",
        "\t1",
        "+1",
        "-1",
        "-0",
        "+0.5",
        "007",
        "00.5",
        "1.",
        ".5",
        "-.5",
        "1e5",
        "1E-5",
        "1e",
        "e5",
    ),
    *("0x1F", "0b1", "0o7", "1_000", "1.2.3", "--1", "1-", "1d5", "1f", "1L", "٣", "½", "1,5", "1;5"),
    *("9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809"),
    *("18446744073709551615", "18446744073709551616", "123456789012345678901234567890", "9007199254740993"),
    *("1e308", "1e309", "-1e309", "1e-308", "5e-324", "1e-400", "0.1", "0.30000000000000004", "2.5e-8"),
    *("inf", "-inf", "+inf", "Inf", "INF", "infinity", "-Infinity", "nan", "NaN", "NAN", "nAn", "-nan", "+nan"),
    *("NA", "N/A", "n/a", "#N/A", "null", "NULL", "None", "<NA>", "none", "Null", "-1.#IND", "1.#QNAN", " NA", "NA "),
    *(
        "True",
        "False",
        "true",
        "FALSE",
        "TRUE",
        "yes",
        "2020-01-01",
        "12:30",
        "a",
        "é",
        "名前",
        "\u2028",
        "😀",
        "\ufeff",
    ),
    *('"', '""', 'a"b', '"a"', "a,b", "a\nb", "a\r\nb", "a\rb", "\n", "'", "#", "\\", "\x0b", "\x1c", "\x85"),
]
ODD_NAMES = ["a", "a", "", "1", "é", " b ", "a.1", "Unnamed: 0", "a,b", "a\nb", "a\rb", 'a"b', '"', '""']
# Each column is of one kind with odd cells here and there, as files are.
KINDS = [
    st.integers(-(10**6), 10**6).map(str),
    st.integers(-(2**66), 2**66).map(str),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.decimals(-1000, 1000, allow_nan=False, places=4).map(str),
    st.from_regex(r"[0-9]{1,20}\.[0-9]{1,20}(e-?[0-9]{1,3})?", fullmatch=True).map(str),
    st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=6),
    st.sampled_from(["x", "y", "z w"]),
    st.sampled_from(["", "NA", "1"]),
    st.sampled_from(["True", "TRUE", "true", "False", "FALSE", "false"]),
]


@st.composite
def columns(draw: st.DrawFn) -> list[list[str]]:
    rows = draw(st.integers(1, 8))
    return [
        draw(
            st.lists(
                st.one_of(kind, st.sampled_from(ODD_CELLS)) if draw(st.booleans()) else kind,
                min_size=rows,
                max_size=rows,
            )
        )
        for kind in draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=4))
    ]


def quoted(cell: str, always: bool) -> str:
    if always or any(c in cell for c in ',"\r\n'):
        return '"' + cell.replace('"', '""') + '"'
    return cell


@st.composite
def contents(draw: st.DrawFn) -> bytes:
    """CSV as programs write it, and now and then as people do."""
    cells = draw(columns())
    names = [f"c{i}" for i in range(len(cells))]
    if draw(st.integers(0, 9)) == 0:
        names = [draw(st.sampled_from(ODD_NAMES)) for _ in cells]
    style = draw(st.sampled_from(["minimal", "minimal", "all", "raw"]))
    lines = [",".join(quoted(name, style == "all") for name in names)]
    for row in zip(*cells, strict=True):
        lines.append(",".join(cell if style == "raw" else quoted(cell, style == "all") for cell in row))
    if draw(st.integers(0, 9)) == 0:
        lines.insert(draw(st.integers(0, len(lines))), draw(st.sampled_from(["", " ", ",", "1,2,3,4,5", "a"])))
    end = draw(st.sampled_from(["\n", "\n", "\r\n", "\r"]))
    mark = "\ufeff" if draw(st.integers(0, 19)) == 0 else ""
    return (mark + end.join(lines) + draw(st.sampled_from([end, ""]))).encode()


def outcome(read: Any) -> pd.DataFrame | type[Exception]:
    try:
        frame = read()
    except Exception as error:
        return type(error)
    assert isinstance(frame, pd.DataFrame)
    return frame


def assert_same(given: pd.DataFrame | type[Exception], wanted: pd.DataFrame | type[Exception]) -> None:
    if isinstance(wanted, pd.DataFrame) and isinstance(given, pd.DataFrame):
        pd.testing.assert_frame_equal(given, wanted, check_exact=True)
        for name in wanted.columns[wanted.dtypes == np.float64]:
            # assert_frame_equal takes 0.0 and -0.0 for the same.
            assert np.array_equal(np.signbit(given[name]), np.signbit(wanted[name]))
    else:
        assert given is wanted


@usual
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
def test_fast_reader_gives_the_frame_of_pandas(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_bytes(content)
    wanted = outcome(lambda: pd.read_csv(io.BytesIO(content), low_memory=False))
    assert_same(outcome(lambda: read_csv(path)), wanted)


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


def test_a_file_of_few_long_rows_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_files, "_PEEK_ROWS", 4)
    monkeypatch.setattr(csv_files, "read_table", None)  # it would fail if it were called
    path = tmp_path / "masks.csv"
    path.write_text("id,mask,n\na,1 2 3 4,1\nb,,\nc,NA,3\n")
    pd.testing.assert_frame_equal(read_csv(path), pd.read_csv(path))


def test_a_file_that_pandas_refuses_has_no_first_rows(tmp_path: Path) -> None:
    path = tmp_path / "empty.csv"
    path.touch()
    assert csv_files.first_rows(path) is None
    assert csv_files.arrow_options(path, None) is None


def test_a_quote_that_nothing_closes_goes_to_pandas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_blocks, "_LONGEST_RECORD", 200)  # beyond that much is not collected
    path = tmp_path / "x.csv"
    path.write_text("id,text\n" + "1,a\n" * 5 + '2,a "b\n3,"c\n' + "4,d\n" * 200)
    with pytest.raises(pd.errors.ParserError) as wanted:
        pd.read_csv(path)
    with pytest.raises(pd.errors.ParserError) as found:
        read_csv(path)
    assert str(found.value) == str(wanted.value)


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
def test_columns_have_the_names_that_pandas_gives_them(tmp_path: Path, header: str, rows: str) -> None:
    path = tmp_path / "x.csv"
    path.write_bytes((header + rows).encode())
    try:
        expected = list(pd.read_csv(path, nrows=0).columns)
    except ValueError:  # which reading the rows says too
        return
    assert csv_files.column_names(path) == expected
