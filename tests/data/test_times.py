"""When a file was written tells nothing: raw archives, and what is unpacked, are often in the order of the labels."""

from __future__ import annotations

from pathlib import Path

import pytest

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
