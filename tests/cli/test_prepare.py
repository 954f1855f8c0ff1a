"""mlebench prepare, as a user calls it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from mlebench.cli.progress import _Line
from tests.cli.conftest import Cli
from tests.data.conftest import server, signed_in, signed_out  # noqa: F401
from tests.data.kaggle_server import Bundle, KaggleServer
from tests.data.toy import make_competition, state_of, write_raw, zip_tree


@pytest.fixture
def own(tmp_path: Path) -> list[object]:
    """Two competitions of our own, and a data folder."""
    for name in ("one", "two"):
        make_competition(tmp_path / "competitions", name)
        write_raw(tmp_path / "raw" / name)
    return ["--competitions-dir", tmp_path / "competitions", "--data-dir", tmp_path / "data"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Say which competitions"),
        (["-c", "one", "--lite"], "Say which competitions"),
        (["-c", "one", "--miniature", "--raw-dir", "x"], "--miniature and --raw-dir cannot be used together"),
        (["-c", "one", "--miniature", "--archive", "x.zip"], "--miniature and --archive cannot"),
        (["-c", "one", "--raw-dir", "x", "--archive", "x.zip"], "--raw-dir and --archive cannot"),
        (["-c", "one", "--miniature", "--overwrite-checksums"], "--miniature and --overwrite-checksums cannot"),
        (["-c", "one", "--skip-verification", "--overwrite-checksums"], "cannot be used together"),
        (["-c", "one", "-c", "two", "--archive", "x.zip"], "--archive holds the data of one competition"),
        (["-c", "one", "--seed", "1"], "--seed is the seed of a --miniature"),
        (["-c", "one", "-j", "0"], "Invalid value"),
        (["-c", "one", "--nonsense"], "No such option"),
    ],
)
def test_wrong_usage_is_exit_code_2(cli: Cli, own: list[object], arguments: list[str], message: str) -> None:
    done = cli("prepare", *arguments, *own)
    assert done.code == 2
    assert message in done.err


def test_unknown_competition_is_exit_code_2(cli: Cli, own: list[object]) -> None:
    done = cli("prepare", "-c", "onne", "--miniature", *own)
    assert done.code == 2
    assert "Did you mean one" in done.err


def test_help_has_worked_examples(cli: Cli) -> None:
    done = cli("prepare", "--help")
    assert done.code == 0
    for part in ("--miniature", "--archive spooky.zip", "RAW/ID", "MLEBENCH_PREPARE_RAW_DIR"):
        assert part in done.out


def test_miniature_with_a_seed(cli: Cli, own: list[object], tmp_path: Path) -> None:
    done = cli("prepare", "-c", "one", "--miniature", "--seed", "3", *own)
    assert (done.code, done.out) == (0, "one: prepared\n")
    assert "one: building the miniature" in done.err
    assert cli("prepare", "-c", "one", "--miniature", *own).out == "one: already prepared\n"
    manifest = json.loads((tmp_path / "data/one/prepared/manifest.json").read_text())
    assert (manifest["source"], manifest["verification"]) == ("miniature", "not applicable: miniature data")


def test_several_trees_lie_in_sub_folders_of_raw_dir(cli: Cli, own: list[object], tmp_path: Path) -> None:
    before = state_of(tmp_path / "raw")
    done = cli("prepare", "-c", "one", "-c", "two", "--raw-dir", tmp_path / "raw", "-j", "2", *own)
    assert done.code == 0
    assert done.out.splitlines()[-1] == f"2 prepared, in {tmp_path / 'data'}"
    assert state_of(tmp_path / "raw") == before
    done = cli("prepare", "-c", "one", "--raw-dir", tmp_path / "raw" / "one", "--force", *own)
    assert (done.code, done.out) == (0, "one: prepared\n")


def test_failure_is_told_twice_and_is_exit_code_1(cli: Cli, own: list[object], tmp_path: Path) -> None:
    make_competition(tmp_path / "competitions", "bad", prepare="def prepare(raw, public, private): 1 / 0")
    write_raw(tmp_path / "raw" / "bad")
    done = cli("prepare", "-c", "bad", "-c", "one", "--raw-dir", tmp_path / "raw", *own)
    assert done.code == 1
    assert "one: prepared" in done.out
    assert "1 prepared, 1 failed" in done.out
    assert "Error: bad: preparation failed with ZeroDivisionError" in done.err
    assert "Failed: bad:" in done.err
    assert "Traceback" not in done.err


def test_json_is_all_that_is_on_standard_output(cli: Cli, own: list[object]) -> None:
    done = cli("prepare", "-c", "one", "--miniature", "--json", *own)
    assert [(entry["competition_id"], entry["outcome"]) for entry in json.loads(done.out)] == [("one", "prepared")]


def test_archive(cli: Cli, own: list[object], tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(zip_tree(tmp_path / "raw" / "one"))
    done = cli("prepare", "-c", "one", "--archive", tmp_path / "x.zip", "--keep-raw", *own)
    assert (done.code, done.out) == (0, "one: prepared\n")
    assert (tmp_path / "data/one/raw/train.csv").is_file()
    assert (tmp_path / "x.zip").is_file()


def test_missing_archive_is_one_message(cli: Cli, own: list[object], tmp_path: Path) -> None:
    done = cli("prepare", "-c", "one", "--archive", tmp_path / "no.zip", *own)
    assert done.code == 1
    assert done.err.startswith(f"Error: {tmp_path / 'no.zip'}: no such file")


def test_checksums_are_recorded_and_then_compared(cli: Cli, own: list[object], tmp_path: Path) -> None:
    facts = tmp_path / "competitions" / "one" / "competition.yaml"
    raw = ["--raw-dir", tmp_path / "raw" / "one"]
    facts.write_text("# a comment that stays\n" + facts.read_text())
    assert cli("prepare", "-c", "one", *raw, "--overwrite-checksums", *own).code == 0
    assert facts.read_text().startswith("# a comment that stays\n")
    assert set(yaml.safe_load(facts.read_text())["checksums"]["private"]) == {"test.csv"}
    assert cli("prepare", "-c", "one", *raw, "--force", *own).code == 0
    facts.write_text(facts.read_text().replace("    test.csv: ", "    missing.csv: "))
    done = cli("prepare", "-c", "one", *raw, "--force", *own)
    assert done.code == 1
    assert "missing.csv: missing" in done.err
    assert cli("prepare", "-c", "one", *raw, "--force", "--skip-verification", *own).code == 0


def test_option_from_the_environment(cli: Cli, own: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MLEBENCH_PREPARE_MINIATURE", "1")
    monkeypatch.setenv("MLEBENCH_PREPARE_COMPETITION", "one")
    assert cli("prepare", *own).out == "one: prepared\n"


def test_seed_in_the_environment_may_be_meant_for_other_calls(
    cli: Cli, own: list[object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MLEBENCH_PREPARE_SEED", "3")
    assert cli("prepare", "-c", "one", "--raw-dir", tmp_path / "raw" / "one", *own).code == 0


class TestKaggle:
    def test_download_and_leaderboard(
        self,
        cli: Cli,
        own: list[object],
        tmp_path: Path,
        signed_in: KaggleServer,  # noqa: F811
    ) -> None:
        signed_in.bundles["one"] = Bundle(zip_tree(tmp_path / "raw" / "one"), cuts=[300])
        signed_in.leaderboards["one"] = [["0.9", "0.8", "0.7"]]
        done = cli("prepare", "-c", "one", "--overwrite-leaderboard", "--overwrite-checksums", *own)
        assert done.code == 0, done.err
        assert "one: leaderboard of 3 teams recorded" in done.err
        assert json.loads((tmp_path / "competitions/one/leaderboard.json").read_text())["teams"] == 3
        assert "archive" in yaml.safe_load((tmp_path / "competitions/one/competition.yaml").read_text())["checksums"]
        assert json.loads((tmp_path / "data/one/prepared/manifest.json").read_text())["source"] == "kaggle"
        left = {path.name for path in (tmp_path / "data/one").iterdir()}
        assert left == {".digests.json", ".lock", "prepared"}

    def test_rules_that_are_not_accepted(
        self,
        cli: Cli,
        own: list[object],
        signed_in: KaggleServer,  # noqa: F811
    ) -> None:
        signed_in.bundles["one"] = Bundle(statuses=[403])
        done = cli("prepare", "-c", "one", *own)
        assert done.code == 1
        assert "https://www.kaggle.com/competitions/one/rules" in done.err
        assert "Then repeat: mlebench prepare -c one" in done.err

    def test_no_credentials(
        self,
        cli: Cli,
        own: list[object],
        server: KaggleServer,  # noqa: F811
    ) -> None:
        done = cli("prepare", "-c", "one", "-c", "two", *own)
        assert done.code == 1
        assert done.err.count("credentials are missing") == 1
        assert not server.requests


def test_progress_before_the_first_step_prints_a_line_about_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    _Line("toy").advance(0)
    assert capsys.readouterr().err == ""


BUSY = """
import time
from mlebench.data.progress import advance

