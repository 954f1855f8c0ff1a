"""Both versions of the benchmark have one raw tree and two prepared folders."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from mlebench.catalog import Competition, load_competition
from mlebench.data.archives.extract import TEMPORARY
from mlebench.data.layout import DataLayout
from mlebench.data.manifest import kind_of, read_manifest
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.acquire import Archive, Miniature, RawTree
from mlebench.errors import DataError, NotPrepared
from mlebench.grading.grade import grade_submission
from tests.data.toy import make_competition, state_of, write_raw, zip_tree

V2 = """
from mlebench.data import write_csv
from .prepare import prepare as prepare_v1

def prepare(raw, public, private):
    prepare_v1(raw, public, private)
    (public / "notes.txt").unlink()
"""


def in_both(root: Path, archive: Path | None = None) -> tuple[Competition, Competition]:
    (root / "toy").mkdir(parents=True)
    (root / "toy" / "v2.py").write_text(V2)
    md5 = hashlib.md5(archive.read_bytes()).hexdigest() if archive else None
    change = {"fault": "Notes tell it all.", "repair": "There are none.", "difficulty": "harder"}
    first = make_competition(root, checksums={"archive": md5}, v2={"changes": [change]})
    return first, load_competition(first.folder, "v2")


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "toy.zip"
    path.write_bytes(zip_tree(write_raw(tmp_path / "tree")))
    return path


def test_v2_changes_what_v1_prepared(tmp_path: Path) -> None:
    first, second = in_both(tmp_path / "competitions")
    layout = prepare(first, tmp_path / "data", Miniature(), PrepareOptions()).layout
    before = state_of(layout.prepared)
    with pytest.raises(NotPrepared, match="--benchmark v2"):
        DataLayout.of(second, tmp_path / "data").require_prepared()
    other = prepare(second, tmp_path / "data", Miniature(), PrepareOptions()).layout
    assert state_of(layout.prepared) == before
    assert (layout.public / "notes.txt").exists()
    assert not (other.public / "notes.txt").exists()
    assert read_manifest(other).benchmark_version == "v2"
    assert read_manifest(other).stamp.digest != read_manifest(layout).stamp.digest
    assert prepare(second, tmp_path / "data", Miniature(), PrepareOptions()).outcome == "already prepared"
    report = grade_submission(second, other.public / "sample_submission.csv", tmp_path / "data")
    assert (report.benchmark_version, report.difficulty, report.score) == ("v2", "harder", 0.5)
    assert any("harder" in sentence for sentence in report.warnings)


@pytest.mark.parametrize("keep", [(True, False), (False, True)])
def test_raw_data_that_one_version_was_asked_to_keep_is_removed_by_the_other(
    tmp_path: Path, archive: Path, keep: tuple[bool, bool]
) -> None:
    pair = in_both(tmp_path / "competitions", archive)
    for competition, kept in zip(pair, keep, strict=True):
        prepare(competition, tmp_path / "data", Archive(archive), PrepareOptions(keep_raw=kept))
    for competition in pair:
        done = prepare(competition, tmp_path / "data", Archive(archive), PrepareOptions())
        assert (done.outcome, done.layout.raw.is_dir()) == ("already prepared", True)


def test_raw_data_that_nobody_wants_stays(tmp_path: Path, archive: Path) -> None:
    for competition in in_both(tmp_path / "competitions", archive):
        layout = prepare(competition, tmp_path / "data", Archive(archive), PrepareOptions()).layout
    assert {path.name for path in layout.root.iterdir()} == {".digests.json", ".lock", "prepared", "prepared-v2"}


def test_v2_is_verified_without_the_recorded_archive(tmp_path: Path, archive: Path) -> None:
    _, second = in_both(tmp_path / "competitions", archive)
    for number, (source, kind) in enumerate(
        [
            (Archive(archive), "verified"),
            (Archive(archive, verify=False), "unverified"),
            (RawTree(tmp_path / "tree"), "unverified"),
            (Miniature(), "miniature"),
        ]
    ):
        assert kind_of(prepare(second, tmp_path / str(number), source, PrepareOptions()).layout) == kind


def test_a_kept_raw_tree_of_an_unverified_archive_counts_as_verified(tmp_path: Path, archive: Path) -> None:
    _, second = in_both(tmp_path / "competitions", archive)
    prepare(second, tmp_path / "data", Archive(archive, verify=False), PrepareOptions(keep_raw=True))
    done = prepare(second, tmp_path / "data", Archive(archive), PrepareOptions(force=True))
    assert kind_of(done.layout) == "unverified"


def test_checksums_of_v2_are_written_over_those_of_v1(tmp_path: Path, archive: Path) -> None:
    first, second = in_both(tmp_path / "competitions", archive)
    before = (first.folder / "competition.yaml").read_bytes()
    with pytest.raises(DataError, match="what v2 prepares"):
        prepare(second, tmp_path / "data", Archive(archive), PrepareOptions(overwrite_checksums=True))
    assert (first.folder / "competition.yaml").read_bytes() == before


def test_v1_takes_the_replaced_folder_of_v2_for_its_own(tmp_path: Path) -> None:
    first, second = in_both(tmp_path / "competitions")
    layout = prepare(second, tmp_path / "data", Miniature(), PrepareOptions()).layout
    layout.prepared.rename(layout.root / f"{TEMPORARY}replaced-v2")  # as a process that is killed meanwhile leaves it
    mine = prepare(first, tmp_path / "data", Miniature(), PrepareOptions()).layout
    assert (mine.public / "notes.txt").exists()
    assert layout.is_prepared()
    assert not (layout.public / "notes.txt").exists()
