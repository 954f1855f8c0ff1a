"""Groups: what is on disk whenever the harness stops, and how it goes on."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from mlebench.catalog import Registry
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.acquire import Miniature
from mlebench.errors import DamagedData, DataError, MlebenchError, NotPrepared
from mlebench.results import load_results
from mlebench.runs import RunGroup, RunRecord
from mlebench.runs.grade import grade_group
from mlebench.runs.group import list_groups
from mlebench.runs.launch import create_group
from mlebench.runs.plan import RunOptions, plan_runs
from mlebench.sandbox.resources import parse_duration
from tests.runs.conftest import TASK, Harness
from tests.sandboxes import HAND_IN, alive, until, write_agent

PLAIN = RunOptions("process")

# Runs are counted by a file outside the sandboxes, so that a run that happens twice is seen.
COUNTED = (
    HAND_IN
    + """
import time
with open(os.environ["COUNT"], "a") as file:
    file.write(os.environ["SEED"] + "\\n")
(Path(os.environ["LOGS_DIR"]) / "pid").write_text(str(os.getpid()))
time.sleep(float(os.environ.get("PAUSE_" + os.environ["SEED"], "0")))
"""
)


def test_durations() -> None:
    assert parse_duration("90") == parse_duration("90s") == parse_duration("1m30s") == 90
    assert parse_duration("2h") == 7200
    assert parse_duration("1.5d") == 129600
    for wrong in ("", "soon", "5x", "-3s", "0", "h"):
        with pytest.raises(ValueError, match=r"duration|longer"):
            parse_duration(wrong)


def test_the_plan_goes_seed_by_seed_with_names_of_their_own() -> None:
    runs = plan_runs(["a", "b"], 3)
    assert [(run.competition_id, run.seed) for run in runs] == [(c, s) for s in range(3) for c in "ab"]
    assert len({run.run_id for run in runs}) == 6
    assert all(run.run_id.startswith(f"{run.competition_id}_") for run in runs)


def test_no_two_runs_of_a_large_plan_have_the_same_name() -> None:
    """Eight random digits are the same for some of so many: one in a hundred such plans would be without any."""
    runs = plan_runs(["a"], 200_000)
    assert len({run.run_id for run in runs}) == len(runs)


def test_a_group_is_planned_on_disk_before_anything_runs(harness: Harness) -> None:
    group = harness.group("pass", seeds=2)
    assert [record.state for record in RunGroup.open(group.folder).records()] == ["planned", "planned"]
    assert group.folder.name.endswith("_run-group_tester")
    assert list_groups(harness.folder / "runs") == [group.folder]
    assert RunGroup.find("latest", harness.folder / "runs").folder == group.folder
    assert RunGroup.find(group.group_id, harness.folder / "runs").folder == group.folder


def test_two_groups_of_the_same_second_get_names_of_their_own(harness: Harness) -> None:
    agent = write_agent(harness.folder / "agents", "pass")
    competitions = [harness.registry.get(TASK)]
    made = [create_group(harness.folder / "runs", agent, competitions, harness.data_dir, PLAIN) for _ in range(3)]
    assert len({group.folder for group in made}) == 3


def test_missing_data_is_one_message_with_the_command(harness: Harness, tmp_path: Path) -> None:
    agent = write_agent(tmp_path / "others", "pass")
    chosen = [harness.registry.get(i) for i in (TASK, "aerial-cactus-identification")]
    with pytest.raises(NotPrepared) as error:
        create_group(tmp_path / "runs", agent, chosen, tmp_path / "empty", PLAIN)
    assert f"mlebench prepare -c {TASK} -c aerial-cactus-identification" in str(error.value)
    assert not (tmp_path / "runs").exists()


def test_an_agent_that_needs_what_the_sandbox_lacks_is_refused_first(harness: Harness) -> None:
    agent = write_agent(harness.folder / "agents", "pass", extra="needs: {model: true}\n")
    with pytest.raises(MlebenchError, match="language model"):
        create_group(harness.folder / "runs", agent, [harness.registry.get(TASK)], harness.data_dir, PLAIN)


def test_finished_runs_are_never_repeated(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    group = harness.group(COUNTED, seeds=2)
    count = harness.folder / "count"
    _let_through(monkeypatch, count)
    harness.run(group)
    harness.run(group)
    assert sorted(count.read_text().split()) == ["0", "1"]


def test_an_agent_that_has_changed_is_not_mixed_into_an_old_group(harness: Harness) -> None:
    group = harness.group("pass")
    (harness.folder / "agents" / "tester" / "start.py").write_text("print('new')")
    with pytest.raises(MlebenchError, match="has changed"):
        harness.run(group)


def test_a_damaged_run_file_costs_only_that_run(harness: Harness) -> None:
    group = harness.group(HAND_IN, seeds=2)
    harness.run(group)
    first, second = group.spec.runs
    (group.folder_of(first) / "run.json").write_text('{"run_id": "x", "sta')
    (group.folder_of(second) / "report.json").write_text("not JSON")
    records = harness.run(group)
    assert [record.state for record in records] == ["finished", "finished"]
    assert (group.folder_of(first) / "run.json.damaged").exists()
    harness.grade(group)


def test_two_harnesses_do_not_share_a_group(harness: Harness) -> None:
    group = harness.group("pass")
    with group.locked(), pytest.raises(MlebenchError, match="another mlebench"):
        harness.run(group)


def _let_through(monkeypatch: pytest.MonkeyPatch, count: Path, **others: str) -> None:
    """Give agents of this test variables that the sandbox would keep out."""
    from mlebench.sandbox import process

    allowed = {"COUNT": str(count), **others}
    monkeypatch.setattr(process, "passed_on", lambda environment: dict(allowed))


SCRIPT = """
import sys
from pathlib import Path
from mlebench.sandbox import process
given = {"COUNT": sys.argv[4], "PAUSE_1": "600"}
process.passed_on = lambda environment: given
from mlebench.cli.main import main
sys.argv = ["mlebench", "run", "--resume", sys.argv[1], "--data-dir", sys.argv[2], "--agents-dir", sys.argv[3],
            "--workers", "2", "--sandbox", "process"]
