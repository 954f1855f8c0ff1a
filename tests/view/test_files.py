"""Files of runs: whatever they are and wherever they lead, the pages stay whole and inside."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from mlebench.runs import RunGroup
from mlebench.view.code import Highlighter
from mlebench.view.files import PART, Part, last_entries, table_of, whole_characters
from tests.view.groups import begin, end, make_group, write

SECRET = "the-answers-are-42"


@pytest.fixture
def group(runs: Path) -> RunGroup:
    group = make_group(runs, "a")
    end(group, group.spec.runs[0])
    return group


@pytest.fixture
def run(group: RunGroup) -> Path:
    return group.folder_of(group.spec.runs[0])


@pytest.mark.attack
@pytest.mark.parametrize("page", ["files", "tail", "raw"])
def test_no_path_leaves_its_group(client: TestClient, runs: Path, run: Path, page: str) -> None:
    write(runs.parent, "secret.txt", SECRET)
    other = make_group(runs, "b").folder
    write(other, "secret.txt", SECRET)
    (run / "up").symlink_to("../../..")
    (run / "direct").symlink_to(runs.parent / "secret.txt")
    (run / "round").symlink_to("round")
    steps = (
        *(
            "../../secret.txt",
            "%2e%2e/%2e%2e/secret.txt",
            "..%2f..%2fsecret.txt",
            "../b/secret.txt",
            "%2e%2e/b/secret.txt",
        ),
        *(f"{run.name}/up/secret.txt", f"{run.name}/direct", f"{run.name}/round", f"{run.name}/up"),
        *("/etc/passwd", "//etc/passwd", "%2fetc%2fpasswd", "%00", "a%00b", f"{run.name}/run.json/x", "x" * 5000),
    )
    for path in steps:
        answer = client.get(f"/groups/a/{page}/{path}")
        assert SECRET not in answer.text, path
        assert "root:" not in answer.text, path
        assert answer.status_code in (404, 500) or "secret.txt" not in answer.text, path
        assert answer.status_code != 500, path
        assert str(runs.parent) not in answer.text, path


@pytest.mark.attack
@pytest.mark.parametrize("name", ["..", "%2e%2e", ".", "b%2f..%2fa", "%00"])
def test_no_group_is_found_outside(client: TestClient, runs: Path, group: RunGroup, name: str) -> None:
    write(runs.parent, "metadata.json", (group.folder / "metadata.json").read_bytes())
    assert client.get(f"/groups/{name}/files/metadata.json").status_code == 404


@pytest.mark.attack
def test_a_link_in_the_place_of_a_group_or_its_files_is_not_followed(client: TestClient, runs: Path) -> None:
    outside = make_group(runs.parent / "elsewhere", "real")
    (runs / "linked").symlink_to(outside.folder)
    assert "linked" not in client.get("/").text
    assert client.get("/groups/linked").status_code == 404
    bad = make_group(runs, "bad")
    record = bad.folder_of(bad.spec.runs[0]) / "run.json"
    record.unlink()
    record.symlink_to(outside.folder_of(outside.spec.runs[0]) / "run.json")
    page = client.get("/groups/bad")
    assert page.status_code == 500
    assert "a link that leads to" in page.text


def test_pipes_and_links_are_named_and_not_opened(client: TestClient, run: Path) -> None:
    write(run, "logs/own.txt", "own")
    os.mkfifo(run / "logs" / "pipe")
    (run / "logs" / "link").symlink_to("own.txt")
    page = client.get(f"/groups/a/files/{run.name}/logs").text
    assert "(neither a file nor a folder)" in page
    assert "(a link)" in page
    assert client.get(f"/groups/a/files/{run.name}/logs/pipe").status_code == 404


def test_a_huge_file_is_shown_in_parts(client: TestClient, run: Path) -> None:
    with write(run, "big.log", "first\n").open("r+b") as file:
        file.truncate(40 << 30)  # sparse: a disk need not have it
        file.seek(0, os.SEEK_END)
        file.write(b"last\n")
    page = client.get(f"/groups/a/files/{run.name}/big.log")
    assert len(page.content) < 3 * PART
    assert "40.0 GiB" in page.text
    text = write(run, "long.txt", "".join(f"line {number}\n" for number in range(200_000)))
    parts = -(-text.stat().st_size // PART)
    assert f"Part 2 of {parts}" in client.get(f"/groups/a/files/{run.name}/long.txt?part=2").text
    assert "line 199999" in client.get(f"/groups/a/files/{run.name}/long.txt?part=last").text
    assert client.get(f"/groups/a/files/{run.name}/long.txt?part={10**30}").status_code == 200


def test_a_binary_file_is_only_to_be_saved(client: TestClient, run: Path) -> None:
    write(run, "code/model.bin", bytes(range(256)) * 10)
    assert "This is not text" in client.get(f"/groups/a/files/{run.name}/code/model.bin").text
    saved = client.get(f"/groups/a/raw/{run.name}/code/model.bin")
    assert saved.content == bytes(range(256)) * 10
    assert saved.headers["content-disposition"] == "attachment"
    assert saved.headers["content-type"] == "application/octet-stream"


@pytest.mark.attack
def test_a_page_of_the_agents_is_shown_as_text(client: TestClient, run: Path) -> None:
    write(run, "logs/tree.html", "<html><script>alert(1)</script></html>")
    for page in ("files", "raw"):
        answer = client.get(f"/groups/a/{page}/{run.name}/logs/tree.html")
        is_page = answer.headers["content-type"].startswith("text/html")
        assert not (is_page and "<script>alert" in answer.text)
    saved = client.get(f"/groups/a/raw/{run.name}/logs/tree.html")
    assert saved.headers["content-disposition"] == "attachment"


def test_names_that_no_address_can_hold_are_listed(client: TestClient, run: Path) -> None:
    (run / os.fsdecode(b"bad-\xff")).touch()
    (run / "new\nline\u202etxt.exe").touch()
    os.utime(run / "new\nline\u202etxt.exe", (1e14, 1e14))
    page = client.get(f"/groups/a/files/{run.name}")
    assert page.status_code == 200
    assert page.text.count("its name cannot be part of an address") == 2
    assert "\u202e" not in page.text
    (run / "line\u202etxt.exe").touch()
    assert client.get(f"/groups/a/files/{run.name}/line%E2%80%AEtxt.exe").status_code == 200


def test_a_group_whose_name_no_address_can_hold_hides_no_other(client: TestClient, group: RunGroup) -> None:
    group.folder.rename(group.folder.parent / os.fsdecode(b"bad-\xff"))
    make_group(group.folder.parent, "good")
    page = client.get("/")
    assert page.status_code == 200
    assert "good" in page.text


def test_a_folder_of_many_files_is_cut(client: TestClient, run: Path) -> None:
    (run / "many").mkdir()
    for number in range(2001):
        (run / "many" / f"{number}").touch()
    assert "There is more in this folder" in client.get(f"/groups/a/files/{run.name}/many").text


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"null", b'{"steps": 3}', b'{"steps": [1, null, [], {}]}', b"\xff" * 9, b"[" * 99_999]
)
def test_a_trajectory_that_is_not_one_is_said_so(client: TestClient, run: Path, content: bytes) -> None:
    write(run, "trajectory.json", content)
    assert client.get(f"/groups/a/runs/{run.name}/trajectory").status_code == 200
    assert client.get(f"/groups/a/runs/{run.name}/trajectory?conversation=7&page=9").status_code == 200


def test_journals_that_are_cut_off_or_nonsense_show_what_is_whole(client: TestClient, run: Path) -> None:
    lines = b'{"number": 0, "parent": 1}\n{"number": 1, "parent": 0}\n[]\n{"number": [], "valid": {}}\nnot JSON\n'
    write(run, "logs/journal.jsonl", lines + b'{"number": 2, "parent": 2, "score": NaN}\n{"number": 3, "par')
    page = client.get(f"/groups/a/runs/{run.name}/attempts")
    assert page.status_code == 200
    assert [number for number in range(4) if f"#{number}</strong>" in page.text] == [0, 1, 2]
    write(run, "validations.jsonl", b'{"valid": true, "bytes": "x"}\n{"valid": {"a": []}, "at": 3}\n\xff\n{"val')
    page = client.get(f"/groups/a/runs/{run.name}")
    assert page.status_code == 200
    assert "not checked" in page.text


def test_records_that_are_half_written_are_shown_as_such(client: TestClient, group: RunGroup, run: Path) -> None:
    (run / "run.json").write_text('{"run_id": ')
    (run / "report.json").write_text('{"score": ')
    assert "unreadable" in client.get("/groups/a").text
    assert client.get(f"/groups/a/runs/{run.name}").status_code == 200
    (group.folder / "metadata.json").write_text("{")
    assert client.get("/").status_code == 200
    assert "cannot be read" in client.get("/groups/a").text


def test_what_a_file_gains_is_told_once(client: TestClient, runs: Path) -> None:
    group = make_group(runs, "live")
    folder = begin(group, group.spec.runs[0])
    address = f"/groups/live/tail/{folder.name}/run.log"
    with group.locked():
        seen = client.get(address).json()
        assert seen == {"text": "line 1\n", "next": 7, "more": True, "restarted": False}
        with (folder / "run.log").open("ab") as log:
            log.write("ü".encode()[:1])
        assert client.get(f"{address}?from=7").json()["text"] == ""
        with (folder / "run.log").open("ab") as log:
            log.write("ü".encode()[1:] + b"\x1b[31mred\x1b[0m\x07\n")
        assert client.get(f"{address}?from=7").json()["text"] == "ü" + "red�\n"
        (folder / "run.log").write_text("again\n")
        assert client.get(f"{address}?from=17").json() == {
            "text": "again\n",
            "next": 6,
            "more": True,
            "restarted": True,
        }
    for nonsense in ("-1", "x", "", "1e9", "٣"):
        assert client.get(f"{address}?from={nonsense}").json()["text"] == "again\n"


@pytest.mark.attack
def test_a_zero_byte_does_not_hide_a_log(client: TestClient, run: Path) -> None:
    write(run, "run.log", b"before\0after\n")
    assert "before�after" in client.get(f"/groups/a/files/{run.name}/run.log?part=last").text


def test_characters_are_not_cut_in_two() -> None:
    data = "aü€😀".encode()
    for end_ in range(len(data) + 1):
        part = whole_characters(Part(data[:end_], 0, len(data)))
        assert "aü€😀".startswith(part.data.decode())
    assert whole_characters(Part(b"a\xff\xff", 0, 3)).data == b"a\xff\xff"  # what is no character at all passes


def test_tables_are_bounded(tmp_path: Path) -> None:
    def table(text: str) -> list[list[str]] | None:
        found = table_of(Part(text.encode(), 0, len(text.encode())), ",")
        return found.rows if found else None

    assert table("") is None
    assert table("id,mask\n1," + "9" * 200_000) is None
    many = table(",".join(map(str, range(100))) + "\n" + "x\n" * 100)
    assert many is not None
    assert (len(many), len(many[0])) == (26, 40)
    cell = table("a\n" + "b" * 500)
    assert cell is not None
    assert len(cell[1][0]) < 310
    cut = table_of(Part(b"a,b\n1,2\n3,", 0, 99), ",")
    assert cut is not None
    assert cut.rows == [["a", "b"], ["1", "2"]]


def test_only_the_last_entries_are_read(tmp_path: Path) -> None:
    write(tmp_path, "j", [{"n": number} for number in range(1000)])
    assert last_entries(tmp_path, "j", 3) == [{"n": 997}, {"n": 998}, {"n": 999}]
    assert last_entries(tmp_path, "j", 99, length=20) == [{"n": 999}]


def test_code_that_cannot_be_highlighted_is_shown_plain() -> None:
    highlighter = Highlighter()
    try:
        assert highlighter.lines("a.unknown", "x = 1\n") == ["x = 1"]
        assert highlighter.lines("a.py", "x" * 3000) == ["x" * 3000]
        assert highlighter.lines("a.py", "") == [""]
        first, second = highlighter.lines("a.py", "s = '''<b>\n</b>'''\n")
        assert "&lt;b&gt;" in first
        assert "<b>" not in first + second
    finally:
        highlighter.close()


def test_times_of_strangers_files_do_not_matter(client: TestClient, run: Path) -> None:
    record = json.loads((run / "run.json").read_text())
    record["duration_seconds"] = float("inf")
    record["started_at"] = datetime.max.replace(tzinfo=UTC).isoformat()
    (run / "run.json").write_text(json.dumps(record))
    assert client.get("/groups/a").status_code == 200
    assert client.get(f"/groups/a/runs/{run.name}").status_code == 200
