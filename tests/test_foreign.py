"""Folders that strangers made: nothing is read that is not theirs."""

from __future__ import annotations

import hashlib
import os
import socket
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from mlebench import foreign
from mlebench.foreign import Entry, ForeignError

SECRET = "the user's own"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "answers.csv").write_text(SECRET)
    folder = tmp_path / "theirs"
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "main.py").write_text("honest")
    (folder / "deep" / "data.txt").write_text("honest")
    return folder


def _through_another(folder: Path) -> None:
    (folder / "a-door").symlink_to("../secret")
    (folder / "deep" / "x").symlink_to("../a-door/answers.csv")


def _out_and_back(folder: Path) -> None:
    (folder / "x").symlink_to("../theirs/main.py")


def _socket(folder: Path) -> None:
    here = Path.cwd()
    os.chdir(folder)  # the path of a socket must be short
    try:
        socket.socket(socket.AF_UNIX).bind("x")
    finally:
        os.chdir(here)


LEADS_OUT: dict[str, tuple[Callable[[Path], object], str]] = {
    "an absolute link": (lambda f: (f / "x").symlink_to(f.parent / "secret" / "answers.csv"), "x: a link that leads"),
    "a relative link": (lambda f: (f / "x").symlink_to("../secret/answers.csv"), "leads to ../secret/answers.csv"),
    "a link to a folder": (lambda f: (f / "x").symlink_to("../secret"), "leads to ../secret"),
    "a link far below": (lambda f: (f / "deep" / "er" / "x").symlink_to("../../../secret/answers.csv"), "deep/er/x"),
    "a link through another": (_through_another, "deep/x: a link"),
    "a link to the harness": (lambda f: (f / "x").symlink_to("/proc/self/environ"), "leads to /proc/self/environ"),
    "a link that leads nowhere yet": (lambda f: (f / "x").symlink_to("../not-there"), "leads to ../not-there"),
    "a link out and back in": (_out_and_back, "leads to ../theirs/main.py"),
    "an absolute link inside": (lambda f: (f / "x").symlink_to(f / "main.py"), "x: a link that leads"),
    "the folder above": (lambda f: (f / "x").symlink_to(".."), "leads to .."),
    "a pipe": (lambda f: os.mkfifo(f / "x"), "x: neither a file nor a folder"),
    "a socket": (_socket, "x: neither a file nor a folder"),
}


@pytest.mark.parametrize("way", LEADS_OUT)
def test_what_leads_out_is_refused_by_name(way: str, folder: Path, tmp_path: Path) -> None:
    attack, named = LEADS_OUT[way]
    attack(folder)
    with pytest.raises(ForeignError) as caught:
        foreign.entries(folder)
    assert named in str(caught.value)
    foreign.copy(folder, foreign.look(folder).entries, tmp_path / "copy")  # the rest alone is harmless
    assert not any(SECRET in path.read_text() for path in (tmp_path / "copy").rglob("*") if path.is_file())


@pytest.mark.parametrize("way", sorted(LEADS_OUT.keys() - {"a link out and back in", "an absolute link inside"}))
def test_what_leads_out_cannot_be_opened(way: str, folder: Path) -> None:
    LEADS_OUT[way][0](folder)
    (path,) = (Path(parent, "x") for parent, folders, files in os.walk(folder) if "x" in [*folders, *files])
    with pytest.raises(ForeignError):
        foreign.read_bytes(folder, path.relative_to(folder))


@pytest.mark.parametrize("name", ["../secret/answers.csv", "/etc/passwd", "deep/../../secret/answers.csv", "", "deep"])
def test_names_that_lead_out_cannot_be_opened(name: str, folder: Path) -> None:
    with pytest.raises(ForeignError):
        foreign.read_bytes(folder, name)


def test_links_within_stay_links_and_work_in_the_copy(folder: Path, tmp_path: Path) -> None:
    (folder / "file").symlink_to("deep/data.txt")
    (folder / "deep" / "up").symlink_to("../main.py")
    (folder / "inner").symlink_to("deep")
    found = foreign.entries(folder)
    assert Entry(Path("file"), "link", "deep/data.txt") in found
    assert foreign.read_text(folder, "inner/up") == "honest"
    foreign.copy(folder, found, tmp_path / "copy")
    assert (tmp_path / "copy" / "inner" / "up").read_text() == "honest"
    assert (tmp_path / "copy" / "file").readlink() == Path("deep/data.txt")
    assert foreign.entries(tmp_path / "copy") == found


