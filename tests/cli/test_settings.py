"""Variables and config files: each value comes from where the user thinks that it does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from mlebench.cli.main import cli as root
from mlebench.cli.settings import SHARED, Setting, settings_of, walk
from tests.cli.conftest import Cli

TASK = "spooky-author-identification"
SETTINGS = [s for each in walk(click.Context(root, info_name="mlebench")) for s in settings_of(each.command)]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Write the project's file; commands are typed in a folder below it."""
    (tmp_path / "project" / "below").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "project" / "below")

    def write(text: str) -> Path:
        path = tmp_path / "project" / "mlebench.toml"
        path.write_text(text)
        return path

    return write


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    (tmp_path / "home" / "mle-bench").mkdir(parents=True)

    def write(text: str) -> Path:
        path = tmp_path / "home" / "mle-bench" / "mlebench.toml"
        path.write_text(text)
        return path

    return write


def rows(cli: Cli, *words: str) -> dict[str, Any]:
    done = cli("config", *words, "--json")
    assert done.code == 0, done.err
    return {row["setting"]: row for row in json.loads(done.out)["settings"]}


class TestVariables:
    def test_every_option_of_every_command_has_one_that_says_whose_it_is(self) -> None:
        for each in walk(click.Context(root, info_name="mlebench")):
            words = each.command_path.upper().replace("-", "_").replace(" ", "_")
            for option in each.command.params:
                if isinstance(option, click.Option) and option.name not in ("help", "version"):
                    assert isinstance(option, Setting), option.name
                    expected = "MLEBENCH" if option.key in SHARED else words
                    assert option.envvar == f"{expected}_{option.key.upper()}"
                    assert option.show_envvar

    def test_no_two_settings_share_one_but_for_folders(self) -> None:
        names = [setting.variable for setting in SETTINGS if setting.key not in SHARED]
        assert len(names) == len(set(names))

    def test_one_that_is_meant_for_run_does_not_break_grade(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("MLEBENCH_RUN_TIME_LIMIT", "24h")
        (tmp_path / "lines.jsonl").write_text(f'{{"competition_id": "{TASK}", "submission_path": "none.csv"}}\n')
        done = cli("grade", "--submission", tmp_path / "lines.jsonl", "--output-dir", tmp_path / "out")
        assert (done.code, done.err) == (0, "")

    def test_a_split_in_the_environment_gives_way_to_a_typed_competition(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("MLEBENCH_PREPARE_SPLIT", "starter")
        done = cli("prepare", "-c", TASK, "--miniature", "--data-dir", tmp_path)
        assert done.out == f"{TASK}: prepared\n"
        monkeypatch.setenv("MLEBENCH_PREPARE_LITE", "1")
        assert cli("prepare", "--miniature", "--data-dir", tmp_path).code == 2  # which of the two?

    @pytest.mark.parametrize(
        ("name", "meant"),
        [
            ("MLEBENCH_TIME_LIMIT", "Did you mean MLEBENCH_GRADE_TIME_LIMIT or MLEBENCH_RUN_TIME_LIMIT?"),
            ("MLEBENCH_SPLIT", "MLEBENCH_COMPETITIONS_SPLIT, MLEBENCH_PREPARE_SPLIT, MLEBENCH_RUN_SPLIT"),
            ("MLEBENCH_JSON", "Each command has its own: MLEBENCH_COMPETITIONS_JSON, "),
            ("MLEBENCH_RUN_SEDS", "MLEBENCH_RUN_SEEDS"),
            ("MLEBENCH_XYZZY_9", "See: mlebench config"),
        ],
    )
    def test_one_that_nobody_reads_is_told_once(
        self, name: str, meant: str, cli: Cli, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(name, "1")
        done = cli("agents", "--json")
        assert done.code == 0
        json.loads(done.out)
        assert done.err.count(name) == 1
        assert f"Warning: the variable {name} is not read." in done.err
        assert meant in done.err

    def test_those_of_the_harness_and_of_tests_are_no_mistake(self, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("SANDBOX", "GUARANTEES", "RUN_ID", "TEST_NO_SKIPS", "RUN_SEEDS", "VERBOSE"):
            monkeypatch.setenv(f"MLEBENCH_{name}", "0")
        assert cli("agents").err == ""


class TestFiles:
    def test_the_nearest_source_wins(
        self, cli: Cli, project: Callable[[str], Path], user: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        mine = user("[run]\nseeds = 2\nworkers = 2\nretries = 7\nlite = true\n")
        near = project("[run]\nseeds = 3\nworkers = 3\nlite = false\n")
        monkeypatch.setenv("MLEBENCH_RUN_SEEDS", "4")
        found = rows(cli, "run")
        told = {key: (row["value"], row["source"], row["where"]) for key, row in found.items()}
        assert told["run.seeds"] == ("4", "variable", "MLEBENCH_RUN_SEEDS")
        assert told["run.workers"] == ("3", "project", str(near))
        assert told["run.lite"] == (False, "project", str(near))
        assert told["run.retries"] == ("7", "user", str(mine))
        assert told["run.step_limit"] == (500, "default", "")

    def test_values_reach_the_command_and_what_is_typed_beats_them(
        self, cli: Cli, project: Callable[[str], Path], tmp_path: Path
    ) -> None:
        project('data-dir = "data"\n[prepare]\nminiature = true\nkeep-raw = false\nsplit = "starter"\n')
        done = cli("prepare", "-c", TASK)
        assert done.out == f"{TASK}: prepared\n"
        assert (tmp_path / "project" / "data" / TASK / "prepared").is_dir()  # relative to the file

    def test_repeatable_options_are_lists_and_tables_below_tables_work(
        self, cli: Cli, project: Callable[[str], Path], tmp_path: Path
    ) -> None:
        for name in ("one", "two"):
            assert cli("new", name, "--dir", tmp_path / name).code == 0
        project(f'competitions_dir = ["{tmp_path / "one"}", "../two"]\n[competitions.show]\njson = true\n')
        assert json.loads(cli("competitions", "show", "two").out)["id"] == "two"
        assert cli("competitions", "show", "one").code == 0

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("[run]\nsseds = 3", "run.sseds: there is no such setting.\nDid you mean seeds?"),
            ("[rum]\nseeds = 3", "rum: there is no such setting."),
            ("[runs.clena]\nverbose = true", "runs.clena: there is no such setting.\nDid you mean clean"),
            ("run = 3", "run: is a command"),
            ("[agents]\njson = 'yes'", "agents.json: must be true or false"),
            ("[agents]\njson = 1", "agents.json: must be true or false"),
            ("[run]\nseeds = [1]", "run.seeds: must be one value"),
            ("[run]\nseeds = true", "run.seeds: must be a text or a number"),
            ("[run]\nseeds = ", "is not TOML"),
        ],
    )
    def test_what_is_wrong_is_told_by_every_command_with_file_and_key(
        self, text: str, message: str, cli: Cli, project: Callable[[str], Path]
    ) -> None:
        path = project(text)
        done = cli("agents")
        assert done.code == 2
        assert f"Error: {path}: {message}" in done.err

    @pytest.mark.parametrize("value", ['"many"', "1.5", "0"])
    def test_a_wrong_value_is_told_with_file_and_key(
        self, value: str, cli: Cli, project: Callable[[str], Path]
    ) -> None:
        path = project(f"[run]\nseeds = {value}\n")
        for command in (["run"], ["config"]):
            done = cli(*command)
            assert done.code == 2
            assert done.err.startswith(f"Error: {path}: run.seeds: ")
        assert cli("agents").code == 0

    def test_a_named_file_takes_the_place_of_the_projects(
        self, cli: Cli, project: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        project("[run]\nseeds = 3\nworkers = 3\n")
        other = tmp_path / "other.toml"
        other.write_text("[run]\nseeds = 5\n")
        assert "5" in cli("--config", other, "config", "run").out
        monkeypatch.setenv("MLEBENCH_CONFIG", str(other))
        found = rows(cli, "run")
        assert (found["run.seeds"]["value"], found["run.seeds"]["source"]) == ("5", "named")
        assert found["run.workers"]["source"] == "default"
        monkeypatch.setenv("MLEBENCH_CONFIG", str(tmp_path / "none.toml"))
        assert cli("agents").code == 2

    def test_settings_for_new_groups_do_not_hinder_a_resumed_one(
        self, cli: Cli, project: Callable[[str], Path]
    ) -> None:
        project('[run]\nagent = "dummy"\nsplit = "starter"\naddress = "head:6379"\n')
        done = cli("run", "--resume", "latest")
        assert (done.code, "no run group" in done.err) == (1, True)

    @pytest.mark.skipif(os.getuid() != 0, reason="only root can give files away")
    def test_a_file_of_somebody_else_is_not_read(self, cli: Cli, project: Callable[[str], Path]) -> None:
        path = project("[agents]\njson = true\n")
        os.chown(path, 12345, 12345)
        done = cli("agents")
        assert "belongs to somebody else" in done.err
        assert not done.out.startswith("[")

    def test_a_file_that_merely_lies_there_cannot_open_the_sandbox(
        self, cli: Cli, project: Callable[[str], Path], tmp_path: Path
    ) -> None:
        path = project(
            f'data_dir = "data"\n[prepare]\nminiature = true\n[run]\nsandbox = "process"\nagent = "dummy"\n'
            f'competition = ["{TASK}"]\n'
        )
        assert cli("prepare", "-c", TASK).code == 0
        done = cli("run")
        assert done.code == 2
        assert f"{path}: run.sandbox" in done.err
        assert not Path("runs").exists()  # nothing is left of a group that may not run
        assert cli("--config", path, "run").code == 0


def test_config_without_files_names_where_one_would_be(cli: Cli, user: Callable[[str], Path], tmp_path: Path) -> None:
    done = cli("config")
    assert str(tmp_path / "home" / "mle-bench" / "mlebench.toml") in done.out
    assert "run.time_limit" in done.out
    assert "runs.clean.verbose" in done.out
    assert cli("config", "rnus").code == 2
    assert "runs.list.json" in cli("config", "runs", "list").out


def test_a_config_file_is_read_however_the_program_is_called(tmp_path: Path) -> None:
    (tmp_path / "mlebench.toml").write_text("[run]\nseeds = 2\n")
    command = [sys.executable, "-m", "mlebench", "config", "run"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "mlebench.toml" in done.stdout


def test_settings_that_people_paste_tell_the_password_of_a_url(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MLEBENCH_PREPARE_DATA_URL", "https://me:secret@host/data?signature=secret")
    for words in ((), ("--json",)):
        shown = cli("config", "prepare", *words).out
        assert "https://host/data" in shown
        assert "secret" not in shown
