import io
import tarfile
from pathlib import Path

import pytest

from mlebench.data import DataError, deal_tar, tar_files, tar_names


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "raw.tar.gz"
    with tarfile.open(path, "w:gz") as tar:
        folder = tarfile.TarInfo("./pictures")
        folder.type = tarfile.DIRTYPE
        tar.addfile(folder)
        for name in ("a", "b", "c"):
            member = tarfile.TarInfo(f"./pictures/{name}.jpg")
            member.size = 1
            tar.addfile(member, io.BytesIO(name.encode()))
    return path


def contents(path: Path) -> dict[str, bytes]:
    with tarfile.open(path, "r:") as tar:
        return {member.name: tar.extractfile(member).read() for member in tar}  # type: ignore[union-attr]


def test_names(archive: Path) -> None:
    assert tar_names(archive) == ["pictures/a.jpg", "pictures/b.jpg", "pictures/c.jpg"]


def test_members_are_dealt_out_under_new_names(archive: Path, tmp_path: Path) -> None:
    train, test = tmp_path / "out/train.tar", tmp_path / "out/test.tar"
    deal_tar(archive, {train: {"pictures/c.jpg": "c", "pictures/a.jpg": "a"}, test: {"pictures/b.jpg": "b"}})
    assert contents(train) == {"a": b"a", "c": b"c"}
    assert contents(test) == {"b": b"b"}


def test_missing_member_is_named(archive: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"has no member pictures/d\.jpg"):
        deal_tar(archive, {tmp_path / "out.tar": {"pictures/d.jpg": "d"}})


def test_cut_archive_is_named(archive: Path) -> None:
    archive.write_bytes(archive.read_bytes()[:100])
    with pytest.raises(DataError, match=r"raw\.tar\.gz"):
        tar_names(archive)


def test_packing_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"content")
    for name in ("one.tar", "two.tar"):
        tar_files(tmp_path / name, [("new/x", tmp_path / "x")])
    assert contents(tmp_path / "one.tar") == {"new/x": b"content"}
    assert (tmp_path / "one.tar").read_bytes() == (tmp_path / "two.tar").read_bytes()
