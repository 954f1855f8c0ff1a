from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mlebench.errors import InvalidSubmission
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
