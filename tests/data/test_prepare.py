"""A prepared folder appears whole or not at all, whatever happens to the process that prepares it."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mlebench.catalog import Competition
from mlebench.data.layout import DataLayout
from mlebench.data.manifest import read_manifest
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.acquire import Archive, Miniature, RawTree
from mlebench.errors import DataError
from tests.data.toy import PREPARE, make_competition, state_of, write_raw, zip_tree

ALL = ["private/test.csv", "public/description.md", "public/inner/a/b.txt", "public/notes.txt"]


@pytest.fixture
def raw(tmp_path: Path) -> Path:
    return write_raw(tmp_path / "raw")


def files(layout: DataLayout) -> set[str]:
    return {p.relative_to(layout.prepared).as_posix() for p in layout.prepared.rglob("*") if p.is_file()}


def test_everything_is_there_and_the_manifest_says_how(tmp_path: Path, toy: Competition, raw: Path) -> None:
    done = prepare(toy, tmp_path / "data", RawTree(raw), PrepareOptions())
    assert done.outcome == "prepared"
    assert set(ALL) <= files(done.layout)
    manifest = read_manifest(done.layout)
    assert manifest.source == "raw-dir"
    assert manifest.verification == "nothing recorded"
    assert {path.name for path in done.layout.root.iterdir()} == {".lock", "prepared"}
    assert prepare(toy, tmp_path / "data", RawTree(raw), PrepareOptions()).outcome == "already prepared"


def test_raw_tree_is_never_written_to(tmp_path: Path, toy: Competition, raw: Path) -> None:
    before = state_of(raw)
    for force in (False, True):
        prepare(toy, tmp_path / "data", RawTree(raw), PrepareOptions(force=force))
    assert state_of(raw) == before


def test_files_are_linked_not_copied(tmp_path: Path, toy: Competition, raw: Path) -> None:
    layout = prepare(toy, tmp_path / "data", RawTree(raw), PrepareOptions()).layout
    assert (layout.public / "pictures/deep/0.png").samefile(raw / "pictures/deep/0.png")


def test_links_of_the_users_tree_are_followed(tmp_path: Path, toy: Competition, raw: Path) -> None:
    (raw / "notes.txt").rename(raw / "elsewhere.txt")
    (raw / "notes.txt").symlink_to("elsewhere.txt")
    layout = prepare(toy, tmp_path / "data", RawTree(raw), PrepareOptions()).layout
    assert not (layout.public / "notes.txt").is_symlink()
    assert (layout.public / "notes.txt").read_text() == "notes\n"


@pytest.mark.parametrize("keep", [True, False])
def test_raw_data_is_kept_only_where_asked(tmp_path: Path, toy: Competition, keep: bool) -> None:
    layout = prepare(toy, tmp_path / "data", Miniature(), PrepareOptions(keep_raw=keep)).layout
    assert layout.raw.exists() == keep
    prepare(toy, tmp_path / "data", Miniature(), PrepareOptions())
    assert layout.raw.exists() == keep, "a second call does not remove what the first was to keep"


def test_manifest_tells_miniature_and_skipped_verification(tmp_path: Path, toy: Competition, raw: Path) -> None:
    toy_layout = prepare(toy, tmp_path / "a", Miniature(), PrepareOptions()).layout
    assert read_manifest(toy_layout).verification == "not applicable: miniature data"
    skipped = prepare(toy, tmp_path / "b", RawTree(raw), PrepareOptions(verify=False)).layout
    assert read_manifest(skipped).verification == "skipped"


@pytest.mark.parametrize("order", [True, False])
def test_miniature_and_real_data_are_never_taken_for_one_another(
    tmp_path: Path, toy: Competition, raw: Path, order: bool
) -> None:
    first, second = (RawTree(raw), Miniature()) if order else (Miniature(), RawTree(raw))
    prepare(toy, tmp_path / "data", first, PrepareOptions())
    with pytest.raises(DataError, match=r"was prepared from(.|\n)*--force"):
        prepare(toy, tmp_path / "data", second, PrepareOptions())
    assert prepare(toy, tmp_path / "data", second, PrepareOptions(force=True)).outcome == "prepared"


class TestVerification:
    WRONG = {"public": {"train.csv": "0" * 32}, "private": {}}

    def test_mismatch_leaves_nothing(self, tmp_path: Path, raw: Path) -> None:
        competition = make_competition(tmp_path / "competitions", checksums=self.WRONG)
        with pytest.raises(DataError, match=r"public/train.csv: differs"):
            prepare(competition, tmp_path / "data", RawTree(raw), PrepareOptions())
        assert not DataLayout(tmp_path / "data", "toy").prepared.exists()

    def test_mismatch_keeps_what_was_prepared_before(self, tmp_path: Path, raw: Path) -> None:
        layout = prepare(
            make_competition(tmp_path / "competitions"), tmp_path / "data", RawTree(raw), PrepareOptions()
        ).layout
        before = state_of(layout.prepared)
        competition = make_competition(tmp_path / "competitions", checksums=self.WRONG)
        with pytest.raises(DataError):
            prepare(competition, tmp_path / "data", RawTree(raw), PrepareOptions(force=True))
        assert state_of(layout.prepared) == before

    def test_recorded_checksums_pass_and_later_changes_are_found(
        self, tmp_path: Path, toy: Competition, raw: Path
    ) -> None:
        from mlebench.catalog import load_competition

        layout = prepare(toy, tmp_path / "data", RawTree(raw), PrepareOptions(overwrite_checksums=True)).layout
        assert read_manifest(layout).verification == "recorded"
        recorded = load_competition(toy.folder)
        assert set(recorded.checksums.public) == {"notes.txt", "sample_submission.csv", "test.csv", "train.csv"}
        prepare(recorded, tmp_path / "data", RawTree(raw), PrepareOptions(force=True))
        assert read_manifest(layout).verification == "passed"
        (layout.public / "train.csv").write_text("tampered")
        with pytest.raises(DataError, match=r"public/train.csv: differs"):
            prepare(recorded, tmp_path / "data", RawTree(raw), PrepareOptions())
        prepare(recorded, tmp_path / "data", RawTree(raw), PrepareOptions(verify=False))

    def test_miniature_is_not_recorded(self, tmp_path: Path, toy: Competition) -> None:
        with pytest.raises(DataError, match="checksums of miniature data"):
            prepare(toy, tmp_path / "data", Miniature(), PrepareOptions(overwrite_checksums=True))


class TestFaults:
    """Each becomes one message, and leaves nothing behind."""

    @pytest.mark.parametrize(
        ("body", "message"),
        [
            ("open('/dev/full', 'w').write('x' * 10**6)", r"the disk is full(.|\n)*--data-dir"),
            ("raise KeyError('x')", r"failed with KeyError(.|\n)*prepare-error.log"),
            ("open(raw / 'absent.csv')", r"there is no .*absent.csv(.|\n)*incomplete"),
            ("import zlib; zlib.decompress(b'x')", "damaged or incomplete"),
            ("pass", "wrote no private/test.csv"),
        ],
    )
    def test_fault_is_explained(self, tmp_path: Path, raw: Path, body: str, message: str) -> None:
        source = f"def prepare(raw, public, private):\n    (public / 'half').write_text('x')\n    {body}\n"
        competition = make_competition(tmp_path / "competitions", prepare=source)
        with pytest.raises(DataError, match=message):
            prepare(competition, tmp_path / "data", RawTree(raw), PrepareOptions())
        left = {path.name for path in DataLayout(tmp_path / "data", "toy").root.iterdir()}
        assert left <= {".lock", "prepare-error.log"}

    def test_raw_data_stays_for_the_next_attempt(self, tmp_path: Path, raw: Path) -> None:
        (tmp_path / "x.zip").write_bytes(zip_tree(raw))
        broken = make_competition(tmp_path / "competitions", prepare="def prepare(raw, public, private): 1 / 0")
        with pytest.raises(DataError):
            prepare(broken, tmp_path / "data", Archive(tmp_path / "x.zip"), PrepareOptions())
        layout = DataLayout(tmp_path / "data", "toy")
        inode = layout.raw.stat().st_ino
        check = PREPARE + f"    assert raw.stat().st_ino == {inode}, 'unpacked again'\n"
        fixed = make_competition(tmp_path / "fixed", prepare=check)
        prepare(fixed, tmp_path / "data", Archive(tmp_path / "x.zip"), PrepareOptions())
        assert not layout.raw.exists()


def test_shared_folder_that_is_read_only_serves(tmp_path: Path, toy: Competition, raw: Path) -> None:
    layout = prepare(toy, tmp_path / "data", RawTree(raw), PrepareOptions()).layout
    before = state_of(layout.root)
    assert prepare(toy, tmp_path / "data", RawTree(raw), PrepareOptions()).outcome == "already prepared"
    assert state_of(layout.root) == before, "a call that has nothing to do writes nothing"


def test_what_was_being_replaced_comes_back(tmp_path: Path, toy: Competition, raw: Path) -> None:
    """A process was killed between the two renames of --force."""
    layout = prepare(toy, tmp_path / "data", RawTree(raw), PrepareOptions()).layout
    before = state_of(layout.prepared)
    layout.prepared.rename(layout.root / ".preparing-replaced")
    (layout.root / ".preparing-abc").mkdir()
    assert prepare(toy, tmp_path / "data", RawTree(raw), PrepareOptions()).outcome == "already prepared"
    assert state_of(layout.prepared) == before
    assert not list(layout.root.glob(".preparing*"))


# A process that is ready to prepare, and does so in a child of its own whenever it is told to.
PROGRAM = """
import os, sys
from pathlib import Path
from mlebench.catalog import load_competition
from mlebench.data.sources.acquire import Archive
from mlebench.data.prepare import PrepareOptions, prepare

