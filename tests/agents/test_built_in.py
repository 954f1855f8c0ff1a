"""The built-in agents in a real sandbox."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from mlebench.agents import AgentRegistry
from mlebench.catalog import Registry
from mlebench.data import DataLayout
from mlebench.grading.grade import grade_submission
from mlebench.runs import RunGroup, RunRecord
from mlebench.runs.launch import create_group, run_group
from mlebench.runs.plan import RunOptions, RunSettings
from mlebench.sandbox import Resources
from tests.conftest import Miniatures
from tests.sandbox.conftest import IMAGE, bubblewrap_problem, docker_problem


def run_agent(
    name: str, task: str, folder: Path, registry: Registry, data_dir: Path, sandbox: str = "process"
) -> tuple[RunGroup, RunRecord]:
    base = {"BASE_IMAGE": IMAGE} if sandbox == "docker" else {}
    sandboxes = RunSettings(resources=Resources(time_limit=60.0), build_arguments=base)
    agent, asked = AgentRegistry().get(name), RunOptions(sandbox, sandboxes)
    group = create_group(folder / "runs", agent, [registry.get(task)], data_dir, asked)
    return group, run_group(group, agent, registry, data_dir, asked)[0]


PROBLEMS = {"bubblewrap": bubblewrap_problem, "docker": docker_problem, "process": lambda: None}


@pytest.mark.parametrize("sandbox", PROBLEMS)
def test_dummy_finds_its_sandbox_in_order_and_hands_in_the_sample(
    sandbox: str, tmp_path: Path, registry: Registry, miniatures: Miniatures
) -> None:
    if problem := PROBLEMS[sandbox]():
        pytest.skip(f"{sandbox}: {problem}")
    layout = miniatures.layout("spooky-author-identification")
    group, record = run_agent("dummy", layout.competition_id, tmp_path, registry, layout.data_dir, sandbox)
    folder = group.folder / record.run_id
    assert record.state == "finished", (folder / "run.log").read_text()
    findings = json.loads((folder / "logs" / "sandbox.json").read_text())
    assert set(findings.values()) == {None}
    handed_in = (folder / "submission" / "submission.csv").read_bytes()
    assert handed_in == (layout.public / "sample_submission.csv").read_bytes()
    assert "is valid" in (folder / "run.log").read_text()


def _copy(layout: DataLayout, target: Path) -> DataLayout:
    import shutil

    shutil.copytree(layout.prepared, target / layout.competition_id / "prepared")
    return DataLayout(target, layout.competition_id)


def test_dummy_notices_answers_among_the_public_files(
    tmp_path: Path, registry: Registry, miniatures: Miniatures
) -> None:
    layout = _copy(miniatures.layout("spooky-author-identification"), tmp_path / "data")
    (layout.public / "private").mkdir()
    (layout.public / "peek").symlink_to(layout.private / "test.csv")
    group, record = run_agent("dummy", layout.competition_id, tmp_path, registry, layout.data_dir)
    assert record.state == "failed"
    findings = json.loads((group.folder / record.run_id / "logs" / "sandbox.json").read_text())
    assert "private" in findings["no_answers_in_reach"]
    assert "peek" in findings["no_answers_in_reach"]


def test_dummy_fails_clearly_without_a_plain_sample_submission(
    tmp_path: Path, registry: Registry, miniatures: Miniatures
) -> None:
    layout = _copy(miniatures.layout("spooky-author-identification"), tmp_path / "data")
    (layout.public / "sample_submission.csv").unlink()
    group, record = run_agent("dummy", layout.competition_id, tmp_path, registry, layout.data_dir)
    assert (record.state, record.exit_code, record.submission) == ("failed", 1, None)
    assert "no sample submission" in (group.folder / record.run_id / "run.log").read_text()


@pytest.mark.parametrize(
    "task",
    [
        "spooky-author-identification",  # text, probabilities of classes
        "nomad2018-predict-transparent-conductors",  # a table, two quantities
        "aerial-cactus-identification",  # pictures in archives
    ],
)
def test_baseline_beats_the_sample_submission(
    task: str, tmp_path: Path, registry: Registry, miniatures: Miniatures
) -> None:
    layout = miniatures.layout(task)
    group, record = run_agent("baseline", task, tmp_path, registry, layout.data_dir)
    folder = group.folder / record.run_id
    log = (folder / "run.log").read_text()
    assert record.state == "finished", log
    assert "gave up" not in log
    competition = registry.get(task)
    own = grade_submission(competition, folder / "submission" / "submission.csv", layout.data_dir)
    sample = grade_submission(competition, layout.prepared / competition.sample_submission, layout.data_dir)
    assert own.score is not None, own.error
    assert sample.score is not None
    sign = -1 if competition.metric.lower_is_better else 1
    assert sign * own.score > sign * sample.score


def test_baseline_hands_in_the_sentences_with_the_gap_where_there_is_no_sample(
    tmp_path: Path, registry: Registry, miniatures: Miniatures
) -> None:
    layout = miniatures.layout("billion-word-imputation")
    group, record = run_agent("baseline", layout.competition_id, tmp_path, registry, layout.data_dir)
    handed_in = group.folder / record.run_id / "submission" / "submission.csv"
    report = grade_submission(registry.get(layout.competition_id), handed_in, layout.data_dir)
    assert (record.state, report.valid_submission) == ("finished", True)


def test_baseline_hands_in_the_sample_where_it_understands_nothing(
    tmp_path: Path, registry: Registry, miniatures: Miniatures
) -> None:
    layout = _copy(miniatures.layout("spooky-author-identification"), tmp_path / "data")
    sample = pd.read_csv(layout.public / "sample_submission.csv")
    for path in layout.public.iterdir():
        path.unlink()
    sample.to_csv(layout.public / "sample_submission.csv", index=False)
    (layout.public / "description.md").write_text("")
    (layout.public / "train.csv").write_bytes(b"\xff\x00\x81,not a table\n\x00")
    (layout.public / "train.zip").write_bytes(b"not an archive")
    group, record = run_agent("baseline", layout.competition_id, tmp_path, registry, layout.data_dir)
    assert record.state == "finished"
    handed_in = group.folder / record.run_id / "submission" / "submission.csv"
    assert grade_submission(registry.get(layout.competition_id), handed_in, layout.data_dir).valid_submission
