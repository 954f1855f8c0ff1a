from pathlib import Path

import pytest

from mlebench.data import DataError, place_folders


def test_folders_are_placed_whole_but_for_the_files_left_out(tmp_path: Path) -> None:
    for name in ("a/x/1.txt", "a/truth.csv", "a/x/truth.csv", "b/2.txt", "c/3.txt"):
        path = tmp_path / "raw" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    (tmp_path / "raw" / "a" / "empty").mkdir()

    place_folders(tmp_path / "raw", ["a", "b"], tmp_path / "out", without=["truth.csv"])

    placed = sorted(p.relative_to(tmp_path / "out").as_posix() for p in (tmp_path / "out").rglob("*"))
    assert placed == ["a", "a/empty", "a/x", "a/x/1.txt", "b", "b/2.txt"]
    assert (tmp_path / "out" / "a" / "x" / "1.txt").read_text() == "a/x/1.txt"


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="missing-patient"):
        place_folders(tmp_path, ["missing-patient"], tmp_path / "out")
