"""When a file was written tells nothing: raw archives, and what is unpacked, are often in the order of the labels."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from mlebench.data import place_named
from mlebench.data.files.times import EVEN, even_times
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.acquire import Archive, Miniature, RawTree
from mlebench.data.sources.base import RawSource
from tests.data.toy import make_competition, state_of, write_raw, zip_tree


def times(public: Path) -> dict[str, float]:
    return {path.name: path.stat().st_mtime for path in public.rglob("*")}


@pytest.mark.parametrize("kind", ["archive", "miniature"])
def test_time_stamps_tell_the_order_of_the_raw_data(tmp_path: Path, kind: str) -> None:
    (tmp_path / "raw.zip").write_bytes(zip_tree(write_raw(tmp_path / "raw")))
    source: RawSource = Miniature() if kind == "miniature" else Archive(tmp_path / "raw.zip", verify=False)
    options = PrepareOptions(verify=False)
    layout = prepare(make_competition(tmp_path / "competitions"), tmp_path / "data", source, options).layout
    found = times(layout.public)
    assert {"train.csv", "pictures", "deep", "3.png", "b.txt", "notes.txt", "description.md"} <= set(found)
    assert len(set(found.values())) == 1


def test_time_stamps_of_the_users_files_are_changed(tmp_path: Path) -> None:
    raw = write_raw(tmp_path / "raw")
    before = state_of(raw)
    competition = make_competition(tmp_path / "competitions")
    layout = prepare(competition, tmp_path / "data", RawTree(raw), PrepareOptions(verify=False)).layout
    assert state_of(raw) == before
    found = times(layout.public)
    assert len({found[name] for name in ("train.csv", "b.txt", "description.md", "pictures")}) == 1


def refuse_links(source: Path, target: Path, *, src_dir_fd: int, dst_dir_fd: int) -> None:
    """As the system does between two disks: a missing folder is noticed first."""
    os.close(os.open(Path(target).parent, os.O_DIRECTORY, dir_fd=dst_dir_fd))
    raise OSError(errno.EXDEV, "another disk")


@pytest.mark.parametrize("linked", [True, False])
def test_files_beside_placed_ones_keep_their_times(
    tmp_path: Path, linked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw, public = tmp_path / "raw", tmp_path / "public"
    for name in ("1.jpg", "2.jpg", "cats/3.jpg"):
        (raw / name).parent.mkdir(parents=True, exist_ok=True)
        (raw / name).write_text(name)
        os.utime(raw / name, (1000, 1000))
    if not linked:
        monkeypatch.setattr(os, "link", refuse_links)
    place_named(raw, ["1.jpg"], public / "only")
    place_named(raw, ["1.jpg", "cats/3.jpg"], public / "deep")
    place_named(raw, ["1.jpg"], public / "more")
    (public / "more" / "written.csv").write_text("a")
    (public / "before").mkdir()
    (public / "before" / "written.csv").write_text("a")
    place_named(raw, ["1.jpg", "2.jpg"], public / "before")

    even_times(public, linked=False)

    found = {path.relative_to(public).as_posix(): path.stat().st_mtime for path in public.rglob("*")}
    of_raw = {name: time for name, time in found.items() if name.endswith(".jpg")}
    assert set(of_raw.values()) == {1000 if linked else EVEN}
    assert {time for name, time in found.items() if name not in of_raw} == {EVEN}


def test_placed_files_are_looked_at_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "raw").mkdir()
    names = [f"{number}.jpg" for number in range(50)]
    for name in names:
        (tmp_path / "raw" / name).write_text(name)
    place_named(tmp_path / "raw", names, tmp_path / "public" / "train")
    looked_at = []
    stat = os.stat
    monkeypatch.setattr(os, "stat", lambda path, **options: looked_at.append(path) or stat(path, **options))

    even_times(tmp_path / "public", linked=False)

    assert not set(looked_at) & set(names)
