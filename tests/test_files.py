from __future__ import annotations

from pathlib import Path

import pytest

from mlebench.files import replaced, write_atomically


def test_a_text_or_bytes_take_the_place_of_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    for content in ("é\r\n", b"\xff\0"):
        write_atomically(path, content)
        assert path.read_bytes() == (content.encode() if isinstance(content, str) else content)
    assert list(tmp_path.iterdir()) == [path]


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_text("old")

    def interrupted() -> None:
        with replaced(path) as new:
            new.write_text("half of the n")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "file.sh"
    path.touch()
    path.chmod(0o750)
    write_atomically(path, "new")
    assert path.stat().st_mode & 0o777 == 0o750


def test_a_link_is_replaced_and_not_written_through(tmp_path: Path) -> None:
    elsewhere, path = tmp_path / "elsewhere", tmp_path / "file"
    elsewhere.write_text("old")
    elsewhere.chmod(0o777)
    path.symlink_to(elsewhere)
    write_atomically(path, "new")
    assert (elsewhere.read_text(), path.read_text(), path.is_symlink()) == ("old", "new", False)
    assert path.stat().st_mode & 0o777 != 0o777
