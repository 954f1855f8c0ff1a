from __future__ import annotations

import contextlib
import time
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mlebench.errors import InvalidSubmission
from mlebench.grading import read
from mlebench.grading.read import read_submission


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"\n\n  \n", "is empty"),
        (b"PK\x03\x04rest", "a zip archive"),
        (b"\x1f\x8bxx", "a gzip file"),
        ("id,y\n1,2\n".encode("utf-16"), "UTF-16"),
        (b"id,y\n1,\x002\n", "binary"),
        (b"id,y\n\xff\xe9,2\n", "not UTF-8"),
        (b"id,y\n1,2\n1,2,3,4\n", "cannot be read as CSV"),
        (b'id,y\n1,"2\n', "cannot be read as CSV"),
    ],
)
def test_wrong_files_are_one_sentence(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "submission.csv"
    path.write_bytes(content)
    with pytest.raises(InvalidSubmission, match=message):
        read_submission(path)


@pytest.mark.attack
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"id" + b",id" * 300_000 + b"\n1\n", "more than 10000 columns"),
        (b"\n \n\n" + b"id" + b",id" * 10_000 + b"\n1\n", "more than 10000 columns"),
        (b'\xef\xbb\xbf"a\nb\nc"' + b",id" * 10_000 + b"\n1\n", "more than 10000 columns"),
        (b"id\r" + b"1" + b",1" * 10_000 + b"\r", "more than 10000 columns"),
        (b"id\n" + b"1" + (b"," + b"x" * 200) * 10_000 + b"\n", "more than 10000 columns"),
        (b"id\n1\n" + b"\n" * (2 << 20) + b"1" + b",1" * 10_000, "more than 10000 columns"),
        (b'id\n "x' + b",1" * 10_000 + b"\n", "more than 10000 columns"),
        (b'id\nx"' + b",1" * 10_000 + b"\n", "more than 10000 columns"),
        (b'id\n"x"y"' + b",1" * 10_000 + b"\n", "more than 10000 columns"),
        (b'"' + b"x\n" * (1 << 20) + b'"\n', "does not end within 1 MiB"),
        (b"id" + (b"," + b"x" * 200) * 9_000 + b"\n1\n", "does not end within 1 MiB"),
        (b"x" * (2 << 20), "does not end within 1 MiB"),
        (b"id" + b"\n" * (2 << 20) + b"1\n", None),
        (b"id" + b",c" * 5_000 + b"\n", None),
        (b"id,mask\n1," + b"1 2 " * (1 << 20) + b"\n", None),
        (b'id,text\n1,"' + b"1,\n" * (1 << 20) + b'"\n', None),
    ],
)
def test_columns_without_end_are_refused_before_they_are_read(
    tmp_path: Path, content: bytes, message: str | None
) -> None:
    path = tmp_path / "submission.csv"
    path.write_bytes(content)
    started = time.process_time()
    if message is None:
        read_submission(path)
    else:
        with pytest.raises(InvalidSubmission, match=message):
            read_submission(path)
        assert time.process_time() - started < 1


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=500)
@given(st.text(',"\n\r \tax', max_size=40))
def test_what_passes_is_not_wider_to_pandas(tmp_path: Path, text: str) -> None:
    path = tmp_path / "submission.csv"
    path.write_bytes(text.encode())
    with pytest.MonkeyPatch.context() as patch, contextlib.suppress(InvalidSubmission):
        patch.setattr(read, "MAX_COLUMNS", 3)
        table = read_submission(path)
        assert table.shape[1] + (0 if isinstance(table.index, pd.RangeIndex) else table.index.nlevels) <= 3


def test_folders_and_absent_files(tmp_path: Path) -> None:
    with pytest.raises(InvalidSubmission, match="There is no file"):
        read_submission(tmp_path / "nope.csv")
    with pytest.raises(InvalidSubmission, match="is not a file"):
        read_submission(tmp_path)


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "submission.csv"
    with path.open("wb") as file:
        file.truncate(20 << 30)  # takes no space
    with pytest.raises(InvalidSubmission, match="has 20 GiB"):
        read_submission(path)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300)
@given(st.binary(max_size=400))
def test_no_bytes_raise_anything_else(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "submission.csv"
    path.write_bytes(content)
    with contextlib.suppress(InvalidSubmission):
        read_submission(path)
