"""Checksums: a changed file is found and named, an unchanged one is not read twice."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pandas as pd
import pytest

from mlebench.data import digests
from mlebench.data.digests import DigestCache, md5
from mlebench.data.progress import listening
from mlebench.data.verify import parquet_digest, verify_archive, verify_prepared
from mlebench.errors import DataError
from tests.data.listener import Counter
from tests.data.toy import make_competition


def digest(content: bytes) -> str:
    return hashlib.md5(content).hexdigest()


class Sums:
    """A prepared folder with two files and a competition that records them."""

    def __init__(self, root: Path) -> None:
        self.root, self.prepared = root, root / "prepared"
        for name in ("public/train.csv", "private/test.csv"):
            (self.prepared / name).parent.mkdir(parents=True)
            (self.prepared / name).write_text(name)
        self.public = {"train.csv": digest(b"public/train.csv")}
        self.private = {"test.csv": digest(b"private/test.csv")}

    def verify(self) -> tuple[int, list[str]]:
        sums = {"public": self.public, "private": self.private}
        competition = make_competition(self.root / "competitions", checksums=sums)
        return verify_prepared(competition, self.prepared, DigestCache(self.root / "digests.json"))


@pytest.fixture
def sums(tmp_path: Path) -> Sums:
    return Sums(tmp_path)


@pytest.mark.parametrize("threads", [1, 4])
def test_files_as_recorded_pass(sums: Sums, threads: int) -> None:
    with listening(Counter(), workers=threads):
        assert sums.verify() == (2, [])


def test_mismatch_lists_every_wrong_file(sums: Sums) -> None:
    (sums.prepared / "public/train.csv").write_text("changed")
    (sums.prepared / "private/test.csv").unlink()
    with pytest.raises(DataError) as error:
        sums.verify()
    assert "2 of 2" in error.value.message
    assert "private/test.csv: missing" in error.value.message
    assert "public/train.csv: differs" in error.value.message
    assert "--skip-verification" in str(error.value.hint)


def test_unchanged_files_are_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_text("1")
    (tmp_path / "b").write_text("2")
    files = {"a": tmp_path / "a", "b": tmp_path / "b"}
    read: list[str] = []
    monkeypatch.setattr(digests, "md5", lambda path: read.append(path.name) or md5(path))
    first = DigestCache(tmp_path / "cache.json").md5(files)
    assert DigestCache(tmp_path / "cache.json").md5(files) == first
    assert read == ["a", "b"]
    # Same size, other content: the time stamp tells, and so does the inode of a file that was replaced.
    (tmp_path / "a").write_text("3")
    os.utime(tmp_path / "a", ns=(0, 0))
    (tmp_path / "new").write_text("4")
    os.utime(tmp_path / "new", ns=((tmp_path / "b").stat().st_mtime_ns,) * 2)
    (tmp_path / "new").rename(tmp_path / "b")
    assert DigestCache(tmp_path / "cache.json").md5(files) == {"a": digest(b"3"), "b": digest(b"4")}


def test_renamed_folder_keeps_its_digests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "a").write_text("1")
    cache = DigestCache(tmp_path / "cache.json")
    cache.md5({"a": tmp_path / "one" / "a"})
    (tmp_path / "one").rename(tmp_path / "two")
    monkeypatch.setattr(digests, "md5", lambda path: pytest.fail("read again"))
    assert cache.md5({"a": tmp_path / "two" / "a"}) == {"a": digest(b"1")}


@pytest.mark.parametrize("content", ["{", "[]", '{"a": 1}', '{"a": [1, 2, 3]}'])
def test_damaged_cache_is_no_reason_to_fail(tmp_path: Path, content: str) -> None:
    (tmp_path / "a").write_text("1")
    (tmp_path / "cache.json").write_text(content)
    assert DigestCache(tmp_path / "cache.json").md5({"a": tmp_path / "a"}) == {"a": digest(b"1")}


def test_folder_that_cannot_be_written_is_verified_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1")
    assert DigestCache(tmp_path / "no" / "folder" / "cache.json").md5({"a": tmp_path / "a"}) == {"a": digest(b"1")}


def test_md5_of_large_files_tells_its_progress(tmp_path: Path) -> None:
    content = os.urandom((1 << 20) + 7)
    (tmp_path / "a").write_bytes(content)
    told = Counter()
    with listening(told):
        assert md5(tmp_path / "a") == digest(content)
    assert told.done == pytest.approx(len(content) / 1e6)


def test_archive_that_is_not_the_recorded_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(b"other")
    cache = DigestCache(tmp_path / "digests.json")
    good = make_competition(tmp_path / "good", checksums={"archive": digest(b"other")})
    verify_archive(good, tmp_path / "x.zip", cache)
    verify_archive(make_competition(tmp_path / "none"), tmp_path / "x.zip", cache)
    bad = make_competition(tmp_path / "bad", checksums={"archive": "0" * 32})
    with pytest.raises(DataError, match=r"not the archive that was recorded(.|\n)*--skip-verification"):
        verify_archive(bad, tmp_path / "x.zip", cache)


class TestParquet:
    """Bytes of parquet depend on who wrote them: content counts."""

    @pytest.fixture
    def table(self, sums: Sums) -> Path:
        frame = pd.DataFrame({"id": [1, 2, 3], "x": [0.1, None, 1e22], "t": ["a", 'b"c', None]})
        path = sums.prepared / "public" / "t.parquet"
        frame.to_parquet(path)
        return path

    def test_digest_is_that_of_the_csv_which_pandas_writes(self, table: Path) -> None:
        text = pd.read_parquet(table).to_csv(index=False)
        assert parquet_digest(table) == f"parquet:{digest(text.encode())}"

    def test_same_content_in_other_bytes_passes(self, sums: Sums, table: Path) -> None:
        sums.public["t.parquet"] = parquet_digest(table)
        before = table.read_bytes()
        pd.read_parquet(table).to_parquet(table, compression="gzip")
        assert table.read_bytes() != before
        assert sums.verify() == (3, [])

    def test_other_content_is_found(self, sums: Sums, table: Path) -> None:
        sums.public["t.parquet"] = parquet_digest(table)
        pd.read_parquet(table).assign(id=[1, 2, 4]).to_parquet(table)
        with pytest.raises(DataError, match=r"public/t\.parquet: differs"):
            sums.verify()

    def test_recorded_bytes_that_differ_prove_nothing_and_are_told(self, sums: Sums, table: Path) -> None:
        sums.public["t.parquet"] = "0" * 32
        assert sums.verify() == (2, ["public/t.parquet"])
        sums.public["t.parquet"] = digest(table.read_bytes())
        assert sums.verify() == (3, [])
