"""docs/extending.md, done: a package adds a sandbox, an executor and an agent through its entry points."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from mlebench.plugins import Plugin, PluginTable, UnknownPlugin
from mlebench.runs import RunGroup
from tests.conftest import Miniatures

PLUGIN = Path(__file__).parent.parent / "examples" / "plugin"
TASK = "spooky-author-identification"


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, str]:
    """The environment of a machine where examples/plugin is installed, without a package index."""
    facts = tomllib.loads((PLUGIN / "pyproject.toml").read_text())["project"]
    folder = tmp_path / "site" / f"mlebench_example-{facts['version']}.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {facts['name']}\nVersion: {facts['version']}\n")
    lines = []
    for group, points in facts["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in points.items())]
    (folder / "entry_points.txt").write_text("\n".join(lines) + "\n")
    places = [str(tmp_path / "site"), str(PLUGIN / "src"), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, places))}


def mlebench(installed: dict[str, str], *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mlebench", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=installed)


def test_a_sandbox_an_executor_and_an_agent_of_a_package_are_not_found(
    installed: dict[str, str], miniatures: Miniatures, tmp_path: Path
) -> None:
    data_dir = miniatures.layout(TASK).data_dir
    done = mlebench(
        *(installed, "run", "--agent", "copycat", "-c", TASK, "--data-dir", data_dir, "--runs-dir", tmp_path / "runs"),
        *("--sandbox", "niced", "--executor", "reversed", "--seeds", 2, "--time-limit", "60s"),
    )
    assert done.returncode == 0, done.stderr
    assert "NO ISOLATION" in done.stderr  # what it is derived from keeps no promise, and that is said
    group = RunGroup.find("latest", tmp_path / "runs")
    assert (group.spec.sandbox, group.spec.executor) == ("niced", "reversed")
    first, second = group.records()
    assert f"priority {min(19, os.nice(0) + 19)}" in (group.folder / first.run_id / "run.log").read_text()
    assert first.started_at is not None
    assert second.started_at is not None
    assert second.started_at < first.started_at


def test_a_wrong_name_is_answered_with_those_that_packages_add(installed: dict[str, str], tmp_path: Path) -> None:
    done = mlebench(installed, "run", "--agent", "copycat", "-c", TASK, "--sandbox", "nised", "--data-dir", tmp_path)
    assert "Did you mean niced?" in done.stderr


def test_a_package_replaces_what_is_built_in() -> None:
    table = PluginTable("thing", "mlebench.no-such-group", {"here": Plugin("pathlib", "Path")})
    assert table.load("here") is Path
    with pytest.raises(UnknownPlugin, match="There is no thing 'there'"):
        table.load("there")
