"""Traces of our own faults: what is written, what never is, and that writing them breaks nothing."""

from __future__ import annotations

import logging
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mlebench import logs
from mlebench.logs import HARNESS_LOG, group_log, verbose

KEY = "gsk_0123456789abcdefghijkl"
log = logging.getLogger("mlebench.tests")


def fail(message: object = "boom") -> None:
    try:
        raise KeyError(message)
    except KeyError:
        log.exception("A fault.")


def written(folder: Path) -> str:
    return (folder / HARNESS_LOG).read_text()


def test_importing_changes_nothing_of_the_users_logging() -> None:
    code = (
        "import logging, mlebench, mlebench.logs, mlebench.api\n"
        "ours = logging.getLogger('mlebench')\n"
        "print(logging.root.handlers, ours.level, ours.propagate, [type(h).__name__ for h in ours.handlers])\n"
        "logging.getLogger('mlebench.x').error('not for the terminal')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[0] == "[] 0 True ['NullHandler']"
    assert done.stderr == ""


def test_a_traceback_is_written_with_its_time_place_and_thread(tmp_path: Path) -> None:
    with group_log(tmp_path):
        fail()
        log.debug("a detail")
    with group_log(tmp_path):  # a resumed group
        log.info("again")
    first, *rest = written(tmp_path).splitlines()
    pattern = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z ERROR mlebench\.tests \[\w+ \d+, \w+\] A fault\."
    assert re.fullmatch(pattern, first), first
    assert "    KeyError: 'boom'" in rest
    assert rest[-1].endswith("again")
    assert "a detail" not in written(tmp_path)
    assert logging.getLogger("mlebench").level == logging.NOTSET
    assert logging.getLogger("mlebench").propagate


def test_what_ends_the_work_on_a_group_is_in_its_log(tmp_path: Path) -> None:
    def work() -> None:
        with group_log(tmp_path):
            raise ZeroDivisionError("nobody expected this")

    with pytest.raises(ZeroDivisionError):
        work()
    assert "ZeroDivisionError: nobody expected this" in written(tmp_path)


def test_verbose_shows_everything_and_the_file_has_it_too(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with verbose(), group_log(tmp_path):
        log.debug("a detail")
    assert "DEBUG mlebench.tests" in capfd.readouterr().err
    assert "a detail" in written(tmp_path)
    log.error("afterwards")
    assert capfd.readouterr().err == ""


def test_the_users_own_logging_sees_what_it_saw_before(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with group_log(tmp_path):
        log.info("for the file")
        log.warning("for both")
    assert [record.message for record in caplog.records] == ["for both"]
    assert "for the file" in written(tmp_path)


def test_no_credential_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", f" {KEY}\n")
    monkeypatch.setenv("SHORT_TOKEN", "yes")
    with group_log(tmp_path):
        fail(f"Illegal header value b'Bearer {KEY}\\n'")
        fail({"answer": f"Incorrect API key provided: {KEY}", "other": "sk-another-key-0123456789abcdef"})
        log.info("yes: %s", [KEY])
    text = written(tmp_path)
    assert KEY not in text
    assert "sk-another" not in text
    assert "yes: ['[redacted]']" in text


def test_what_an_agent_wrote_can_neither_forge_a_line_nor_change_a_terminal(tmp_path: Path) -> None:
    forged = "2026-01-01T00:00:00.000Z INFO mlebench.runs [x 1, y] all is well"
    with group_log(tmp_path):
        log.error("a column called %s", f"x\n{forged}\r{forged}\x1b[2J")
    text = written(tmp_path)
    assert "\x1b" not in text
    assert "\r" not in text
    assert not any(line.startswith("2026-01-01T00:00:00.000Z") for line in text.splitlines())


@pytest.mark.parametrize("trouble", ["full disk", "no folder"])
def test_a_log_that_cannot_be_written_breaks_nothing_and_says_so_once(
    trouble: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "group"
    if trouble == "full disk":
        folder.mkdir()
        (folder / HARNESS_LOG).symlink_to("/dev/full")
    with group_log(folder):
        fail()
        fail()
    said = capfd.readouterr().err
    assert said.count("\n") == 1
    assert f"{folder / HARNESS_LOG} cannot be written" in said


def test_an_agent_that_provokes_faults_does_not_fill_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "_LARGEST", 5000)
    with group_log(tmp_path):
        for number in range(100):
            fail(number)
    assert len(written(tmp_path)) < 5100
    assert written(tmp_path).endswith("[the rest is not kept: the log is too long]\n")


def test_one_fault_that_quotes_a_whole_submission_does_not_use_up_the_log(tmp_path: Path) -> None:
    with group_log(tmp_path):
        fail("x" * (70 << 20))
        fail("the next")
    text = written(tmp_path)
    assert len(text) < 200_000
    assert "characters are left out" in text
    assert "KeyError: 'the next'" in text


def test_processes_that_share_a_log_do_not_tear_its_lines(tmp_path: Path) -> None:
    code = (
        "import logging, sys; from pathlib import Path; from mlebench.logs import group_log\n"
        "with group_log(Path(sys.argv[1])):\n"
        "    for number in range(200):\n"
        "        logging.getLogger('mlebench.x').info('%s', sys.argv[2] * 5000)\n"
    )
    started = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path), letter]) for letter in "abc"]
    assert [process.wait() for process in started] == [0, 0, 0]
    lines = written(tmp_path).splitlines()
    assert len(lines) == 600
    assert all(re.fullmatch(r"\S+Z INFO mlebench.x \[.*\] (a{5000}|b{5000}|c{5000})", line) for line in lines)


def test_records_travel_from_another_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NODES_OWN_TOKEN", KEY)
    with logs.collected(logging.INFO) as records:
        fail(KEY)
        log.debug("a detail")
    monkeypatch.delenv("NODES_OWN_TOKEN")
    travelled = pickle.loads(pickle.dumps(tuple(records)))
    with group_log(tmp_path):
        logs.replay(travelled)
    assert "Traceback" in written(tmp_path)
    assert KEY not in written(tmp_path)
    assert "a detail" not in written(tmp_path)


def test_faults_of_commands_are_kept_but_not_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    paths = [logs.keep_fault(f"Traceback {number}") for number in range(60)]
    left = sorted(tmp_path.rglob("*_fault.log"))
    assert left == paths[-50:]
    assert "Traceback 59" in left[-1].read_text()
    monkeypatch.setenv("XDG_STATE_HOME", "/dev/null/nowhere")
    assert logs.keep_fault("Traceback") is None
