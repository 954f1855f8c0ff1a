from pathlib import Path

import py7zr
import pytest

from mlebench.data import DataError
from mlebench.data.archives.sevenzip import each_7z_member, new_7z, repack_7z


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "train.7z"
    with py7zr.SevenZipFile(path, "w") as file:
        for i in range(5):
            file.writestr(f"picture {i}" * 1000, f"train/{i}.jpg")
        file.writestr("", "train/empty.txt")
    return path


def content(archive: Path) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    with py7zr.SevenZipFile(archive) as file:
        names = file.namelist()
    each_7z_member(archive, names, found.__setitem__)
    return found


def test_members_are_dealt_out_under_new_names(archive: Path, tmp_path: Path) -> None:
    targets = {
        tmp_path / "a.7z": {"train/1.jpg": "train/1.jpg", "train/empty.txt": "empty.txt"},
        tmp_path / "b.7z": {"train/4.jpg": "test/4.jpg"},
    }
    repack_7z(archive, targets)
    assert content(tmp_path / "a.7z") == {"train/1.jpg": b"picture 1" * 1000, "empty.txt": b""}
    assert content(tmp_path / "b.7z") == {"test/4.jpg": b"picture 4" * 1000}


def test_a_missing_member_is_named(archive: Path) -> None:
    with pytest.raises(DataError, match=r"train\.7z: has no member train/9\.jpg"):
        each_7z_member(archive, ["train/9.jpg"], lambda name, content: None)


def test_a_damaged_archive_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.7z").write_bytes(b"no archive at all")
    with pytest.raises(DataError, match=r"bad\.7z: damaged"):
        each_7z_member(tmp_path / "bad.7z", [], lambda name, content: None)


def test_an_archive_of_several_blocks(tmp_path: Path) -> None:
    with new_7z(tmp_path / "two.7z") as add:
        add("1", b"one")
    with py7zr.SevenZipFile(tmp_path / "two.7z", "a") as file:
        file.writestr(b"two", "2")
    assert content(tmp_path / "two.7z") == {"1": b"one", "2": b"two"}


def test_writing_twice_gives_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for i, name in enumerate(("a.7z", "b.7z")):
        monkeypatch.setattr("time.time", lambda now=1e9 + i: now)
        with new_7z(tmp_path / name) as add:
            add("1.jpg", b"one")
            add("empty", b"")
    assert (tmp_path / "a.7z").read_bytes() == (tmp_path / "b.7z").read_bytes()
