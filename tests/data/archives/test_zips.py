"""Members of zips are read, moved and placed without unpacking; a damaged zip is named."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlebench.data import ZipMember, member_names, new_member, place_members, repack, zip_files
from mlebench.data.progress import listening
from mlebench.errors import DataError
from tests.data.test_progress import Counter

FILES = {"a.txt": b"a" * 10_000, "x/b.txt": b"b", "名.txt": b"name"}


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.mkdir("x")
        for name, content in FILES.items():
            file.writestr(name, content)
    return path


def content(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as file:
        assert file.testzip() is None
        return {info.filename: file.read(info) for info in file.infolist()}


def test_names_are_those_of_files(archive: Path) -> None:
    assert member_names(archive) == list(FILES)


def test_member_reads_like_a_file(archive: Path) -> None:
    member = ZipMember(archive, "a.txt")
    assert member.size == 10_000
    assert member.read_bytes() == FILES["a.txt"]
    with pytest.raises(ValueError, match="binary"):
        member.open("r")
    with pytest.raises(DataError, match="no member no"):
        ZipMember(archive, "no").open()


@pytest.mark.parametrize("threads", [1, 3])
def test_members_are_placed(archive: Path, tmp_path: Path, threads: int) -> None:
    counter = Counter()
    with listening(counter, workers=threads):
        place_members(archive, {"a.txt": tmp_path / "out" / "1", "x/b.txt": tmp_path / "out" / "deep" / "2"})
    assert (tmp_path / "out" / "1").read_bytes() == FILES["a.txt"]
    assert (tmp_path / "out" / "deep" / "2").read_bytes() == b"b"
    assert counter.stages == [("unpacking x.zip", 2)]
    assert counter.done == 2
    with pytest.raises(DataError, match="has no member no"):
        place_members(archive, {"no": tmp_path / "no"})


def test_repacked_members_keep_content_and_compression(archive: Path, tmp_path: Path) -> None:
    repack(archive, {"a.txt": "new/a.txt", "名.txt": "名2.txt"}, tmp_path / "deep" / "y.zip")
    assert content(tmp_path / "deep" / "y.zip") == {"new/a.txt": FILES["a.txt"], "名2.txt": b"name"}
    assert (tmp_path / "deep" / "y.zip").stat().st_size < 1000
    with pytest.raises(DataError, match="has no member no"):
        repack(archive, {"no": "no"}, tmp_path / "z.zip")


def test_same_files_give_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"1")
    for name in ("one.zip", "two.zip"):
        zip_files(tmp_path / name, [("a", tmp_path / "a")])
        (tmp_path / "a").touch()
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "three.zip", "w") as file, new_member(file, "x") as member:
        member.write(b"x")
    assert content(tmp_path / "three.zip") == {"x": b"x"}


def test_damage_is_named(archive: Path, tmp_path: Path) -> None:
    data = bytearray(archive.read_bytes())
    data[data.index(b"a.txt") + 8] ^= 0xFF
    archive.write_bytes(data)
    with pytest.raises(DataError, match=r"x\.zip: damaged or incomplete"):
        place_members(archive, {"a.txt": tmp_path / "out"})
    archive.write_bytes(data[:50])
    with pytest.raises(DataError, match=r"x\.zip: damaged or incomplete"):
        member_names(archive)


@given(
    content=st.binary(max_size=3000).map(lambda some: some * 40),
    level=st.integers(0, 9),
    step=st.integers(1, 5000),
)
def test_members_are_inflated_to_something_else(
    content: bytes, level: int, step: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("zips") / "x.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as file:
        file.writestr("a", content)
    with ZipMember(path, "a").open() as member:
        assert b"".join(iter(lambda: member.read(step), b"")) == content
        member.seek(len(content) // 2)
        assert member.read() == content[len(content) // 2 :]


@given(place=st.integers(0, 400), bits=st.integers(1, 255))
def test_damage_is_taken_for_content(place: int, bits: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    path, content = tmp_path_factory.mktemp("zips") / "x.zip", bytes(range(256)) * 4
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("a", content)
    data = bytearray(path.read_bytes())
    data[place % len(data)] ^= bits
    path.write_bytes(data)
    try:
        found = ZipMember(path, "a").read_bytes()
    except Exception:  # of zipfile, in many ways: a password, a place before the begin of the file, …
        return
    assert found == content
