"""Data from a store is whole and verified, or not there: whatever becomes of the store, the disk or the process."""

from __future__ import annotations

import json
import os
import random
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mlebench.catalog import Competition
from mlebench.data.layout import DataLayout
from mlebench.data.manifest import MANIFEST, Manifest, read_manifest
from mlebench.data.prepare import Prepared, PrepareOptions, prepare
from mlebench.data.sources.acquire import Miniature, RawTree
from mlebench.data.stores import push as pushing
from mlebench.data.stores.access import open_store, shown
from mlebench.data.stores.contents import HEAD, FileList, Head, sha256
from mlebench.data.stores.fetch import StoreSource, fetch, fetch_public
from mlebench.data.stores.push import push
from mlebench.errors import DataError, MlebenchError, NotPrepared
from tests.data.stores.web import serving
from tests.data.toy import make_competition, write_raw

PIECE = 1000  # so that small data has many
OPTIONS = PrepareOptions()


class Shared:
    """A toy's prepared data, in a store that is a folder."""

    def __init__(self, root: Path, toy: Competition) -> None:
        self.toy, self.folder, self.data_dir = toy, root / "store", root / "data"
        self.url = self.folder.as_uri()
        raw = write_raw(root / "raw")
        (raw / "pictures" / "large.bin").write_bytes(random.Random(0).randbytes(20 * PIECE))
        (raw / "pictures" / "empty.bin").touch()
        self.layout = prepare(toy, self.data_dir, RawTree(raw), OPTIONS).layout
        (self.layout.public / "an empty folder").mkdir()
        self.push()

    def push(self) -> pushing.Pushed:
        return push(self.toy, self.data_dir, open_store(self.url))

    @property
    def place(self) -> Path:
        return self.folder / "toy" / "prepared"

    @property
    def head(self) -> Head:
        return Head.model_validate_json((self.place / HEAD).read_bytes())

    def pieces(self, side: str = "public") -> list[Path]:
        listed = FileList.model_validate_json((self.place / side / getattr(self.head, side).files).read_bytes())
        return [self.place / side / digest for digest, _ in listed.pieces]

    def replace_list(self, change: Callable[[dict[str, object]], None]) -> None:
        """A list of files that is digested as it should be, and wrong."""
        content = json.loads((self.place / "public" / self.head.public.files).read_bytes())
        change(content)
        text = json.dumps(content).encode()
        (self.place / "public" / sha256(text)).write_bytes(text)
        head = (self.place / HEAD).read_text().replace(self.head.public.files, sha256(text))
        (self.place / HEAD).write_text(head)

    def fetch(self, to: Path, options: PrepareOptions = OPTIONS, *, url: str | None = None) -> Prepared:
        return fetch(self.toy, to, StoreSource(url or self.url), options)


def content_of(tree: Path) -> dict[str, bytes | None]:
    return {str(path.relative_to(tree)): path.read_bytes() if path.is_file() else None for path in tree.rglob("*")}


@pytest.fixture
def shared(tmp_path: Path, toy: Competition, monkeypatch: pytest.MonkeyPatch) -> Shared:
    monkeypatch.setattr(pushing, "PIECE", PIECE)
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    return Shared(tmp_path, toy)


def test_what_is_pulled_is_what_was_pushed(shared: Shared, tmp_path: Path) -> None:
    done = shared.fetch(tmp_path / "new")
    assert done.outcome == "prepared"
    assert content_of(done.layout.prepared) == content_of(shared.layout.prepared)
    assert (done.layout.public / "an empty folder").is_dir()
    assert {path.name for path in done.layout.root.iterdir()} <= {"prepared", ".lock", ".digests.json"}
    assert shared.fetch(tmp_path / "new").outcome == "already prepared"
    assert read_manifest(done.layout).stamp == read_manifest(shared.layout).stamp
    assert len(shared.pieces()) > 20


def test_a_web_server_is_a_store_that_cannot_be_pushed_to(shared: Shared, tmp_path: Path) -> None:
    with serving(shared.folder) as server:
        server.faults = [503, 500]  # which pass
        done = shared.fetch(tmp_path / "new", url=f"{server.url}/?signature=x")
        assert content_of(done.layout.prepared) == content_of(shared.layout.prepared)
        with pytest.raises(MlebenchError, match="read only"):
            push(shared.toy, shared.data_dir, open_store(server.url))
        server.faults = [404]
        with pytest.raises(NotPrepared, match=r"holds no data(.|\n)*mlebench data push URL -c toy"):
            shared.fetch(tmp_path / "other", url=server.url)
        server.faults = [403]
        with pytest.raises(DataError, match="refuses"):
            shared.fetch(tmp_path / "other", url=server.url)
        server.faults = [400]
        with pytest.raises(DataError, match="HTTP 400") as told:
            shared.fetch(tmp_path / "other", url=f"{server.url}/?signature=secret")
        assert "secret" not in str(told.value)
    assert shown("https://me:secret@host/data?signature=x") == "https://host/data"


