"""Report formats: by name, by a file's ending, and from installed packages."""

from __future__ import annotations

import csv
import io
import json
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from mlebench import plugins
from mlebench.errors import MissingExtra
from mlebench.plugins import Plugin, PluginTable, UnknownPlugin
from mlebench.results import Results
from mlebench.results.formats import FORMATS, format_for, render
from tests.cli.conftest import Cli, cli  # noqa: F401
from tests.results.test_aggregate import result


@pytest.fixture
def results() -> Results:
    return Results([], [result("one", 0, "gold"), result("one", 1, None)])


def test_every_built_in_format_renders(results: Results) -> None:
    texts = {name: render(results, name) for name in ("table", "json", "csv", "markdown", "html")}
    assert "| agent | low | 1×2 | 50.0 ± 50.0 |" in texts["markdown"]
    assert "one" in texts["table"]
    assert json.loads(texts["json"])["agents"]
    assert texts["html"].startswith("<!DOCTYPE html>")
    rows = list(csv.DictReader(io.StringIO(texts["csv"])))
    assert [(row["competition_id"], row["seed"], row["medal"]) for row in rows] == [
        ("one", "0", "gold"),
        ("one", "1", ""),
    ]


def test_a_wrong_name_is_answered_with_the_near_ones() -> None:
    with pytest.raises(UnknownPlugin, match=r"no report format 'jsn'\.\nDid you mean json\? There are: table, json"):
        FORMATS.load("jsn")
    assert UnknownPlugin.exit_code == 2


def test_an_installed_package_adds_one_and_replaces_none(
    results: Results, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "brings_formats.py").write_text("def shout(results):\n    return f'{len(results.runs)} RUNS'\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    points = [EntryPoint(name, "brings_formats:shout", "mlebench.report_formats") for name in ("shout", "json")]
    monkeypatch.setattr(plugins, "entry_points", lambda group: points if group == FORMATS.group else [])
    assert FORMATS.names() == ["table", "json", "csv", "markdown", "html", "shout"]
    assert "brings_formats" not in sys.modules  # until it is used
    assert render(results, "shout") == "2 RUNS"
    assert json.loads(render(results, "json"))
    assert format_for(Path("x.shout")) == "shout"


def test_a_missing_optional_part_is_named() -> None:
    table = PluginTable("thing", "mlebench.things", {"far": Plugin("no_such_module_at_all", "x", extra="far")})
    with pytest.raises(MissingExtra, match=r"mlebench\[far\]"):
        table.load("far")


def test_the_ending_of_a_file_chooses() -> None:
    assert [format_for(Path(name)) for name in ("a.csv", "a.JSON", "a.html", "a", "a.txt", "a.md")] == [
        *("csv", "json", "html", "html", "html", "markdown"),
    ]


def test_the_command_prints_and_writes_them(cli: Cli, tmp_path: Path) -> None:  # noqa: F811
    report = tmp_path / "report.json"
    keys = ("total_runs", "total_runs_with_submissions", "total_valid_submissions", "total_medals")
    medals = ("total_gold_medals", "total_silver_medals", "total_bronze_medals", "total_above_median")
    one = result("spooky-author-identification", 0, "gold").report
    assert one is not None
    content = {**dict.fromkeys((*keys, *medals), 1), "competition_reports": [one.model_dump(mode="json")]}
    report.write_text(json.dumps(content))
    assert cli("report", report, "--format", "csv").out.startswith("agent,group,")
    assert json.loads(cli("report", report, "--format", "json").out) == json.loads(cli("report", report, "--json").out)
    done = cli("report", report, "--output", tmp_path / "page.html", "--json")
    assert json.loads(done.out)
    assert (tmp_path / "page.html").read_text().startswith("<!DOCTYPE html>")
    for name, start in (("x.csv", "agent,"), ("x.json", "{"), ("x.page", "<!DOCTYPE")):
        assert cli("report", report, "--output", tmp_path / name).code == 0
        assert (tmp_path / name).read_text().startswith(start)
    assert cli("report", report, "--output", tmp_path / "t", "--format", "table").code == 0
    assert "\x1b" not in (tmp_path / "t").read_text()
    done = cli("report", report, "--output", "/proc/x/y")
    assert (done.code, "cannot be written to /proc/x/y" in done.err) == (1, True)