main()
"""


def _start(harness: Harness, group: RunGroup, count: Path) -> subprocess.Popen[str]:
    arguments = [group.folder, harness.data_dir, harness.folder / "agents", count]
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "COLUMNS": "300"},
    )


def _in_the_middle(group: RunGroup) -> bool:
    """Seed 0 is done, seed 1 at work."""
    first, second = (RunRecord.load(group.folder_of(run)) for run in group.spec.runs)
    return first.state == "finished" and second.state == "running"


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_stopped_harness_leaves_states_and_no_processes_and_resumes(
    how: signal.Signals, harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    group, count = harness.group(COUNTED, seeds=2), harness.folder / "count"
    process = _start(harness, group, count)
    second = group.folder_of(group.spec.runs[1])
    note = second / "sandbox" / "logs" / "pid"
    assert until(lambda: _in_the_middle(group) and note.exists() and note.read_text() != "", 60)
    agent = int(note.read_text())
    process.send_signal(how)
    _, errors = process.communicate(timeout=60)
    assert until(lambda: not alive(agent))
    assert RunRecord.load(second).state == ("running" if how == signal.SIGKILL else "cancelled")
    if how != signal.SIGKILL:
        assert process.returncode == 130
        assert "mlebench run --resume" in errors
    _let_through(monkeypatch, count)
    records = harness.run(RunGroup.open(group.folder))
    assert [record.state for record in records] == ["finished", "finished"]
    assert [record.attempt for record in records] == [1, 2]
    assert sorted(count.read_text().split()) == ["0", "1", "1"]
    assert not (second / "sandbox").exists()


def test_the_heartbeat_moves_while_an_agent_works(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    from mlebench.runs import execute

    monkeypatch.setattr(execute, "_HEARTBEAT_SECONDS", 0.1)
    seen: list[str] = []
    group = harness.group("import time; time.sleep(1.2)")
    from mlebench.agents import load_agent
    from mlebench.runs.launch import run_group

    def note(record: RunRecord) -> None:
        seen.append(str(record.heartbeat_at))

    agent = load_agent(harness.folder / "agents" / "tester")
    run_group(group, agent, harness.registry, harness.data_dir, PLAIN, note)
    assert len(set(seen)) >= 3
    assert json.loads((group.folder / group.spec.runs[0].run_id / "run.json").read_text())["heartbeat_at"]


class TestData:
    """A group's results all stand on the data that it was made with."""

    @pytest.fixture
    def own(self, harness: Harness, registry: Registry) -> Harness:
        """The harness with data of its own, which may be changed."""
        harness.data_dir = harness.folder / "data"
        self.replace(harness, registry, seed=0)
        return harness

    def replace(self, harness: Harness, registry: Registry, seed: int) -> None:
        prepare(registry.get(TASK), harness.data_dir, Miniature(seed), PrepareOptions(force=True))

    def former(self, group: RunGroup, source: str) -> RunGroup:
        """As version 0.1 would have written it."""
        path = group.folder / "metadata.json"
        content = json.loads(path.read_text())
        content.pop("data", None)
        path.write_text(json.dumps({**content, "data_sources": {TASK: source}}))
        return RunGroup.open(group.folder)

    def test_other_data_is_refused_on_resume_and_before_grading(self, own: Harness, registry: Registry) -> None:
        group, record = own.one(HAND_IN)
        assert record.data == "miniature"
        self.replace(own, registry, seed=5)
        with pytest.raises(DataError, match="other miniature data"):
            own.grade(group)
        with pytest.raises(DataError, match="other miniature data"):
            own.run(group)
        assert not list(group.folder.glob("**/report.json"))
        self.replace(own, registry, seed=0)
        own.run(group)
        own.grade(group)
        self.replace(own, registry, seed=5)
        with pytest.raises(DataError, match="other miniature data"):
            own.grade(group)

    def test_damaged_answers_are_noticed_before_an_agent_works_for_them(self, own: Harness) -> None:
        group = own.group(HAND_IN)
        (own.data_dir / TASK / "prepared" / "private" / "test.csv").write_text("id\n")
        with pytest.raises(DamagedData, match=r"private/test\.csv(.|\n)*--miniature --force"):
            own.run(group)
        own.folder /= "another"
        with pytest.raises(DamagedData, match=r"private/test\.csv"):
            own.group(HAND_IN)

    def test_groups_of_version_0_1_are_compared_by_source(self, own: Harness, registry: Registry) -> None:
        group, _ = own.one(HAND_IN)
        self.replace(own, registry, seed=5)
        own.grade(self.former(group, "miniature"))
        with pytest.raises(DataError, match="made with kaggle data, and this is miniature data"):
            own.grade(self.former(group, "kaggle"))

    def test_former_reports_on_miniatures_lose_their_medals(self, own: Harness) -> None:
        group, record = own.one(HAND_IN)
        own.grade(group)
        path = group.folder / record.run_id / "report.json"
        content = {**json.loads(path.read_text()), "any_medal": True, "gold_medal": True, "percentile": 100.0}
        del content["data"]
        path.write_text(json.dumps({**content, "warnings": []}))
        group = self.former(group, "miniature")
        (run,) = load_results([group.folder]).runs
        assert run.is_miniature
        assert run.report is not None
        assert (run.report.medal, run.report.percentile) == (None, None)
        own.grade(group)
        assert json.loads(path.read_text())["data"] == "miniature"
        assert not json.loads(path.read_text())["any_medal"]

    def test_medals_of_miniatures_can_be_asked_for_afterwards(self, own: Harness, registry: Registry) -> None:
        perfect = own.data_dir / TASK / "prepared" / "private" / "test.csv"
        group, record = own.one(HAND_IN)
        shutil.copy(perfect, group.folder / record.run_id / "submission" / "submission.csv")
        assert grade_group(group, registry, own.data_dir, workers=1).total_medals == 0
        assert grade_group(group, registry, own.data_dir, workers=1, miniature_medals=True).total_gold_medals == 1