def test_pushing_again_sends_nothing_and_an_interrupted_push_goes_on(shared: Shared) -> None:
    assert shared.push().sent == 0
    lost = shared.pieces()[3:5]
    for path in lost:
        path.unlink()
    (shared.place / HEAD).unlink()
    pushed = shared.push()
    assert pushed.sent == 2 * PIECE
    assert pushed.bytes > 20 * PIECE


def test_a_pull_that_is_killed_leaves_nothing_to_be_seen_and_is_not_begun_anew(shared: Shared, tmp_path: Path) -> None:
    target = tmp_path / "new"
    with serving(shared.folder) as server:
        server.silent_after = 20
        words = ["prepare", "-c", "toy", "--competitions-dir", shared.toy.folder.parent, "--data-dir", target]
        command = [sys.executable, "-m", "mlebench", *map(str, words), "--data-url", server.url]
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL, env={**os.environ, "NO_PROXY": "*"})
        assert server.silent.wait(120)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert not (target / "toy" / "prepared").exists()
        server.closing.set()
        server.silent_after, before = None, list(server.asked)
        written = next((target / "toy").glob(".pulled-*")) / "public" / "pictures" / "large.bin"
        assert written.is_file()
        done = shared.fetch(target, url=server.url)
    asked = [{Path(path).name for path in paths} for paths in (before, server.asked[len(before) :])]
    again = asked[0] & asked[1] & {path.name for path in shared.pieces()}
    assert len(again) <= pushing.AT_ONCE + 1  # those that were on their way
    assert content_of(done.layout.prepared) == content_of(shared.layout.prepared)
    assert not done.layout.pulls()


def test_what_was_damaged_since_is_fetched_again(shared: Shared, tmp_path: Path) -> None:
    target, lost = tmp_path / "new", shared.pieces()[-1]
    content = lost.read_bytes()
    lost.unlink()
    with pytest.raises(DataError, match=rf"{lost.name} is gone(.|\n)*mlebench data push"):
        shared.fetch(target)
    [half] = DataLayout(target, "toy").pulls()
    (half / "public" / "train.csv").write_text("nonsense")
    lost.write_bytes(content)
    assert content_of(shared.fetch(target).layout.prepared) == content_of(shared.layout.prepared)


