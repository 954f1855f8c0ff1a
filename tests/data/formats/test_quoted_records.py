"""Lines of a file whose cells are all quoted: the bytes that pandas writes after reading it."""

from __future__ import annotations

import csv
import io
import zipfile
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from mlebench.data import ZipMember
from mlebench.data.formats.quoted_records import record_lines, requoted
from mlebench.data.tables import csv_blocks
from mlebench.data.tables.bulk_texts import text_buffer
from mlebench.data.tables.csv_blocks import NotPlain
from mlebench.errors import DataError

COLUMNS = ["Id", "Body", "Tags"]
cells = st.one_of(st.text('ab ,"\nä', max_size=6), st.sampled_from(["NA", "null", "nullable", "1", ""]))


def written(rows: list[tuple[str, ...]], *, quoting: int, end: str) -> bytes:
    text = io.StringIO()
    csv.writer(text, quoting=quoting, lineterminator=end).writerows([COLUMNS, *rows])  # type: ignore[arg-type]
    return text.getvalue().encode()


def source_of(content: bytes, folder: Path) -> ZipMember:
    with zipfile.ZipFile(folder / "x.zip", "w") as archive:
        archive.writestr("x.csv", content)
    return ZipMember(folder / "x.zip", "x.csv")


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rows=st.lists(st.tuples(cells, cells, cells), min_size=1, max_size=8),
    quoting=st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
    end=st.sampled_from(["\n", "\r\n"]),
    final_end=st.booleans(),
)
@example(rows=[("1", 'a"",""b', "x"), ("2", '"', ",")], quoting=csv.QUOTE_ALL, end="\r\n", final_end=False)
def test_lines_differ_from_what_pandas_writes(
    rows: list[tuple[str, ...]],
    quoting: int,
    end: str,
    final_end: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(csv_blocks, "BLOCK_BYTES", 40)  # so that files have several blocks
    content = written(rows, quoting=quoting, end=end)
    content = content if final_end else content.removesuffix(end.encode())
    lines = list(record_lines(source_of(content, tmp_path), COLUMNS))
    wanted = pd.read_csv(io.BytesIO(content), dtype=str).to_csv(index=False, lineterminator="\n")
    found = b"".join(bytes(text_buffer(part.texts)) for part in lines)
    assert found == wanted.partition("\n")[2].encode()
    cut = [(line.encode(), tail) for part in lines for line, tail in zip(part.texts.to_pylist(), part.tails.tolist())]
    tails = [line[-tail:].decode() for line, tail in cut]
    last = [tail if isinstance(tail, str) else "" for tail in pd.read_csv(io.BytesIO(content), dtype=str)["Tags"]]
    assert [next(csv.reader(io.StringIO(tail[1:-1], newline="")), [""]) for tail in tails] == [[text] for text in last]


def test_line_ends_inside_of_cells_stay() -> None:
    assert bytes(text_buffer(requoted(b'"1","a\r\nb"\r\n"2","c"\r\n', 2).texts)) == b'1,"a\r\nb"\n2,c\n'


@pytest.mark.parametrize(
    "block",
    [b'"1",a\n', b'1,"a"\n', b'"1","a" \n', b'"1", "a"\n', b'"1","a"\n\n', b'"1","NA"\n', b'"1"\n', b"\n", b'"1","a'],
)
def test_a_block_that_is_not_all_quoted_is_taken_for_one(block: bytes) -> None:
    with pytest.raises(NotPlain):
        requoted(block, 2)


def test_a_file_without_the_columns_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read as CSV"):
        list(record_lines(source_of(b'"Id","Body"\n"1","a"\n', tmp_path), COLUMNS))
