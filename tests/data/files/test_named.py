from pathlib import Path

import pytest

from mlebench.data import DataError, place_named


def test_files_keep_their_folders_or_get_new_names(tmp_path: Path) -> None:
    for name in ("cats/1.jpg", "dogs/1.jpg"):
        (tmp_path / "raw" / name).parent.mkdir(parents=True)
        (tmp_path / "raw" / name).write_text(name)
    place_named(tmp_path / "raw", ["cats/1.jpg"], tmp_path / "train")
    place_named(tmp_path / "raw", ["dogs/1.jpg", "cats/1.jpg"], tmp_path / "test", ["1.jpg", "2.jpg"])
    assert (tmp_path / "train/cats/1.jpg").read_text() == "cats/1.jpg"
    assert [(tmp_path / "test" / name).read_text() for name in ("1.jpg", "2.jpg")] == ["dogs/1.jpg", "cats/1.jpg"]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no folder .*raw"):
        place_named(tmp_path / "raw", ["absent.jpg"], tmp_path / "train")
    (tmp_path / "raw").mkdir()
    with pytest.raises(DataError, match=r"raw/absent\.jpg"):
        place_named(tmp_path / "raw", ["absent.jpg"], tmp_path / "train")
