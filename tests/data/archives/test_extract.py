"""Archives that lead out of their folder, hold links, explode or are damaged must not get through."""

from __future__ import annotations

import io
import os
import stat
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import py7zr
import pytest

from mlebench.data import limits
from mlebench.data.archives.extract import extract
from mlebench.data.progress import listening
from mlebench.errors import DataError
from tests.data.listener import Counter

FILES = {"a.txt": b"alpha", "deep/er/b.bin": os.urandom(300_000), "empty.txt": b"", "ü/名.txt": b"names"}
Build = Callable[[Path, dict[str, bytes]], None]


def build_zip(path: Path, files: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)


def build_tar(path: Path, files: dict[str, bytes]) -> None:
    mode = {".tar": "w:", ".gz": "w:gz", ".tgz": "w:gz", ".bz2": "w:bz2", ".xz": "w:xz"}[path.suffix]
    with tarfile.open(path, mode) as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))


def build_7z(path: Path, files: dict[str, bytes]) -> None:
    with py7zr.SevenZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(content, name)


KINDS: dict[str, Build] = {
    "x.zip": build_zip,
    "x.tar": build_tar,
    "x.tar.gz": build_tar,
    "x.tgz": build_tar,
    "x.tar.bz2": build_tar,
    "x.tar.xz": build_tar,
    "x.7z": build_7z,
}


def contents(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def left_over(folder: Path, *expected: str) -> list[str]:
    return sorted(p.name for p in folder.iterdir() if p.name not in expected)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("name", KINDS)
def test_everything_comes_out_and_progress_is_told(name: str, threads: int, tmp_path: Path) -> None:
    KINDS[name](tmp_path / name, FILES)
    counter = Counter()
    with listening(counter, workers=threads):
        extract(tmp_path / name, tmp_path / "out")
    assert contents(tmp_path / "out") == FILES
    assert left_over(tmp_path, name, "out") == []
    ((label, total),) = counter.stages
    assert label == f"unpacking {name} (MB)"
    assert counter.done == pytest.approx(total or 0.0, rel=0.05)
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == 0o755


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["../out.txt", "a/../../out.txt", "/tmp/mlebench-escaped.txt"])
def test_no_member_leaves_the_target(kind: str, name: str, tmp_path: Path) -> None:
    if kind == "x.7z":
        # The writer refuses such names: write another of the same length and change it in the archive.
        harmless = "x" * len(name)
        with py7zr.SevenZipFile(tmp_path / kind, "w", filters=[{"id": py7zr.FILTER_COPY}]) as archive:
            archive.set_encoded_header_mode(False)
            archive.writestr(b"out", harmless)
        data = (tmp_path / kind).read_bytes()
        assert harmless.encode("utf-16-le") in data
        (tmp_path / kind).write_bytes(repaired(data.replace(harmless.encode("utf-16-le"), name.encode("utf-16-le"))))
    else:
        KINDS[kind](tmp_path / kind, {"fine.txt": b"1", name: b"out"})
    with pytest.raises(DataError, match="leads out"):
        extract(tmp_path / kind, tmp_path / "inner" / "out")
    assert not (tmp_path / "out.txt").exists()
    assert not (tmp_path / "inner" / "out.txt").exists()
    assert not Path("/tmp/mlebench-escaped.txt").exists()
    assert left_over(tmp_path / "inner") == []


def repaired(data: bytes) -> bytes:
    """A 7z archive whose header was changed, with the right check sums again."""
    import struct
    import zlib

    offset, size, _ = struct.unpack("<QQL", data[12:32])
    start = struct.pack("<QQL", offset, size, zlib.crc32(data[32 + offset : 32 + offset + size]))
    return data[:8] + struct.pack("<L", zlib.crc32(start)) + start + data[32:]


def link_in_zip(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        info = zipfile.ZipInfo("link")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(info, "/etc/passwd")


def in_tar(kind: bytes) -> Callable[[Path], None]:
    def build(path: Path) -> None:
        with tarfile.open(path, "w") as archive:
            info = tarfile.TarInfo("link")
            info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info)

    return build


def link_in_7z(path: Path) -> None:
    (path.parent / "target").touch()
    (path.parent / "link").symlink_to("target")
    with py7zr.SevenZipFile(path, "w") as archive:
        archive.write(path.parent / "link", "link")


