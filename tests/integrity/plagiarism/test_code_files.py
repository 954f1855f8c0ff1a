"""Files of strangers: what is not read is named, and nobody is led out of the folder."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from mlebench.integrity.plagiarism import code_files
from mlebench.integrity.plagiarism.code_files import Limits, read_file, read_folder

NOTEBOOK = {"cells": [{"cell_type": "code", "source": "x = 1"}]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "code").mkdir()
    return tmp_path / "code"


def test_scripts_and_notebooks_are_read_wherever_they_lie(folder: Path) -> None:
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "deep" / "er" / "A.PY").write_bytes(b"\xef\xbb\xbfx = 1\r\ny = 2\r")
    (folder / "b.ipynb").write_text(json.dumps(NOTEBOOK))
    found = read_folder(folder)
    assert found.texts == {"b.ipynb": "# %%\nx = 1\n", "deep/er/A.PY": "x = 1\ny = 2\n"}
    assert not found.left_out


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.py", b"x = 1\0", "a.py: is binary"),
        ("a.py", b"x = '\xff'", "a.py: is not a text in UTF-8"),
        ("a.py", b"#" * (code_files.LARGEST + 1), "a.py: is larger than 1 MiB"),
        ("a.ipynb", b"{", "a.ipynb: is not JSON"),
        ("a.ipynb", b"[" * 100_000, "a.ipynb: is not JSON"),
        ("a.ipynb", b"[]", "a.ipynb: is not a notebook"),
        (
            "a.ipynb",
            json.dumps({"cells": [{"cell_type": "code", "source": "x" * (code_files.LARGEST + 1)}]}).encode(),
            "a.ipynb: has more than 1 million characters of code",
        ),
        ("solution.txt", b"x = 1", "1 files are not Python by their names (.txt)"),
    ],
)
def test_what_is_not_compared_is_named(name: str, content: bytes, reason: str, folder: Path) -> None:
    (folder / name).write_bytes(content)
    (folder / "good.py").write_text("x = 1")
    found = read_folder(folder)
    assert list(found.texts) == ["good.py"]
    assert found.left_out == [reason]


def test_half_a_character_in_a_notebook_does_not_end_everything(folder: Path) -> None:
    (folder / "a.ipynb").write_text('{"cells": [{"cell_type": "code", "source": "x = \'\\ud800\'"}]}')
    assert read_folder(folder).texts == {"a.ipynb": "# %%\nx = '?'\n"}


@pytest.mark.attack
def test_links_pipes_and_secrets_outside_are_not_read(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.py").write_text("password = 1")
    (folder / "out.py").symlink_to(tmp_path / "secret.py")
    (folder / "round.py").symlink_to("round.py")
    (folder / "up").symlink_to("..")
    os.mkfifo(folder / "pipe.py")
    (folder / "good.py").write_text("x = 1")
    (folder / "inner.py").symlink_to("good.py")
    found = read_folder(folder)
    assert list(found.texts) == ["good.py"]
    assert sorted(line.split(":")[0] for line in found.left_out) == ["out.py", "pipe.py", "round.py", "up"]


def test_a_folder_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    assert read_folder(tmp_path / "nowhere").left_out == ["No such file or directory"]


def test_a_folder_full_of_files_is_read_up_to_a_limit(folder: Path) -> None:
    for number in range(30):
        (folder / f"{number:02}.py").write_text("x = 1\n")
    found = read_folder(folder, Limits(files=3, characters=1 << 20))
    assert list(found.texts) == ["00.py", "01.py", "02.py"]
    assert found.left_out[0] == "03.py: beyond the first 3 files"
    assert found.left_out[-1] == "17 more files were left out"


def test_long_code_is_read_up_to_a_limit(folder: Path) -> None:
    (folder / "a.py").write_text("#" * (1 << 20))
    (folder / "b.py").write_text("x = 1")
    found = read_folder(folder, Limits(files=9, characters=1 << 20))
    assert list(found.texts) == ["a.py"]
    assert found.left_out == ["b.py: beyond the first 1 million characters"]


def test_a_named_file_may_be_a_link_of_the_users_but_not_a_pipe(tmp_path: Path) -> None:
    (tmp_path / "real.py").write_text("x = 1")
    (tmp_path / "link.py").symlink_to("real.py")
    os.mkfifo(tmp_path / "pipe.py")
    assert list(read_file(tmp_path / "link.py").texts.values()) == ["x = 1"]
    assert "is not a plain file" in read_file(tmp_path / "pipe.py").left_out[0]
    assert read_file(tmp_path / "x.csv").left_out == ["is not Python by its name (.py or .ipynb)"]
