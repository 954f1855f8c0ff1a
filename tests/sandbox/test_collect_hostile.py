"""Trees that an agent built to hurt whoever takes them out."""

from __future__ import annotations

import os
import socket
import threading
from pathlib import Path

import pytest

from mlebench.sandbox import CollectLimits, collect, remove_sandbox_folder

pytestmark = pytest.mark.attack


@pytest.fixture
def sandbox(tmp_path: Path) -> Path:
    (tmp_path / "sandbox").mkdir()
    return tmp_path / "sandbox"


def test_a_file_swapped_for_a_link_while_we_look_never_shows_what_lies_behind(tmp_path: Path, sandbox: Path) -> None:
    secret = tmp_path / "answers.csv"
    secret.write_text("answers")
    name, link, plain = sandbox / "submission.csv", sandbox / "link", sandbox / "plain"
    plain.write_text("honest")
    stop = threading.Event()

    def swap() -> None:
        while not stop.is_set():
            for kind in ("link", "plain"):
                spare = sandbox / f"spare-{kind}"
                if kind == "link":
                    spare.symlink_to(secret)
                else:
                    spare.write_text("honest")
                spare.replace(name)

    worker = threading.Thread(target=swap)
    worker.start()
    try:
        for _ in range(50):
            collect(sandbox, tmp_path / "out")
            taken = tmp_path / "out" / "submission.csv"
            assert not taken.exists() or taken.read_text() in ("", "honest")
    finally:
        stop.set()
        worker.join()
    assert not link.exists()


def test_a_folder_swapped_for_a_link_never_shows_what_lies_behind(tmp_path: Path, sandbox: Path) -> None:
    secret = tmp_path / "private"
    secret.mkdir()
    (secret / "answers.csv").write_text("answers")
    stop = threading.Event()

    def swap() -> None:
        while not stop.is_set():
            (sandbox / "folder").mkdir()
            (sandbox / "folder").rmdir()
            (sandbox / "folder").symlink_to(secret)
            (sandbox / "folder").unlink()

    worker = threading.Thread(target=swap)
    worker.start()
    try:
        for _ in range(50):
            collect(sandbox, tmp_path / "out")
            assert not list((tmp_path / "out").rglob("answers.csv"))
    finally:
        stop.set()
        worker.join()


def test_a_hard_link_comes_out_as_a_file_of_its_own(tmp_path: Path, sandbox: Path) -> None:
    (tmp_path / "elsewhere").write_text("shared")
    os.link(tmp_path / "elsewhere", sandbox / "submission.csv")
    collect(sandbox, tmp_path / "out")
    taken = tmp_path / "out" / "submission.csv"
    assert taken.read_text() == "shared"
    assert taken.stat().st_nlink == 1
    assert taken.stat().st_ino != (tmp_path / "elsewhere").stat().st_ino


def test_rights_of_the_sandbox_do_not_come_out(tmp_path: Path, sandbox: Path) -> None:
    (sandbox / "tool").write_text("#!/bin/sh\n")
    (sandbox / "tool").chmod(0o6755)
    collect(sandbox, tmp_path / "out")
    assert (tmp_path / "out" / "tool").stat().st_mode & 0o7111 == 0


def test_sockets_stay_behind(tmp_path: Path, sandbox: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(sandbox)  # sockets need a short path
    with socket.socket(socket.AF_UNIX) as door:
        door.bind("door")
        assert collect(sandbox, tmp_path / "out").refused == ["sandbox/door: not a plain file"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a device")
def test_devices_stay_behind(tmp_path: Path, sandbox: Path) -> None:
    os.mknod(sandbox / "submission.csv", 0o20666, os.makedev(1, 5))  # /dev/zero never ends
    assert collect(sandbox, tmp_path / "out").refused == ["sandbox/submission.csv: not a plain file"]


def test_too_many_names_are_not_even_listed(tmp_path: Path, sandbox: Path) -> None:
    for number in range(3000):
        (sandbox / f"{number}").symlink_to("nowhere")
    result = collect(sandbox, tmp_path / "out", CollectLimits(entries=50))
    assert result.seen == 50
    assert len(result.refused) == 51
    assert "more than can be looked at" in result.refused[-1]


def test_folders_count_so_that_a_million_of_them_end(tmp_path: Path, sandbox: Path) -> None:
    for number in range(100):
        (sandbox / f"{number}").mkdir()
    collect(sandbox, tmp_path / "out", CollectLimits(entries=10))
    assert len(list((tmp_path / "out").iterdir())) == 10


def test_a_flood_of_files_does_not_displace_the_submission(tmp_path: Path, sandbox: Path) -> None:
    for number in range(200):
        (sandbox / f"a{number}").write_text("x")
    (sandbox / "submission.csv").write_text("id\n")
    result = collect(sandbox, tmp_path / "out", CollectLimits(files=100))
    assert (tmp_path / "out" / "submission.csv").exists()
    assert result.files == 100


def test_a_file_that_grows_while_it_is_copied_stays_within_its_limit(tmp_path: Path, sandbox: Path) -> None:
    growing = sandbox / "growing"
    growing.write_bytes(b"x" * (1 << 20))
    stop = threading.Event()

    def grow() -> None:
        with growing.open("ab") as file:
            while not stop.is_set() and file.tell() < 64 << 20:
                file.write(b"x" * (1 << 16))
                file.flush()

    worker = threading.Thread(target=grow)
    worker.start()
    try:
        result = collect(sandbox, tmp_path / "out", CollectLimits(bytes_each=2 << 20))
    finally:
        stop.set()
        worker.join()
    assert result.bytes <= 2 << 20


def test_names_cannot_command_the_terminal(tmp_path: Path, sandbox: Path) -> None:
    (sandbox / "\x1b[2Jgone").symlink_to("x")
    assert "\x1b" not in collect(sandbox, tmp_path / "out").refused[0]


def test_a_tree_nested_beyond_any_recursion_is_cut_and_removed(tmp_path: Path, sandbox: Path) -> None:
    here = os.open(sandbox, os.O_RDONLY)
    for _ in range(3000):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    result = collect(sandbox, tmp_path / "out")
    assert "nested too deeply" in result.refused[0]
    remove_sandbox_folder(sandbox)
    assert not sandbox.exists()


def test_a_folder_that_its_owner_closed_is_removed(sandbox: Path) -> None:
    (sandbox / "closed").mkdir()
    (sandbox / "closed" / "file").write_text("x")
    (sandbox / "closed").chmod(0)
    remove_sandbox_folder(sandbox)
    assert not sandbox.exists()


def test_removing_does_not_follow_links(tmp_path: Path, sandbox: Path) -> None:
    (tmp_path / "precious").mkdir(mode=0o500)
    (sandbox / "link").symlink_to(tmp_path / "precious")
    remove_sandbox_folder(sandbox)
    assert not sandbox.exists()
    assert (tmp_path / "precious").stat().st_mode & 0o777 == 0o500


def test_a_full_disk_of_ours_is_not_the_agents_fault(
    tmp_path: Path, sandbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (sandbox / "submission.csv").write_text("id\n")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(OSError, match="No space left"):
        collect(sandbox, tmp_path / "out")
