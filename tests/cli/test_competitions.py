from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Cli


def test_list_filters_and_json(cli: Cli, tmp_path: Path) -> None:
    done = cli("competitions", "--split", "lite", "--category", "tabular", "--data-dir", tmp_path, "--json")
    listed = json.loads(done.out)
    assert {c["complexity"] for c in listed} == {"low"}
    assert {c["category"] for c in listed} == {"Tabular"}
    assert not any(c["prepared"] for c in listed)
    assert all({"gold", "silver", "bronze", "median"} <= c["leaderboard"].keys() for c in listed)


def test_prepared_filter(cli: Cli, tmp_path: Path) -> None:
    assert cli("prepare", "-c", "spooky-author-identification", "--miniature", "--data-dir", tmp_path).code == 0
    ready = json.loads(cli("competitions", "--prepared", "--data-dir", tmp_path, "--json").out)
    assert [c["id"] for c in ready] == ["spooky-author-identification"]


def test_table_shows_thresholds(cli: Cli, tmp_path: Path) -> None:
    done = cli("competitions", "--split", "lite", "--data-dir", tmp_path)
    assert "spooky-author-identification" in done.out
    assert "0.16506" in done.out


def test_show_names_the_faults_of_v1(cli: Cli) -> None:
    done = cli("competitions", "show", "nomad2018-predict-transparent-conductors")
    assert done.code == 0
    assert "paired by position" in done.out
    assert "0.05589" in done.out


def test_wrong_names_are_answered(cli: Cli) -> None:
    done = cli("competitions", "show", "spooky-author")
    assert done.code == 2
    assert "Did you mean" in done.err
    assert cli("competitions", "--split", "nope").code == 2


def test_new_and_lint(cli: Cli, tmp_path: Path) -> None:
    assert cli("new", "my-task", "--dir", tmp_path).code == 0
    assert cli("lint", tmp_path / "my-task").code == 0
    again = cli("new", "my-task", "--dir", tmp_path)
    assert again.code == 1
    assert "exists already" in again.err
    assert cli("new", "no good", "--dir", tmp_path).code == 2


def test_lint_finds_what_is_wrong(cli: Cli, tmp_path: Path) -> None:
    cli("new", "my-task", "--dir", tmp_path)
    prepare = tmp_path / "my-task" / "prepare.py"
    good = prepare.read_text()
    prepare.write_text(good.replace('test.drop(columns="target")', "test"))
    leaked = cli("lint", tmp_path / "my-task")
    assert leaked.code == 1
    assert "✗ no answer column is public" in leaked.out
    prepare.write_text(good.replace("test_size=0.25", "test_size=0.25, seed=__import__('time').time_ns() % 1000"))
    assert "✗ preparing twice gives the same bytes" in cli("lint", tmp_path / "my-task").out
    prepare.write_text("def prepare(raw, public, private): 1 / 0\n")
    assert "ZeroDivisionError" in cli("lint", tmp_path / "my-task").out
    assert cli("lint").code == 2
    assert cli("lint", "nope").code == 2