def test_where_the_folder_lies_is_the_users_own_choice(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").symlink_to(folder)
    assert foreign.entries(tmp_path / "elsewhere") == foreign.entries(folder)
    assert foreign.read_text(tmp_path / "elsewhere", "main.py") == "honest"


def test_what_tools_leave_is_not_looked_at(folder: Path) -> None:
    (folder / ".venv" / "bin").mkdir(parents=True)
    (folder / ".venv" / "bin" / "python").symlink_to("/usr/bin/python3")
    assert not any(".venv" in entry.path.parts for entry in foreign.entries(folder))


def test_rights_that_a_file_should_not_have_are_not_copied(folder: Path, tmp_path: Path) -> None:
    (folder / "main.py").chmod(0o4755)
    foreign.copy(folder, foreign.entries(folder), tmp_path / "copy")
    assert (tmp_path / "copy" / "main.py").stat().st_mode & 0o7777 == 0o755


def test_a_hostile_name_does_nothing_to_the_terminal(folder: Path) -> None:
    (folder / "\x1b[2Jgone").symlink_to("/etc/\x1b[2J")
    with pytest.raises(ForeignError) as caught:
        foreign.entries(folder)
    assert "\x1b" not in str(caught.value)


def test_a_folder_nested_without_end_is_refused(folder: Path) -> None:
    deep = folder / "/".join(["d"] * 100)
    deep.mkdir(parents=True)
    with pytest.raises(ForeignError, match="nested too deeply"):
        foreign.entries(folder)


@pytest.mark.parametrize("what", ["file", "folder"])
def test_what_is_swapped_for_a_link_after_the_look_is_not_read(what: str, folder: Path, tmp_path: Path) -> None:
    """The look and the copy are two steps; somebody may be quick."""
    (folder / "deep" / "answers.csv").write_text("honest")
    found = foreign.entries(folder)
    if what == "file":
        (folder / "deep" / "answers.csv").unlink()
        (folder / "deep" / "answers.csv").symlink_to(tmp_path / "secret" / "answers.csv")
    else:
        (folder / "deep").rename(folder / "gone")
        (folder / "deep").symlink_to(tmp_path / "secret")
    with pytest.raises(ForeignError):
        foreign.copy(folder, found, tmp_path / "copy")
    assert not any(SECRET in path.read_text() for path in (tmp_path / "copy").rglob("*") if path.is_file())


def test_a_file_swapped_while_it_is_opened_never_shows_what_lies_behind(folder: Path, tmp_path: Path) -> None:
    stop = threading.Event()
    (folder / "main.py").write_text("honest")

    def swap() -> None:
        while not stop.is_set():
            (folder / "spare").symlink_to(tmp_path / "secret" / "answers.csv")
            (folder / "spare").replace(folder / "main.py")
            (folder / "spare").write_text("honest")
            (folder / "spare").replace(folder / "main.py")

    worker = threading.Thread(target=swap)
    worker.start()
    try:
        for _ in range(500):
            try:
                assert foreign.read_bytes(folder, "main.py") == b"honest"
            except ForeignError:
                continue
    finally:
        stop.set()
        worker.join()


def test_the_fingerprints_that_run_groups_keep_stay_what_they_are(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "start.py").write_bytes(b"print()")
    (tmp_path / "start").symlink_to("a/start.py")
    files = [entry for entry in foreign.entries(tmp_path) if entry.kind != "folder"]
    known = hashlib.sha256(b"a/start.py\x007\0print()start\0-> a/start.py\0").hexdigest()
    assert foreign.fingerprint(tmp_path, files) == known
    before = foreign.fingerprint(tmp_path, files, modes=True)
    (tmp_path / "a" / "start.py").chmod(0o700)
    assert foreign.fingerprint(tmp_path, files) == known
    assert foreign.fingerprint(tmp_path, files, modes=True) != before