@pytest.mark.parametrize("damage", [lambda old: old[:-1], lambda old: old[:-1] + bytes([old[-1] ^ 1]), lambda old: b""])
def test_damaged_pieces_are_never_written(shared: Shared, tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    piece = shared.pieces()[2]
    piece.write_bytes(damage(piece.read_bytes()))
    with pytest.raises(DataError, match=rf"{piece.name} is damaged(.|\n)*mlebench data push"):
        shared.fetch(tmp_path / "new")
    assert not (tmp_path / "new/toy/prepared").exists()
    piece.unlink()
    shared.push()
    assert shared.fetch(tmp_path / "new").outcome == "prepared"


def test_a_damaged_head_or_list_is_said(shared: Shared, tmp_path: Path) -> None:
    listed, head = shared.place / "public" / shared.head.public.files, shared.place / HEAD
    before = listed.read_bytes(), head.read_bytes()
    listed.write_bytes(before[0] + b" ")
    with pytest.raises(DataError, match="is damaged"):
        shared.fetch(tmp_path / "new")
    for text in (b"", b"{}", before[1][:-20]):
        head.write_bytes(text)
        with pytest.raises(DataError, match=f"{HEAD}: cannot be read"):
            shared.fetch(tmp_path / "new")
    head.write_bytes(before[1].replace(b'"toy"', b'"other"'))
    with pytest.raises(DataError, match="holds the data of other"):
        shared.fetch(tmp_path / "new")
    head.unlink()
    with pytest.raises(NotPrepared, match=r"holds no data(.|\n)*mlebench data push file://.* -c toy"):
        shared.fetch(tmp_path / "new")


@pytest.mark.attack
@pytest.mark.parametrize("name", ["../../../escaped", "/tmp/escaped", "public/../../escaped", "public/a\0b", "."])
def test_a_list_cannot_write_elsewhere(shared: Shared, tmp_path: Path, name: str) -> None:
    def lead_out(content: dict[str, object]) -> None:
        files = content["files"]
        assert isinstance(files, list)
        files[-1][0] = name

    shared.replace_list(lead_out)
    with pytest.raises(DataError, match="leads out of the folder"):
        shared.fetch(tmp_path / "deep" / "new")
    assert not list(tmp_path.rglob("escaped"))


@pytest.mark.attack
@pytest.mark.parametrize("name", ["raw", "private/more.csv", "public/no folder/more.csv"])
def test_a_list_names_what_is_not_of_its_side(shared: Shared, tmp_path: Path, name: str) -> None:
    shared.replace_list(lambda content: content["files"].append([name, 0]))  # type: ignore[attr-defined]
    with pytest.raises(DataError, match=r"not below public/|not listed"):
        shared.fetch(tmp_path / "new")
    assert not (tmp_path / "new/toy/prepared").exists()


@pytest.mark.attack
@pytest.mark.parametrize("change", [-1, 1, 1 << 60])
def test_a_list_of_other_sizes_leaves_holes_or_fills_the_disk(shared: Shared, tmp_path: Path, change: int) -> None:
    def grow(content: dict[str, Any]) -> None:
        large = max(content["files"], key=lambda file: file[1])
        large[1] += change
        content["pieces"][-1][1] += change

    shared.replace_list(grow)
    with pytest.raises(DataError, match=r"not as large as store.json says|must be at most"):
        shared.fetch(tmp_path / "new")
    head = json.loads((shared.place / HEAD).read_text())
    head["public"]["size"] += change
    (shared.place / HEAD).write_text(json.dumps(head))
    with pytest.raises(DataError, match=r"is shorter than its list says|is damaged|Not enough disk"):
        shared.fetch(tmp_path / "new")
    assert not (tmp_path / "new/toy/prepared").exists()


@pytest.mark.attack
def test_an_object_without_an_end_fills_the_memory(shared: Shared, tmp_path: Path) -> None:
    with serving(shared.folder) as server:
        server.endless = HEAD
        with pytest.raises(DataError, match="cannot be read"):
            shared.fetch(tmp_path / "new", url=server.url)
        server.endless = shared.pieces()[0].name
        with pytest.raises(DataError, match="is damaged"):
            shared.fetch(tmp_path / "new", url=server.url)
    assert server.sent < 64 << 20


def test_a_server_that_dies_in_the_middle_of_an_object_is_asked_again(shared: Shared, tmp_path: Path) -> None:
    with serving(shared.folder) as server:
        server.cut = 2
        done = shared.fetch(tmp_path / "new", url=server.url)
        assert server.cut == 0
    assert content_of(done.layout.prepared) == content_of(shared.layout.prepared)


def test_files_that_are_not_the_manifests_are_refused(shared: Shared, tmp_path: Path) -> None:
    """Somebody changed the answers, and pushed by hand."""
    answers = shared.layout.private / "test.csv"
    answers.write_text(answers.read_text().replace("1", "0"))
    with pytest.raises(DataError, match="is damaged"):
        shared.push()
    manifest = Manifest.load(shared.layout.prepared)
    manifest.model_copy(update={"digests": {}}).write(shared.layout.prepared)
    shared.push()
    (shared.place / HEAD).write_text(shared.head.model_copy(update={"data": manifest.stamp}).model_dump_json())
    with pytest.raises(DataError, match="the manifest in the store is not of the data"):
        shared.fetch(tmp_path / "new")
    assert not (tmp_path / "new/toy/prepared").exists()
    assert not DataLayout(tmp_path / "new", "toy").pulls()


def test_recorded_checksums_speak_louder_than_the_store(shared: Shared, tmp_path: Path) -> None:
    recorded = {"public": {}, "private": {"test.csv": "0" * 32}}
    shared.toy = make_competition(shared.toy.folder.parent, checksums=recorded)
    with pytest.raises(DataError, match=r"private/test.csv: differs"):
        shared.fetch(tmp_path / "new")
    assert not (tmp_path / "new/toy/prepared").exists()
    done = shared.fetch(tmp_path / "new", PrepareOptions(verify=False))
    assert read_manifest(done.layout).kind == "unverified"


def test_other_data_is_not_taken_for_the_stores(shared: Shared, tmp_path: Path) -> None:
    here = tmp_path / "here"
    prepare(shared.toy, here, Miniature(), OPTIONS)
    with pytest.raises(DataError, match=r"is not the data of file://(.|\n)*--force"):
        shared.fetch(here)
    assert shared.fetch(here, PrepareOptions(force=True)).outcome == "prepared"
    assert content_of(DataLayout(here, "toy").prepared) == content_of(shared.layout.prepared)


def test_nodes_get_no_answers_and_no_other_data(shared: Shared, tmp_path: Path) -> None:
    layout = DataLayout(tmp_path / "node", "toy")
    stamp = read_manifest(shared.layout).stamp
    with pytest.raises(DataError, match="not the data that the group was made with"):
        fetch_public(shared.toy, layout, shared.url, stamp.model_copy(update={"digest": "0" * 64}))
    with serving(shared.folder) as server:
        fetch_public(shared.toy, layout, server.url, stamp)
        assert not any("/private/" in path for path in server.asked)
    assert layout.public.is_dir()
    assert not layout.private.exists()
    assert shared.fetch(tmp_path / "node").outcome == "prepared"  # a node that is to grade after all
    assert layout.is_prepared()


def test_answers_are_not_for_everybody_and_can_stay_away(shared: Shared, tmp_path: Path) -> None:
    assert not stat.S_IMODE((shared.place / "private").stat().st_mode) & 0o007
    assert stat.S_IMODE((shared.place / "public").stat().st_mode) & 0o005
    url = (tmp_path / "public store").as_uri()
    push(shared.toy, shared.data_dir, open_store(url), answers=False)
    assert not list((tmp_path / "public store").rglob("private"))
    with pytest.raises(NotPrepared, match=r"holds no answers(.|\n)*--public-only"):
        shared.fetch(tmp_path / "new", url=url)
    fetch_public(shared.toy, DataLayout(tmp_path / "node", "toy"), url, read_manifest(shared.layout).stamp)


def test_data_that_nobody_vouches_for_is_not_pushed(shared: Shared) -> None:
    (shared.layout.prepared / MANIFEST).unlink()
    with pytest.raises(DataError, match=r"nobody could tell what data it is(.|\n)*mlebench prepare -c toy"):
        shared.push()


@pytest.mark.skipif(os.geteuid() != 0, reason="mounts a small disk")
def test_a_full_disk_is_said_and_the_pull_goes_on_when_there_is_room(shared: Shared, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    for room, message in (("size=16k", "Not enough disk space"), ("nr_inodes=8", "the disk is full")):
        subprocess.run(["mount", "-t", "tmpfs", "-o", room, "tmpfs", disk], check=True)
        try:
            with pytest.raises(DataError, match=message):
                shared.fetch(disk)
            assert not (disk / "toy" / "prepared").exists()
            subprocess.run(["mount", "-o", "remount,size=10m,nr_inodes=1000", disk], check=True)
            assert content_of(shared.fetch(disk).layout.prepared) == content_of(shared.layout.prepared)
        finally:
            subprocess.run(["umount", disk], check=True)


def test_two_machines_that_share_a_folder_pull_once(shared: Shared, tmp_path: Path) -> None:
    words = ["prepare", "-c", "toy", "--competitions-dir", shared.toy.folder.parent, "--data-dir", tmp_path / "new"]
    command = [sys.executable, "-m", "mlebench", *map(str, words), "--data-url", shared.url]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    told = sorted(process.communicate(timeout=300)[0].strip() for process in both)
    assert told == ["toy: already prepared", "toy: prepared"]
    assert [process.returncode for process in both] == [0, 0]


def test_urls_that_are_no_place_are_said() -> None:
    for url in ("bucket/data", "/mnt/data", "file://mnt/data", "nonsense://x/y"):
        with pytest.raises(MlebenchError):
            open_store(url).read("x", 1)


def test_a_folder_that_cannot_be_looked_into_is_a_traceback() -> None:
    store = open_store(f"file:///{'x' * 300}")  # the system refuses the name
    for use in (lambda: store.size("x"), lambda: store.read("x", 1), lambda: store.write("x", b"")):
        with pytest.raises(DataError, match="cannot be"):
            use()


def test_pieces_are_cut_where_they_should_be(tmp_path: Path) -> None:
    """Files that fill pieces exactly, or not at all."""
    for sizes in ([10, 0, 10], [5, 5, 10], [25], [0], [], [1] * 21, [10, 10]):
        folder = tmp_path / str(sizes)
        folder.mkdir()
        files = [(f"{number:02}", size) for number, size in enumerate(sizes)]
        content = random.Random(1).randbytes(sum(sizes))
        position = 0
        for name, size in files:
            (folder / name).write_bytes(content[position : position + size])
            position += size
        pieces = [content[at : at + 10] for at in range(0, len(content), 10)]
        listed = FileList(folders=[], files=files, pieces=[(sha256(piece), len(piece)) for piece in pieces])
        joined = [
            b"".join((folder / part.path).read_bytes()[part.at : part.at + part.stop - part.start] for part in slices)
            for slices in listed.slices()
        ]
        assert joined == pieces