def prepare(raw, public, private):
    (public / "half.csv").touch()
    (raw.parent / f"{raw.name}.busy").touch()
    for _ in range(600):
        time.sleep(0.1)
        advance()
"""


@pytest.mark.parametrize(
    ("names", "number"),
    [(["one"], signal.SIGTERM), (["one", "two"], signal.SIGINT), (["one", "two"], signal.SIGKILL)],
)
def test_interrupt_stops_all_processes_and_leaves_nothing_half(
    tmp_path: Path, names: list[str], number: signal.Signals
) -> None:
    """In a session of its own, so that the signal reaches only the first process, as from a batch system."""
    for name in names:
        make_competition(tmp_path / "competitions", name, prepare=BUSY)
        write_raw(tmp_path / "raw" / name)
    arguments = [part for name in names for part in ("-c", name)]
    arguments += ["--raw-dir", str(tmp_path / "raw" / ("" if len(names) > 1 else "one")), "-j", "2"]
    arguments += ["--data-dir", str(tmp_path / "data"), "--competitions-dir", str(tmp_path / "competitions")]
    process = subprocess.Popen(
        [sys.executable, "-c", "from mlebench.cli.main import main; main()", "prepare", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=(tmp_path / "stderr").open("w"),
        start_new_session=True,
    )
    wait_until(lambda: all((tmp_path / "raw" / f"{name}.busy").exists() for name in names) or bool(process.poll()))
    os.kill(process.pid, number)
    code = process.wait(30)
    errors = (tmp_path / "stderr").read_text()
    assert code == (-9 if number == signal.SIGKILL else 1), errors
    assert "Traceback" not in errors
    wait_until(lambda: not group_is_alive(process.pid))
    for name in names:
        left = {path.name for path in (tmp_path / "data" / name).iterdir()}
        assert left == {".lock"}, errors


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def group_is_alive(number: int) -> bool:
    try:
        os.killpg(number, 0)
    except ProcessLookupError:
        return False
    return True
