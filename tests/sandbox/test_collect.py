"""What comes out of a sandbox, and what stays there."""

from __future__ import annotations

import os
from pathlib import Path

from mlebench.sandbox import CollectLimits, collect


def test_plain_files_come_out_with_their_folders(tmp_path: Path) -> None:
    source = tmp_path / "sandbox"
    (source / "a" / "b").mkdir(parents=True)
    (source / "a" / "b" / "one.txt").write_text("one")
    (source / "submission.csv").write_text("id,x\n")
    result = collect(source, tmp_path / "out")
    assert (result.files, result.bytes, result.refused) == (2, 8, [])
    assert (tmp_path / "out" / "a" / "b" / "one.txt").read_text() == "one"


def test_links_are_never_followed(tmp_path: Path) -> None:
    secret = tmp_path / "private"
    secret.mkdir()
    (secret / "test.csv").write_text("answers")
    source = tmp_path / "sandbox"
    source.mkdir()
    (source / "submission.csv").symlink_to(secret / "test.csv")
    (source / "folder").symlink_to(secret)
    (source / "relative").symlink_to("../private/test.csv")
    result = collect(source, tmp_path / "out")
    assert list((tmp_path / "out").rglob("*")) == []
    assert len(result.refused) == 3


def test_a_link_in_place_of_the_folder_itself_is_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "private"
    secret.mkdir()
    (secret / "submission.csv").write_text("answers")
    (tmp_path / "sandbox").symlink_to(secret)
    result = collect(tmp_path / "sandbox", tmp_path / "out")
    assert not (tmp_path / "out" / "submission.csv").exists()
    assert result.refused


def test_pipes_and_sockets_stay_behind_without_blocking(tmp_path: Path) -> None:
    source = tmp_path / "sandbox"
    source.mkdir()
    os.mkfifo(source / "submission.csv")
    result = collect(source, tmp_path / "out")
    assert result.refused == ["sandbox/submission.csv: not a plain file"]


def test_a_huge_sparse_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    source = tmp_path / "sandbox"
    source.mkdir()
    with (source / "submission.csv").open("wb") as file:
        file.truncate(100 << 30)
    result = collect(source, tmp_path / "out", CollectLimits(bytes_each=1 << 20))
    assert not (tmp_path / "out" / "submission.csv").exists()
    assert "larger than 1 MiB" in result.refused[0]


def test_limits_of_number_total_and_depth(tmp_path: Path) -> None:
    source = tmp_path / "sandbox"
    deep = source
    for _ in range(6):
        deep = deep / "d"
    deep.mkdir(parents=True)
    (deep / "x").write_text("deep")
    for number in range(5):
        (source / f"f{number}").write_text("12345678")
    result = collect(source, tmp_path / "out", CollectLimits(files=2, bytes_total=100, depth=3))
    assert result.files == 2
    assert any("nested too deeply" in line for line in result.refused)
    assert any("more than 2 files" in line for line in result.refused)
    assert collect(source, tmp_path / "out", CollectLimits(bytes_total=20)).bytes <= 20


def test_names_that_are_not_text_stay_behind(tmp_path: Path) -> None:
    source = tmp_path / "sandbox"
    source.mkdir()
    (Path(os.fsdecode(os.fsencode(source) + b"/\xff\xfe"))).write_text("x")
    (source / "line\nbreak.txt").write_text("y")
    result = collect(source, tmp_path / "out")
    assert result.files == 1
    assert "not text" in result.refused[0]


def test_what_was_there_before_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "old").write_text("old")
    (tmp_path / "sandbox").mkdir()
    collect(tmp_path / "sandbox", tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    assert "not a readable folder" in collect(tmp_path / "none", tmp_path / "out").refused[0]


def test_moving_takes_no_space_and_leaves_the_rights_of_the_sandbox_behind(tmp_path: Path) -> None:
    source, target = tmp_path / "sandbox", tmp_path / "out"
    (source / "a").mkdir(parents=True)
    for name in ("submission.csv", "a/linked"):
        (source / name).write_text(name)
    (source / "submission.csv").chmod(0o4777)
    os.link(source / "a" / "linked", tmp_path / "elsewhere")
    (source / "link").symlink_to("/etc/passwd")
    before = (source / "submission.csv").stat().st_ino
    result = collect(source, target, move=True)
    assert (result.files, result.refused) == (2, ["sandbox/link: not a plain file"])
    moved = (target / "submission.csv").stat()
    assert moved.st_ino == before
    assert moved.st_mode & 0o7133 == 0
    assert (target / "a" / "linked").stat().st_ino != (tmp_path / "elsewhere").stat().st_ino


def test_a_move_that_was_cut_off_goes_on_and_keeps_to_its_limits(tmp_path: Path) -> None:
    source, target = tmp_path / "sandbox", tmp_path / "out"
    source.mkdir()
    (source / "first").write_text("12345678")
    collect(source, target, move=True)
    (source / "second").write_text("12345678")
    (source / "third").write_text("12345678")
    result = collect(source, target, CollectLimits(bytes_total=16), move=True)
    assert sorted(path.name for path in target.iterdir()) == ["first", "second"]
    assert "holds more than" in result.refused[0]
