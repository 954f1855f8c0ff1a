"""A damaged group must not hide the others; a folder that cannot be written gives messages, not tracebacks."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from mlebench.runs import RunGroup
from tests.cli.conftest import Cli, cli  # noqa: F401
from tests.runs.conftest import Harness
from tests.sandbox.conftest import elsewhere_as_ordinary_user
from tests.sandboxes import HAND_IN


@pytest.mark.parametrize("damage", ["half", "folder", "later version"])
def test_one_damaged_group_hides_no_other(harness: Harness, cli: Cli, damage: str) -> None:  # noqa: F811
    good = harness.group("pass")
    first = good.folder
    shutil.copytree(first, first.with_name("0000_run-group_bad"))
    path = first.with_name("0000_run-group_bad") / "metadata.json"
    path.unlink()
    if damage == "folder":
        path.mkdir()
    else:
        path.write_text("{" if damage == "half" else json.dumps({"group_id": "x", "everything": "new"}))
    listed = cli("runs", "list", "--runs-dir", first.parent)
    assert listed.code == 0
    assert "1 planned" in listed.out
    assert "0000_run-group_bad" in listed.out
    entries = json.loads(cli("runs", "list", "--runs-dir", first.parent, "--json").out)
    assert [bool(entry.get("error")) for entry in entries] == [True, False]
    cleaned = cli("runs", "clean", "--runs-dir", first.parent)
    assert cleaned.code == 1
    assert f"{good.group_id}: clean" in cleaned.out
    assert "0000_run-group_bad" in cleaned.err


@pytest.fixture
def read_only(harness: Harness) -> Iterator[RunGroup]:
    """A group on a disk that cannot be written."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a disk read only")
    group, _ = harness.one(HAND_IN)
    runs = group.folder.parent
    subprocess.run(["mount", "--bind", runs, runs], check=True)
    subprocess.run(["mount", "-o", "remount,bind,ro", runs], check=True)
    yield group
    subprocess.run(["umount", runs], check=True)


def test_a_folder_that_cannot_be_written_is_a_message(read_only: RunGroup, harness: Harness, cli: Cli) -> None:  # noqa: F811
    folder = read_only.folder
    shown = cli("runs", "show", folder)
    assert (shown.code, "finished" in shown.out) == (0, True)
    assert cli("runs", "list", "--runs-dir", folder.parent).code == 0
    where = ["--data-dir", harness.data_dir, "--agents-dir", harness.folder / "agents"]
    resume = ["run", "--resume", folder, "--sandbox", "process", *where]
    for command in (["runs", "cancel", folder], ["runs", "clean", folder], resume):
        done = cli(*command)
        assert done.code == 1, command
        assert "Traceback" not in done.err
        assert "Unexpected" not in done.err
        assert "Nobody is running" in done.err or "Read-only file system" in done.err


def _shown(folder: Path) -> list[str]:
    """What commands say of a group one of whose runs is closed to their user."""
    from mlebench.errors import MlebenchError
    from mlebench.runs.listed import read_listed

    (folder / "run").mkdir(mode=0o000)
    (folder / "metadata.json").write_text("{}")
    said = []
    for look in (read_listed, RunGroup.open):
        try:
            look(folder)
        except MlebenchError as error:
            said.append(error.message.replace(str(folder), "GROUP"))
    return said


def test_a_run_that_its_user_may_not_read_is_named(tmp_path: Path) -> None:
    said = elsewhere_as_ordinary_user(_shown) if os.geteuid() == 0 else _shown(tmp_path)
    assert said == ["GROUP/run: cannot be read (Permission denied)."] * 2


def test_a_finished_group_whose_data_is_gone_says_so(harness: Harness, cli: Cli, tmp_path: Path) -> None:  # noqa: F811
    group, _ = harness.one(HAND_IN)
    where = ["--data-dir", tmp_path / "gone", "--agents-dir", harness.folder / "agents"]
    done = cli("run", "--resume", group.folder, "--sandbox", "process", *where)
    assert done.code == 1
    assert "Not graded: " in done.err
    assert "mlebench prepare" in done.err


@pytest.mark.parametrize("command", ["grade", "new"])
def test_nothing_is_begun_that_cannot_be_kept(command: str, read_only: RunGroup, cli: Cli, tmp_path: Path) -> None:  # noqa: F811
    target = read_only.folder.parent / "out"
    lines = tmp_path / "lines.jsonl"
    lines.write_text('{"competition_id": "spooky-author-identification", "submission_path": "x.csv"}')
    orders = {"grade": ["--submission", lines, "--output-dir", target], "new": ["my-task", "--dir", target]}
    done = cli(command, *orders[command])
    assert done.code == 1
    assert "cannot be written (Read-only file system)" in done.err
    assert "Unexpected" not in done.err
