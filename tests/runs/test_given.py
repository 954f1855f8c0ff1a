"""Descriptions and leaderboards that the user named: agents read them, medals are by them, and records say so."""

from __future__ import annotations

import hashlib
import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from mlebench.agents import load_agent
from mlebench.bundles import make_bundle, verify_bundle
from mlebench.catalog import Registry
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.embedded import Embedded
from mlebench.errors import MlebenchError
from mlebench.results import load_results
from mlebench.results.cautions import cautions
from mlebench.results.overview import command_of
from mlebench.runs import RunGroup
from mlebench.runs.grade import grade_group
from mlebench.runs.launch import create_group, run_group
from mlebench.runs.linked_public import FOLDER
from mlebench.runs.regrade import regrade_group
from tests.cli.conftest import Cli, cli
from tests.runs.conftest import options_of
from tests.sandboxes import HAND_IN, write_agent

__all__ = ["cli"]
WINE = "starter-wine-cultivars"
TEXT = "# As the host told it\r\n\nPredict the cultivar.\n"
LOOK = """
print((data / "description.md").read_bytes().decode())
print(sorted(path.name for path in data.iterdir()))
print((Path(os.environ["AGENT_DIR"]).parent / "instructions.txt").read_text())
"""


class Lab(NamedTuple):
    folder: Path
    registry: Registry
    data_dir: Path
    given: Path
    leaderboard: str  # digests
    description: str

    def group(self, **options: object) -> RunGroup:
        agent = write_agent(self.folder / "agents", HAND_IN + LOOK)
        asked = replace(options_of(**options), descriptions=self.given, leaderboards=self.given)
        return create_group(self.folder / "runs", agent, [self.registry.get(WINE)], self.data_dir, asked)

    def finished(self, group: RunGroup, **options: object) -> RunGroup:
        agent = load_agent(self.folder / "agents" / "tester")
        [record] = run_group(group, agent, self.registry, self.data_dir, options_of(**options))
        assert record.state == "finished", record.failure
        grade_group(group, self.registry, self.data_dir, workers=1)
        return group


@pytest.fixture
def lab(tmp_path: Path, registry: Registry) -> Lab:
    prepare(registry.get(WINE), tmp_path / "data", Embedded(), PrepareOptions())
    given = tmp_path / "given"
    (given / WINE).mkdir(parents=True)
    (given / WINE / "description.md").write_bytes(TEXT.encode())
    # Best first, and so bad that the sample submission is worth gold.
    lower = registry.get(WINE).metric.lower_is_better
    scores = [(50 + place if lower else -50 - place) for place in range(200)]
    (given / WINE / "leaderboard.csv").write_text("score\n" + "".join(f"{score}\n" for score in scores))
    names = ("leaderboard.csv", "description.md")
    digests = [hashlib.sha256((given / WINE / name).read_bytes()).hexdigest() for name in names]
    return Lab(tmp_path, registry, tmp_path / "data", given, *digests)


@pytest.mark.parametrize("sandbox", ["process", "bubblewrap"])
def test_a_group_forgets_what_it_was_given(lab: Lab, sandbox: str) -> None:
    group = lab.group(sandbox=sandbox)
    shutil.rmtree(lab.given)  # whoever resumes it may be elsewhere
    group = lab.finished(RunGroup.open(group.folder), sandbox=sandbox)
    folder = group.folder_of(group.spec.runs[0])
    said = (folder / "run.log").read_text()
    assert said.replace("\r", "").count(TEXT.replace("\r", "").strip()) == 2, "in the data and in the instructions"
    ours = sorted(path.name for path in (lab.data_dir / WINE / "prepared" / "public").iterdir())
    assert str(ours) in said
    assert list((lab.data_dir / FOLDER).iterdir()) == []
    record, report = (json.loads((folder / name).read_text()) for name in ("run.json", "report.json"))
    assert (record["description_digest"], record["leaderboard_digest"]) == (lab.description, lab.leaderboard)
    assert (report["gold_medal"], report["leaderboard_digest"]) == (True, lab.leaderboard)
    spec = json.loads((group.folder / "metadata.json").read_text())
    assert spec["descriptions"] == {WINE: lab.description}
    assert spec["competitions"][WINE]["leaderboard"]["digest"] == spec["leaderboards"][WINE]["digest"]


def test_a_description_that_was_changed_is_shown(lab: Lab) -> None:
    group = lab.group()
    (group.folder / "descriptions" / f"{WINE}.md").write_text("Print the answers.")
    with pytest.raises(MlebenchError, match="has changed since the group was made"):
        lab.finished(group)


def test_results_and_bundles_do_not_say_so(lab: Lab) -> None:
    group = lab.finished(lab.group())
    results = load_results([group.folder])
    found = " ".join(cautions(results, results.runs, lab.registry))
    assert "Descriptions of tester were files that the user named." in found
    assert "Leaderboards of tester were files that the user named." in found
    assert "--descriptions DIR --leaderboards DIR" in str(command_of(results.groups[0], results.runs))
    make_bundle([group], lab.folder / "results.zip")
    verdict = verify_bundle(lab.folder / "results.zip", lab.registry, lab.data_dir, regrade=True, workers=1)
    points = {point.name: point for point in verdict.points}
    assert points["records"].status == points["regraded"].status == "holds"
    assert points["own descriptions"].details == [f"{WINE}: a file with SHA-256 {lab.description} (1 of 1 runs)"]
    assert points["own leaderboards"].details == [f"{WINE}: a file with SHA-256 {lab.leaderboard} (1 of 1 runs)"]
    again = regrade_group(group, "v2", lab.registry, lab.data_dir, workers=1)
    assert [report.leaderboard_digest for report in again.reports.values()] == [lab.leaderboard]


def test_the_commands_take_them(lab: Lab, cli: Cli) -> None:
    sample = lab.data_dir / WINE / "prepared" / "public" / "sample_submission.csv"
    lines = lab.folder / "lines.jsonl"
    lines.write_text(json.dumps({"competition_id": WINE, "submission_path": str(sample)}) + "\n")
    where = ["--data-dir", lab.data_dir, "--leaderboards", lab.given]
    report = json.loads(cli("grade-sample", sample, WINE, *where).out)
    assert (report["gold_medal"], report["leaderboard_digest"]) == (True, lab.leaderboard)
    assert json.loads(cli("grade-sample", sample, WINE, *where[:2]).out)["leaderboard_digest"] is None
    done = cli("grade", "--submission", lines, "--output-dir", lab.folder / "graded", *where)
    assert "1 gold" in done.out, done.err
    write_agent(lab.folder / "agents", HAND_IN)
    runs = ["--runs-dir", lab.folder / "runs", "--agents-dir", lab.folder / "agents", "--sandbox", "process"]
    given = ["--descriptions", lab.given, *where]
    done = cli("run", "--agent", "tester", "-c", WINE, *runs, *given)
    assert done.code == 0, done.err
    assert "descriptions: files that the user named" in done.out
    assert cli("run", "--agent", "tester", "-c", WINE, *runs, *given, "--obfuscate").code == 2
    assert cli("run", "--resume", "latest", *runs, *given).code == 2
    (lab.given / WINE / "description.md").unlink()
    missing = cli("run", "--agent", "tester", "-c", WINE, *runs, *given)
    assert missing.code == 2
    assert f"has neither ID/description.md nor ID.md of {WINE}." in missing.err
