"""Recording figures must leave everything else in a competition's folder as it is."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pandas as pd
import pytest
import yaml

from mlebench.catalog import Competition, load_competition
from mlebench.data.digests import DigestCache
from mlebench.data.record import record_checksums, record_leaderboard, replace_block
from mlebench.errors import CatalogError, DataError
from tests.data.toy import make_competition

YAML = """\
# A comment at the top.
name:   "kept as it is"   # with its odd spacing

checksums:
  archive: 00000000000000000000000000000000
  public:
    train.csv: 11111111111111111111111111111111

    # a comment inside goes with the block
# and so does this one
  private: {}

# About what follows.
known_issues: []
"""


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_only_the_block_changes(newline: str) -> None:
    before = YAML.replace("\n", newline)
    after = replace_block(before, "checksums", {"public": {"a": "b"}})
    start, end = before.index("checksums:"), before.index(f"{newline}# About")
    assert after == before[:start] + f"checksums:{newline}  public:{newline}    a: b{newline}" + before[end:]


@pytest.mark.parametrize(
    "text", ["name: x\nchecksums: {}\nkind: simple\n", "name: x\nkind: simple\n", "name: x\nkind: simple"]
)
def test_short_or_absent_block_is_replaced_or_added(text: str) -> None:
    after = replace_block(text, "checksums", {"public": {"a": "b"}})
    assert yaml.safe_load(after) == {"name": "x", "kind": "simple", "checksums": {"public": {"a": "b"}}}


def test_key_inside_another_block_is_not_taken_for_it() -> None:
    text = "note: |\n  checksums:\n    x\nchecksums:\n  a: b\n"
    assert replace_block(text, "checksums", {"c": "d"}) == "note: |\n  checksums:\n    x\nchecksums:\n  c: d\n"


def prepared(root: Path) -> Path:
    for name in ("public/train.csv", "public/deep/extra.csv", "public/other.csv", "public/a.png", "private/test.csv"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)
    pd.DataFrame({"a": [1]}).to_parquet(root / "public" / "t.parquet")
    return root


def test_checksums_of_tables_and_of_what_was_recorded_before(tmp_path: Path) -> None:
    sums = {"archive": "0" * 32, "public": {"deep/extra.csv": "1" * 32, "gone.csv": "2" * 32}, "private": {}}
    competition = make_competition(tmp_path / "competitions", checksums=sums)
    folder = prepared(tmp_path / "prepared")
    record_checksums(competition, folder, DigestCache(tmp_path / "digests.json"))
    recorded = load_competition(competition.folder).checksums
    assert recorded.archive == "0" * 32
    assert list(recorded.public) == ["deep/extra.csv", "other.csv", "t.parquet", "train.csv"]
    assert recorded.public["train.csv"] == hashlib.md5(b"public/train.csv").hexdigest()
    assert recorded.public["t.parquet"].startswith("parquet:")
    assert list(recorded.private) == ["test.csv"]
    (tmp_path / "x.zip").write_bytes(b"archive")
    record_checksums(competition, folder, DigestCache(tmp_path / "digests.json"), tmp_path / "x.zip")
    assert load_competition(competition.folder).checksums.archive == hashlib.md5(b"archive").hexdigest()


def test_file_that_would_not_load_any_more_is_restored(tmp_path: Path) -> None:
    competition = make_competition(tmp_path / "competitions")
    path = competition.folder / "competition.yaml"
    path.write_text(path.read_text() + "unknown: field\n")
    before = path.read_bytes()
    with pytest.raises(CatalogError):
        record_checksums(competition, prepared(tmp_path / "prepared"), DigestCache(tmp_path / "digests.json"))
    assert path.read_bytes() == before


def test_folder_that_cannot_be_written_is_an_error(toy: Competition) -> None:
    (toy.folder / "leaderboard.json").unlink()
    (toy.folder / "leaderboard.json").mkdir()  # root may write to any folder, but no file takes the place of this one
    before = sorted(toy.folder.iterdir())
    with pytest.raises(DataError, match=r"cannot be written(.|\n)*--competitions-dir"):
        record_leaderboard(toy, [1.0], "test")
    assert sorted(toy.folder.iterdir()) == before


def test_leaderboard_is_digested_in_the_direction_of_the_metric(tmp_path: Path) -> None:
    for lower, best in ((True, 0.0), (False, 99.0)):
        metric = {"name": "m", "lower_is_better": lower}
        competition = make_competition(tmp_path / str(lower), metric=metric)
        record_leaderboard(competition, map(float, range(100)), "test")
        leaderboard = load_competition(competition.folder).leaderboard
        assert leaderboard.teams == 100
        assert leaderboard.percentiles is not None
        assert leaderboard.percentiles[0] == best