@pytest.mark.parametrize(
    ("name", "build"),
    [
        ("x.zip", link_in_zip),
        ("x.tar", in_tar(tarfile.SYMTYPE)),
        ("x.tar", in_tar(tarfile.LNKTYPE)),
        ("x.tar", in_tar(tarfile.CHRTYPE)),
        ("x.tar", in_tar(tarfile.FIFOTYPE)),
        ("x.7z", link_in_7z),
    ],
)
def test_links_and_devices_are_refused(name: str, build: Callable[[Path], None], tmp_path: Path) -> None:
    build(tmp_path / name)
    with pytest.raises(DataError, match="link or a device"):
        extract(tmp_path / name, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.fixture
def small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HARMLESS_BYTES", 1 << 20)


@pytest.mark.usefixtures("small_limits")
@pytest.mark.parametrize("name", [name for name in KINDS if name != "x.tar"])
def test_bombs_are_refused_and_leave_nothing(name: str, tmp_path: Path) -> None:
    KINDS[name](tmp_path / name, {"zeros": bytes(5 << 20)})
    with pytest.raises(DataError, match="unpacks to far more"):
        extract(tmp_path / name, tmp_path / "out")
    assert left_over(tmp_path, name) == []


@pytest.mark.usefixtures("small_limits")
def test_bomb_in_an_archive_in_an_archive_is_refused(tmp_path: Path) -> None:
    build_zip(tmp_path / "inner.zip", {"zeros": bytes(5 << 20)})
    build_zip(tmp_path / "x.zip", {f"{i}.zip": (tmp_path / "inner.zip").read_bytes() for i in range(3)})
    extract(tmp_path / "x.zip", tmp_path / "outer only")
    with pytest.raises(DataError, match="unpacks to far more"):
        extract(tmp_path / "x.zip", tmp_path / "out", nested=True)
    assert left_over(tmp_path, "inner.zip", "x.zip", "outer only") == []


def test_too_deep_nesting_is_refused(tmp_path: Path) -> None:
    content = b"x"
    for depth in range(7):
        build_zip(tmp_path / "x.zip", {f"{depth}.zip" if depth else "a": content})
        content = (tmp_path / "x.zip").read_bytes()
    with pytest.raises(DataError, match="nested more"):
        extract(tmp_path / "x.zip", tmp_path / "out", nested=True)


def test_too_many_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_FILES", 3)
    build_zip(tmp_path / "x.zip", FILES)
    with pytest.raises(DataError, match="3 files"):
        extract(tmp_path / "x.zip", tmp_path / "out")


@pytest.mark.parametrize("name", KINDS)
def test_files_without_content_by_the_thousand_are_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_EMPTY", 20)
    KINDS[name](tmp_path / name, {f"d/{number}": b"" for number in range(20)} | FILES)
    with pytest.raises(DataError, match="more than 20 of its files are empty"):
        extract(tmp_path / name, tmp_path / "out")
    assert {path.name for path in tmp_path.iterdir()} == {name}


@pytest.mark.parametrize("name", ["x.zip", "x.tar", "x.7z"])
def test_folders_by_the_thousand_are_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_FOLDERS", 5)
    folder = tmp_path / "folders"
    for number in range(6):
        (folder / str(number)).mkdir(parents=True)
    if name == "x.zip":
        with zipfile.ZipFile(tmp_path / name, "w") as file:
            for path in folder.iterdir():
                file.write(path, path.name)
    elif name == "x.tar":
        with tarfile.open(tmp_path / name, "w") as archive:
            archive.add(folder, "folders")
    else:
        with py7zr.SevenZipFile(tmp_path / name, "w") as seven:
            seven.writeall(folder, "folders")
    with pytest.raises(DataError, match="more than 5 folders"):
        extract(tmp_path / name, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_200000_files_without_content_are_refused_before_they_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_zip(tmp_path / "x.zip", dict.fromkeys(map(str, range(200_000)), b""))
    written: list[Path] = []
    monkeypatch.setattr("mlebench.data.archives.extract._copy", lambda source, path: written.append(path))
    with pytest.raises(DataError, match="more than 10,000 of its files are empty"):
        extract(tmp_path / "x.zip", tmp_path / "out")
    assert written == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["n" * 300, "/".join(["n" * 250] * 20), "f/" * 30 + "\x1b[31m" + "n" * 300])
def test_a_name_that_no_file_can_have_is_told(kind: str, name: str, tmp_path: Path) -> None:
    KINDS[kind](tmp_path / kind, {name: b"x"})
    with pytest.raises(DataError, match="name is longer than this disk takes") as problem:
        extract(tmp_path / kind, tmp_path / "out")
    assert str(problem.value).isprintable()
    assert {path.name for path in tmp_path.iterdir()} == {kind}


def test_ordinary_data_that_packs_well_is_no_bomb(tmp_path: Path) -> None:
    build_zip(tmp_path / "x.zip", {"sample_submission.csv": b"id,0.5\n" * 2_000_000})
    extract(tmp_path / "x.zip", tmp_path / "out")


def test_archive_that_the_disk_cannot_hold_is_refused_first(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("a", b"1")
        for info in archive.filelist:
            info.file_size = 10**16  # more than any disk has
    with pytest.raises(DataError, match=r"far more|Not enough disk space"):
        extract(tmp_path / "x.zip", tmp_path / "out")


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("keep", [0.03, 0.5, 0.98])
def test_truncated_archives_are_named(name: str, keep: float, tmp_path: Path) -> None:
    KINDS[name](tmp_path / name, FILES)
    data = (tmp_path / name).read_bytes()
    (tmp_path / name).write_bytes(data[: int(len(data) * keep)])
    with pytest.raises(DataError, match=rf"{name}.*(damaged or incomplete)"):
        extract(tmp_path / name, tmp_path / "out")
    assert left_over(tmp_path, name) == []


@pytest.mark.parametrize("name", KINDS)
def test_empty_archive_is_called_empty_not_damaged(name: str, tmp_path: Path) -> None:
    (tmp_path / name).touch()
    with pytest.raises(DataError, match=rf"{name}: the file is empty \(0 bytes\)"):
        extract(tmp_path / name, tmp_path / "out")
    KINDS[name](tmp_path / name, {})
    with pytest.raises(DataError, match=rf"{name}: the archive is empty"):
        extract(tmp_path / name, tmp_path / "out")
    assert left_over(tmp_path, name) == []


@pytest.mark.parametrize("name", ["x.zip", "x.tar.gz", "x.tar.bz2", "x.tar.xz", "x.7z"])
def test_flipped_bytes_are_found(name: str, tmp_path: Path) -> None:
    KINDS[name](tmp_path / name, {"b.bin": os.urandom(100_000)})
    data = bytearray((tmp_path / name).read_bytes())
    for at in range(40_000, 40_050):
        data[at] ^= 0xFF
    (tmp_path / name).write_bytes(data)
    with pytest.raises(DataError, match="damaged or incomplete"):
        extract(tmp_path / name, tmp_path / "out")
    assert left_over(tmp_path, name) == []


def test_tar_cut_between_two_members_is_incomplete(tmp_path: Path) -> None:
    build_tar(tmp_path / "x.tar", {"a": b"1", "b": b"2"})
    data = (tmp_path / "x.tar").read_bytes()
    (tmp_path / "x.tar").write_bytes(data[:1024])
    with pytest.raises(DataError, match="damaged or incomplete"):
        extract(tmp_path / "x.tar", tmp_path / "out")


def test_what_is_no_archive_is_said_to_be_none(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("a,b\n1,2\n")
    with pytest.raises(DataError, match="not an archive"):
        extract(tmp_path / "x.csv", tmp_path / "out")
    with pytest.raises(DataError, match="no such file"):
        extract(tmp_path / "y.zip", tmp_path / "out")


def test_encrypted_members_are_told(tmp_path: Path) -> None:
    build_zip(tmp_path / "x.zip", {"a": b"1"})
    data = bytearray((tmp_path / "x.zip").read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    (tmp_path / "x.zip").write_bytes(data)
    with pytest.raises(DataError, match="encrypted"):
        extract(tmp_path / "x.zip", tmp_path / "out")
    with py7zr.SevenZipFile(tmp_path / "x.7z", "w", password="p") as archive:
        archive.writestr(b"1", "a")
    with pytest.raises(DataError, match="encrypted"):
        extract(tmp_path / "x.7z", tmp_path / "out")


def test_nested_archives_become_folders(tmp_path: Path) -> None:
    build_zip(tmp_path / "train.zip", {"1.png": b"1"})
    build_tar(tmp_path / "test.tar.gz", {"2.png": b"2"})
    build_zip(
        tmp_path / "x.zip",
        {
            "train.zip": (tmp_path / "train.zip").read_bytes(),
            "more/test.tar.gz": (tmp_path / "test.tar.gz").read_bytes(),
        },
    )
    extract(tmp_path / "x.zip", tmp_path / "out", nested=True)
    assert contents(tmp_path / "out") == {"train/1.png": b"1", "more/test/2.png": b"2"}


def test_nested_archive_does_not_overwrite_its_neighbour(tmp_path: Path) -> None:
    build_zip(tmp_path / "train.zip", {"1.png": b"1"})
    build_zip(tmp_path / "x.zip", {"train.zip": (tmp_path / "train.zip").read_bytes(), "train/1.png": b"other"})
    with pytest.raises(DataError, match="exists beside it"):
        extract(tmp_path / "x.zip", tmp_path / "out", nested=True)


def test_names_that_clash_are_an_error_of_the_archive(tmp_path: Path) -> None:
    build_zip(tmp_path / "x.zip", {"a": b"1", "a/b": b"2"})
    with pytest.raises(DataError, match="damaged or incomplete"):
        extract(tmp_path / "x.zip", tmp_path / "out")
