"""Sources of raw data: nothing is fetched or unpacked twice, and nobody's data is lost."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from mlebench.catalog import Competition
from mlebench.data.layout import DataLayout
from mlebench.data.sources.acquire import Archive, Kaggle, Miniature, RawTree
from mlebench.data.sources.raw import origin_of
from mlebench.errors import DataError
from tests.data.kaggle_server import STORAGE, Bundle, KaggleServer
from tests.data.toy import make_competition, state_of, write_raw, zip_tree


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "download.zip"
    path.write_bytes(zip_tree(write_raw(tmp_path / "source")))
    return path


class TestKaggle:
    def test_download_is_unpacked_and_removed(
        self, toy: Competition, layout: DataLayout, signed_in: KaggleServer, archive: Path
    ) -> None:
        signed_in.bundles["toy"] = Bundle(archive.read_bytes())
        raw = Kaggle().obtain(toy, layout)
        assert (raw / "train.csv").is_file()
        assert not layout.archive.exists()
        asked = len(signed_in.requests)
        assert Kaggle().obtain(toy, layout) == raw
        assert len(signed_in.requests) == asked, "nothing is asked where everything is there"
        Kaggle().discard(layout)
        assert [path.name for path in layout.root.iterdir()] == []

    def test_finished_download_is_not_fetched_again(
        self, toy: Competition, layout: DataLayout, archive: Path, signed_out: Path
    ) -> None:
        layout.archive.write_bytes(archive.read_bytes())
        assert (Kaggle(keep_archive=True).obtain(toy, layout) / "train.csv").is_file()
        assert layout.archive.exists()

    def test_wrong_archive_is_kept_but_not_unpacked(
        self, tmp_path: Path, layout: DataLayout, signed_in: KaggleServer, archive: Path
    ) -> None:
        competition = make_competition(tmp_path / "competitions", checksums={"archive": "0" * 32})
        signed_in.bundles["toy"] = Bundle(archive.read_bytes())
        with pytest.raises(DataError, match="not the archive that was recorded"):
            Kaggle().obtain(competition, layout)
        assert not layout.raw.exists()
        Kaggle(verify=False).obtain(competition, layout)
        assert sum("signature" in r.name or r.host == STORAGE for r in signed_in.requests) == 2  # asked, fetched

    def test_disk_that_is_too_small_is_found_before_the_download(
        self, tmp_path: Path, layout: DataLayout, signed_in: KaggleServer
    ) -> None:
        recorded = make_competition(tmp_path / "competitions", archive_gb=10**7)
        signed_in.bundles["toy"] = Bundle(b"small")
        with pytest.raises(DataError, match=r"Not enough disk space(.|\n)*--data-dir"):
            Kaggle().obtain(recorded, layout)
        told = make_competition(tmp_path / "competitions")
        signed_in.bundles["toy"] = Bundle(claimed_size=10**16)
        with pytest.raises(DataError, match="Not enough disk space"):
            Kaggle().obtain(told, layout)
        assert list(layout.root.iterdir()) == []


class TestArchive:
    def test_users_archive_is_left_alone(self, toy: Competition, layout: DataLayout, archive: Path) -> None:
        before = state_of(archive.parent / "source"), archive.read_bytes(), archive.stat().st_mtime_ns
        source = Archive(archive)
        assert (source.obtain(toy, layout) / "train.csv").is_file()
        source.discard(layout)
        assert not layout.raw.exists()
        assert before == (state_of(archive.parent / "source"), archive.read_bytes(), archive.stat().st_mtime_ns)

    def test_unpacked_once_but_again_when_it_changes(
        self, tmp_path: Path, toy: Competition, layout: DataLayout, archive: Path
    ) -> None:
        first = Archive(archive).obtain(toy, layout).stat().st_ino
        assert Archive(archive).obtain(toy, layout).stat().st_ino == first
        archive.write_bytes(zip_tree(write_raw(tmp_path / "other", rows=80)))
        assert len((Archive(archive).obtain(toy, layout) / "train.csv").read_text().splitlines()) == 81

    def test_recorded_checksum_is_compared(self, tmp_path: Path, layout: DataLayout, archive: Path) -> None:
        good = hashlib.md5(archive.read_bytes()).hexdigest()
        Archive(archive).obtain(make_competition(tmp_path / "good", checksums={"archive": good}), layout)
        layout = DataLayout(tmp_path / "other", "toy")
        layout.root.mkdir(parents=True)
        bad = make_competition(tmp_path / "bad", checksums={"archive": "0" * 32})
        with pytest.raises(DataError, match="recorded"):
            Archive(archive).obtain(bad, layout)
        Archive(archive, verify=False).obtain(bad, layout)

    @pytest.mark.parametrize(("name", "message"), [("no.zip", "no such file"), ("x.csv", "zip, tar or 7z")])
    def test_what_is_no_archive(
        self, tmp_path: Path, toy: Competition, layout: DataLayout, name: str, message: str
    ) -> None:
        (tmp_path / "x.csv").touch()
        with pytest.raises(DataError, match=message):
            Archive(tmp_path / name).obtain(toy, layout)

    @pytest.mark.parametrize(("content", "message"), [(b"", r"0 bytes"), (b"PK\x05\x06" + bytes(18), "no files in it")])
    def test_empty_archive_is_called_empty_whatever_was_recorded(
        self, tmp_path: Path, layout: DataLayout, content: bytes, message: str
    ) -> None:
        competition = make_competition(tmp_path / "competitions", checksums={"archive": "0" * 32})
        (tmp_path / "x.zip").write_bytes(content)
        with pytest.raises(DataError, match=message):
            Archive(tmp_path / "x.zip").check(competition, layout)


class TestRawTree:
    def test_missing_folder(self, tmp_path: Path, toy: Competition, layout: DataLayout) -> None:
        with pytest.raises(DataError, match="no such folder"):
            RawTree(tmp_path / "no").obtain(toy, layout)

    def test_data_folder_inside_it_would_write_into_it(
        self, tmp_path: Path, toy: Competition, layout: DataLayout
    ) -> None:
        with pytest.raises(DataError, match="never written to"):
            RawTree(tmp_path).obtain(toy, layout)


class TestRawFolder:
    """DATA/ID/raw belongs to whoever made it."""

    def test_miniature_never_replaces_a_download(self, toy: Competition, layout: DataLayout, archive: Path) -> None:
        Archive(archive).obtain(toy, layout)
        with pytest.raises(DataError, match="holds raw data from archive"):
            Miniature().obtain(toy, layout)
        assert origin_of(layout) is not None

    def test_folder_of_another_program_is_neither_used_nor_removed(
        self, toy: Competition, layout: DataLayout, archive: Path
    ) -> None:
        write_raw(layout.raw)
        before = state_of(layout.raw)
        for source in (Miniature(), Archive(archive)):
            with pytest.raises(DataError, match=r"not made by this program(.|\n)*--raw-dir"):
                source.obtain(toy, layout)
            source.discard(layout)
        assert state_of(layout.raw) == before

    def test_miniature_makes_way_for_real_data(self, toy: Competition, layout: DataLayout, archive: Path) -> None:
        Miniature().obtain(toy, layout)
        assert len((Archive(archive).obtain(toy, layout) / "train.csv").read_text().splitlines()) == 41

    def test_seed_makes_the_miniature(self, toy: Competition, layout: DataLayout) -> None:
        first = (Miniature(0).obtain(toy, layout) / "train.csv").read_text()
        assert (Miniature(0).obtain(toy, layout) / "train.csv").read_text() == first
        others = {(Miniature(seed).obtain(toy, layout) / "train.csv").read_text() for seed in (1, 2, 3)}
        assert others != {first}