folder, data, archive = map(Path, sys.argv[1:])
competition = load_competition(folder)
while line := sys.stdin.readline():
    child = os.fork()
    if not child:
        prepare(competition, data, Archive(archive), PrepareOptions(force=line == "force\\n"))
        os._exit(0)
    print(child, flush=True)
    sys.stdin.readline()
    print(os.waitpid(child, 0)[1], flush=True)
"""


def test_killed_at_any_moment_leaves_no_half_prepared_folder(tmp_path: Path, raw: Path) -> None:
    for i in range(100):  # so that there is something to be in the middle of
        (raw / "pictures" / f"{i}.png").write_bytes(bytes(2000))
    competition = make_competition(tmp_path / "competitions")
    (tmp_path / "x.zip").write_bytes(zip_tree(raw))
    prepare(competition, tmp_path / "first", Archive(tmp_path / "x.zip"), PrepareOptions())  # imports what it needs
    start = time.monotonic()
    whole = files(prepare(competition, tmp_path / "whole", Archive(tmp_path / "x.zip"), PrepareOptions()).layout)
    longest = time.monotonic() - start
    layout = DataLayout(tmp_path / "data", "toy")
    arguments = [str(competition.folder), str(tmp_path / "data"), str(tmp_path / "x.zip")]
    killed = 0
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for _ in range(20):
            print("force" if layout.prepared.exists() else "", file=program.stdin, flush=True)
            child = int(program.stdout.readline())
            moment = random.uniform(0, longest)
            time.sleep(moment)
            os.kill(child, signal.SIGKILL)  # it stays a zombie until it is asked about, so its number is its own
            print("killed", file=program.stdin, flush=True)
            killed += int(program.stdout.readline()) == signal.SIGKILL
            if layout.prepared.exists():
                assert files(layout) == whole, f"killed after {moment:.3f} s of {longest:.3f}"
        program.stdin.close()
    assert killed
    prepare(competition, tmp_path / "data", Archive(tmp_path / "x.zip"), PrepareOptions())
    assert files(layout) == whole
    assert {path.name for path in layout.root.iterdir()} - {".digests.json"} == {".lock", "prepared"}
