"""What prepared data is taken for: never a miniature for the real thing, nor damaged data for whole."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from mlebench.catalog import Competition, load_competition
from mlebench.data.digests import md5
from mlebench.data.layout import DataLayout
from mlebench.data.manifest import MANIFEST, Manifest, check_answers, kind_of, read_manifest
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.acquire import Miniature, RawTree
from mlebench.errors import DamagedData, DataError
from tests.data.toy import write_raw


@pytest.fixture
def raw(tmp_path: Path) -> Path:
    return write_raw(tmp_path / "trees" / "real")


@pytest.fixture
def recorded(tmp_path: Path, toy: Competition, raw: Path) -> Competition:
    """The toy with recorded checksums."""
    prepare(toy, tmp_path / "first", RawTree(raw), PrepareOptions(overwrite_checksums=True))
    return load_competition(toy.folder)


@pytest.mark.parametrize(
    ("source", "verification", "kind"),
    [
        ("kaggle", "passed", "verified"),
        ("raw-dir", "recorded", "verified"),
        ("raw-dir", "skipped", "unverified"),
        ("archive", "nothing recorded", "unverified"),
        ("miniature", "not applicable: miniature data", "miniature"),
        ("miniature", "passed", "miniature"),
        ("embedded", "passed", "starter"),
        ("embedded", "skipped", "unverified"),
    ],
)
def test_manifests_of_version_0_1_are_understood(tmp_path: Path, source: str, verification: str, kind: str) -> None:
    layout = DataLayout(tmp_path, "toy")
    layout.public.mkdir(parents=True)
    layout.private.mkdir()
    former = {"competition_id": "toy", "benchmark_version": "v1", "source": source, "verification": verification}
    (layout.prepared / MANIFEST).write_text(json.dumps({**former, "raw_kept": False, "mlebench_version": "0.1.0"}))
    assert kind_of(layout) == kind
    assert read_manifest(layout).stamp.digest is None


@pytest.mark.parametrize("name", ["public/train.csv", "private/test.csv", "public/pictures/deep/3.png"])
@pytest.mark.parametrize("damage", ["changed", "gone"])
def test_a_damaged_miniature_is_noticed_and_made_anew(tmp_path: Path, toy: Competition, name: str, damage: str) -> None:
    layout = prepare(toy, tmp_path / "data", Miniature(), PrepareOptions()).layout
    assert prepare(toy, tmp_path / "data", Miniature(), PrepareOptions()).outcome == "already prepared"
    before = (layout.prepared / name).read_bytes()
    (layout.prepared / name).unlink()
    if damage == "changed":
        (layout.prepared / name).write_bytes(before[:-1] + b"!")
    with pytest.raises(DamagedData, match=rf"{name}(.|\n)*--force"):
        prepare(toy, tmp_path / "data", Miniature(), PrepareOptions())
    prepare(toy, tmp_path / "data", Miniature(), PrepareOptions(force=True))
    assert (layout.prepared / name).read_bytes() == before


@pytest.mark.parametrize("text", ["", "{", "[]", '{"source": 3}', "{}"])
def test_a_manifest_that_cannot_be_read_is_not_taken_for_none(tmp_path: Path, toy: Competition, text: str) -> None:
    """It could have said that this is a miniature."""
    layout = prepare(toy, tmp_path / "data", Miniature(), PrepareOptions()).layout
    (layout.prepared / MANIFEST).write_text(text)
    with pytest.raises(DamagedData, match="--force"):
        kind_of(layout)
    with pytest.raises(DamagedData, match="--force"):
        prepare(toy, tmp_path / "data", Miniature(), PrepareOptions())
    prepare(toy, tmp_path / "data", Miniature(), PrepareOptions(force=True))
    assert kind_of(layout) == "miniature"


def test_a_miniature_that_lost_its_manifest_is_not_graded_as_real(tmp_path: Path, recorded: Competition) -> None:
    layout = prepare(recorded, tmp_path / "data", Miniature(seed=1), PrepareOptions()).layout
    (layout.prepared / MANIFEST).unlink()
    with pytest.raises(DamagedData, match=r"private/test\.csv"):
        check_answers(recorded, layout)


def test_data_of_another_program_is_unverified_until_it_is_compared(
    tmp_path: Path, recorded: Competition, raw: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    layout = prepare(recorded, tmp_path / "data", RawTree(raw), PrepareOptions(verify=False)).layout
    assert kind_of(layout) == "unverified"
    (layout.prepared / MANIFEST).unlink()
    assert kind_of(layout) == "unverified"
    check_answers(recorded, layout)
    prepare(recorded, tmp_path / "data", RawTree(raw), PrepareOptions(verify=False))
    assert kind_of(layout) == "unverified"
    (layout.prepared / f".{MANIFEST}.taken").mkdir()  # the manifest cannot be written, not even by root
    with monkeypatch.context() as names:
        names.setattr("mlebench.files.secrets.token_hex", lambda size: "taken")
        names.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
        assert prepare(recorded, tmp_path / "data", RawTree(raw), PrepareOptions()).outcome == "already prepared"
        assert kind_of(layout) == "verified", "it is kept where this user finds it again"
        assert not (layout.prepared / MANIFEST).exists()
        (layout.private / "test.csv").rename(tmp_path / "test.csv")
        (layout.private / "test.csv").write_text("id,label\n0,1\n")
        with pytest.raises(DamagedData, match=r"private/test\.csv"):
            check_answers(recorded, layout)
        (tmp_path / "test.csv").rename(layout.private / "test.csv")
    assert kind_of(layout) == "unverified", "what another user has compared is not known"
    prepare(recorded, tmp_path / "data", RawTree(raw), PrepareOptions())
    assert kind_of(layout) == "verified"
    assert read_manifest(layout).source == "unknown"
    prepare(recorded, tmp_path / "data", RawTree(raw), PrepareOptions(verify=False))
    assert kind_of(layout) == "verified", "what has been compared stays so"


def test_answers_are_compared_whenever_they_are_read(tmp_path: Path, toy: Competition, raw: Path) -> None:
    layout = prepare(toy, tmp_path / "data", RawTree(raw), PrepareOptions(verify=False)).layout
    check_answers(toy, layout)
    (layout.private / "test.csv").write_text("id,label\n0,1\n")
    with pytest.raises(DamagedData, match=r"private/test\.csv"):
        check_answers(toy, layout)


def test_a_manifest_with_md5s_is_taken_for_damage(tmp_path: Path, toy: Competition, raw: Path) -> None:
    layout = prepare(toy, tmp_path / "data", RawTree(raw), PrepareOptions(verify=False)).layout
    manifest = read_manifest(layout)
    digests = {name: md5(layout.prepared / name) for name in manifest.digests}
    manifest.model_copy(update={"digests": digests}).write(layout.prepared)
    check_answers(toy, layout)
    (layout.prepared / toy.answers).write_text("id,label\n0,1\n")
    with pytest.raises(DamagedData, match="not as it was"):
        check_answers(toy, layout)


def test_raw_tree_of_a_miniature_stays_a_miniature(tmp_path: Path, recorded: Competition) -> None:
    """--raw-dir DATA/ID/raw --skip-verification would make it real."""
    kept = prepare(recorded, tmp_path / "data", Miniature(), PrepareOptions(keep_raw=True)).layout.raw
    link = tmp_path / "link"
    link.symlink_to(kept)
    for number, path in enumerate((kept, link)):
        options = PrepareOptions(verify=False)
        layout = prepare(recorded, tmp_path / f"other{number}", RawTree(path), options).layout
        assert kind_of(layout) == "miniature"
    with pytest.raises(DataError, match="checksums of miniature data"):
        prepare(recorded, tmp_path / "third", RawTree(kept), PrepareOptions(overwrite_checksums=True))


def test_the_stamp_speaks_of_the_data_not_of_its_making(tmp_path: Path, recorded: Competition, raw: Path) -> None:
    def stamp(name: str, source: RawTree | Miniature, **options: bool) -> Manifest:
        layout = prepare(recorded, tmp_path / name, source, PrepareOptions(**options)).layout
        return read_manifest(layout)

    real, again = stamp("a", RawTree(raw)), stamp("b", RawTree(raw), verify=False, keep_raw=True)
    assert (real.kind, again.kind) == ("verified", "unverified")
    assert not real.stamp.differs_from(again.stamp)
    one, same, other = stamp("c", Miniature()), stamp("d", Miniature()), stamp("e", Miniature(seed=1))
    assert not one.stamp.differs_from(same.stamp)
    assert one.stamp.differs_from(other.stamp)
    assert one.stamp.differs_from(real.stamp)
    former = one.stamp.model_copy(update={"digest": None})
    assert not former.differs_from(other.stamp), "a group of version 0.1 knows the source only"
    assert former.differs_from(real.stamp)
    assert one.stamp.differs_from(former), "a digest that is gone cannot be compared"


def test_a_copied_folder_keeps_its_kind(tmp_path: Path, toy: Competition) -> None:
    layout = prepare(toy, tmp_path / "data", Miniature(), PrepareOptions()).layout
    shutil.copytree(layout.root, tmp_path / "copy" / "toy")
    assert kind_of(DataLayout(tmp_path / "copy", "toy")) == "miniature"
