"""Submissions that use a hole of their grader: a verification names them, also where the bundle does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mlebench.agents import AgentRegistry
from mlebench.bundles import make_bundle, verify_bundle
from mlebench.bundles.points import Verification
from mlebench.catalog import Registry
from mlebench.runs.grade import grade_group
from mlebench.runs.launch import create_group, run_group
from mlebench.runs.plan import RunOptions, RunSettings
from tests.bundles.forge import forged
from tests.conftest import Miniatures

TASK = "nomad2018-predict-transparent-conductors"


@pytest.fixture
def bundle(tmp_path: Path, registry: Registry, miniatures: Miniatures) -> Path:
    """Of a run that handed in the sample submission without its ids."""
    layout = miniatures.layout(TASK)
    lines = (layout.public / "sample_submission.csv").read_text().splitlines()
    files = tmp_path / "files"
    files.mkdir()
    (files / f"{TASK}.csv").write_text("".join(f"{line.partition(',')[2]}\n" for line in lines))
    agent = AgentRegistry().get("replay")
    asked = RunOptions("bubblewrap", settings=RunSettings(arguments={"folder": str(files)}))
    group = create_group(tmp_path / "runs", agent, [registry.get(TASK)], layout.data_dir, asked)
    run_group(group, agent, registry, layout.data_dir, asked)
    grade_group(group, registry, layout.data_dir, workers=1)
    make_bundle([group], tmp_path / "results.zip")
    return tmp_path / "results.zip"


def details(found: Verification, name: str) -> list[str]:
    return [line for point in found.points if point.name == name and point.status == "open" for line in point.details]


def without_suspicions(members: dict[str, bytes]) -> None:
    nothing = {"exploit_suspected": False, "exploits": []}
    for name, content in members.items():
        if name.endswith("/report.json"):
            members[name] = json.dumps(json.loads(content) | nothing).encode()
        if name.endswith("/grading_report.json"):
            whole = json.loads(content)
            whole["competition_reports"] = [report | nothing for report in whole["competition_reports"]]
            members[name] = json.dumps(whole | {"total_exploits_suspected": 0}).encode()
        if name == "card.json":
            card = json.loads(content)
            card["groups"][0]["exploits_suspected"] = 0
            members[name] = json.dumps(card).encode()
        if name == "README.md":
            kept = [line for line in content.splitlines(keepends=True) if b"Exploits suspected" not in line]
            members[name] = b"".join(kept)


def test_a_suspicion_goes_unsaid(bundle: Path, registry: Registry, miniatures: Miniatures) -> None:
    found = verify_bundle(bundle, registry, miniatures.data_dir, regrade=True, workers=1)
    (line,) = details(found, "no suspected exploits")
    assert line == f"{TASK}: There is no column 'id'; rows were paired by position. (1 of 1 runs)"
    assert not details(found, "exploits found here")
    assert "regraded" in found.levels


@pytest.mark.attack
def test_whoever_takes_it_out_is_not_found_out(bundle: Path, registry: Registry, miniatures: Miniatures) -> None:
    path = forged(bundle, without_suspicions)
    found = verify_bundle(path, registry, miniatures.data_dir, regrade=True, workers=1)
    assert found.status("no suspected exploits") == "holds"
    (line,) = details(found, "exploits found here")
    assert line.endswith("There is no column 'id'; rows were paired by position.")
