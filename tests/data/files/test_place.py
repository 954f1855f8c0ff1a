"""Placing files: no second copy where the disk can do without, no change of the source ever."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from mlebench.data import place, place_all, place_tree
from mlebench.data.progress import listening
from tests.data.listener import Counter


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "source.txt"
    path.write_text("content")
    return path


def test_link_makes_missing_folders(tmp_path: Path, source: Path) -> None:
    place(source, tmp_path / "a" / "b" / "c.txt")
    assert (tmp_path / "a" / "b" / "c.txt").samefile(source)


@pytest.mark.parametrize("number", [errno.EXDEV, errno.EPERM, errno.EMLINK])
def test_copy_where_links_are_impossible(
    tmp_path: Path, source: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, "no links here")

    monkeypatch.setattr(os, "link", refuse)
    place(source, tmp_path / "c.txt")
    assert (tmp_path / "c.txt").read_text() == "content"
    assert not (tmp_path / "c.txt").samefile(source)


def test_missing_source_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        place(tmp_path / "no", tmp_path / "a" / "b")


def test_link_to_a_file_elsewhere_is_followed(tmp_path: Path, source: Path) -> None:
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "l.txt").symlink_to("../source.txt")
    place(tmp_path / "links" / "l.txt", tmp_path / "deep" / "er" / "l.txt")
    assert not (tmp_path / "deep" / "er" / "l.txt").is_symlink()
    assert (tmp_path / "deep" / "er" / "l.txt").read_text() == "content"


@pytest.mark.parametrize("threads", [1, 4])
def test_trees_keep_their_folders_and_tell_their_progress(tmp_path: Path, threads: int) -> None:
    for name in ("a.txt", "x/b.txt", "x/y/c.txt", "x/d.bin"):
        (tmp_path / "tree" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "tree" / name).write_text(name)
    counter = Counter()
    with listening(counter, workers=threads):
        place_tree(tmp_path / "tree", tmp_path / "out", "*.txt")
    found = {p.relative_to(tmp_path / "out").as_posix() for p in (tmp_path / "out").rglob("*") if p.is_file()}
    assert found == {"a.txt", "x/b.txt", "x/y/c.txt"}
    assert counter.stages == [("placing tree", 3)]
    assert counter.done == 3


def test_error_in_a_thread_is_raised(tmp_path: Path, source: Path) -> None:
    pairs = [(source, tmp_path / "out" / str(i)) for i in range(50)]
    pairs.insert(20, (tmp_path / "no", tmp_path / "out" / "no"))
    with listening(Counter(), workers=4), pytest.raises(FileNotFoundError):
        place_all(pairs)
