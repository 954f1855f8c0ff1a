"""Archives between driver and nodes: only plain files, only below the target, and whole."""

from __future__ import annotations

import hashlib
import io
import tarfile
from pathlib import Path

import pytest

from mlebench import foreign
from mlebench.catalog import Registry
from mlebench.catalog.create import create_competition
from mlebench.errors import MlebenchError
from mlebench.runs.cluster import transfer
from mlebench.runs.cluster.archive import ArchiveError, Packer, Unpacker, pack, plain_entries, unpack


def _folder(root: Path) -> Path:
    (root / "deep" / "empty").mkdir(parents=True)
    (root / "start.sh").write_text("#!/bin/sh\n")
    (root / "start.sh").chmod(0o755)
    (root / "deep" / "zeros").write_bytes(bytes(300_000))
    (root / "link").symlink_to("deep")
    return root


def _packed(folder: Path) -> tuple[list[bytes], str]:
    pieces: list[bytes] = []
    packer = Packer(pieces.append, size=100_000)
    pack(folder, plain_entries(folder), packer)
    return pieces, packer.sha256


def test_a_folder_arrives_as_it_was_sent_in_pieces(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "from")
    pieces, digest = _packed(folder)
    assert len(pieces) > 3
    assert max(map(len, pieces)) == 100_000
    unpack(Unpacker(pieces, digest), tmp_path / "to")
    assert plain_entries(tmp_path / "to") == plain_entries(folder)
    assert not (tmp_path / "to" / "link").exists()
    assert (tmp_path / "to" / "start.sh").stat().st_mode & 0o777 == 0o755
    assert (tmp_path / "to" / "deep" / "zeros").read_bytes() == bytes(300_000)
    (folder / "start.sh").touch()  # another time, but the same content
    assert _packed(folder)[1] == digest


@pytest.mark.parametrize("damage", ["truncated", "cut between files", "changed", "reordered", "nothing", "not a tar"])
def test_a_damaged_archive_is_noticed(damage: str, tmp_path: Path) -> None:
    pieces, digest = _packed(_folder(tmp_path / "from"))
    whole = b"".join(pieces)
    broken = {
        "truncated": [whole[:200_000]],
        "cut between files": [whole[:512]],
        "changed": [whole[:100_000], b"x", whole[100_001:]],
        "reordered": pieces[::-1],
        "nothing": [],
        "not a tar": [b"hello" * 1000],
    }[damage]
    with pytest.raises(ArchiveError, match="damaged"):
        unpack(Unpacker(broken, digest), tmp_path / "to")


def _hostile(name: str, kind: bytes = tarfile.REGTYPE) -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as archive:
        member = tarfile.TarInfo(name)
        member.type, member.linkname = kind, "/etc/passwd"
        archive.addfile(member)
    return target.getvalue()


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("../out", tarfile.REGTYPE),
        ("a/../../out", tarfile.REGTYPE),
        ("/tmp/out", tarfile.REGTYPE),
        ("link", tarfile.SYMTYPE),
        ("link", tarfile.LNKTYPE),
        ("pipe", tarfile.FIFOTYPE),
        ("device", tarfile.CHRTYPE),
    ],
)
def test_nothing_but_plain_files_below_the_target_comes_out(name: str, kind: bytes, tmp_path: Path) -> None:
    content = _hostile(name, kind)
    with pytest.raises(ArchiveError, match="no plain file"):
        unpack(Unpacker([content], hashlib.sha256(content).hexdigest()), tmp_path / "to")
    assert not list(tmp_path.rglob("*"))


def test_a_sent_is_unpacked_once_for_all_runs_of_a_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    store: list[bytes] = []
    folder = _folder(tmp_path / "my-task")
    sent = transfer.send_competition(folder, lambda piece: store.append(piece) or len(store) - 1)
    assert sent is not None
    asked: list[int] = []

    def get(number: int) -> bytes:
        asked.append(number)
        return store[number]

    places = {sent.receive(get) for _ in range(3)}
    assert len(asked) == len(store)
    assert {place.name for place in places} == {"my-task"}
    place = places.pop()
    assert foreign.entries(place) == foreign.entries(folder)
    assert (place / "link" / "zeros").stat().st_size == 300_000


def test_raw_data_of_a_competition_is_not_sent(tmp_path: Path) -> None:
    """It tells the answers, it may be large, and it may be a link to another disk."""
    folder = create_competition("my-task", tmp_path / "competitions")
    before = transfer.send_competition(folder, lambda piece: piece)
    assert before is not None
    (folder / "raw" / "train.csv").write_text("id,target\n1,1\n")
    assert transfer.send_competition(folder, lambda piece: piece) == before
    (folder / "raw").rename(tmp_path / "elsewhere")
    (folder / "raw").symlink_to(tmp_path / "elsewhere")
    assert transfer.send_competition(folder, lambda piece: piece) == before


def test_an_archive_whose_links_lead_out_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    content = _hostile("link", tarfile.SYMTYPE)
    sent = transfer.SentFolder("my-task", hashlib.sha256(content).hexdigest(), (content,))
    with pytest.raises(MlebenchError, match="link: a link that leads to /etc/passwd"):
        sent.receive(lambda piece: piece)
    assert not list(tmp_path.rglob("link"))


def test_built_in_competitions_stay_at_home(registry: Registry) -> None:
    assert transfer.send_competition(registry.folders["spooky-author-identification"], None) is None


def test_a_folder_too_large_for_every_node_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfer, "LARGEST_FOLDER", 1000)
    with pytest.raises(MlebenchError, match="too much to be sent"):
        transfer.send_competition(_folder(tmp_path / "my-task"), None)
