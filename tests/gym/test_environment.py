"""Episodes in real sandboxes, through Gymnasium."""

from __future__ import annotations

import gc
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psutil
import pytest
from gymnasium.utils.env_checker import check_env

import mlebench.gym
from mlebench.catalog import Registry
from mlebench.data.layout import DataLayout
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.embedded import Embedded
from mlebench.errors import WrongUsage
from mlebench.grading.grade import grade_submission
from mlebench.grading.report import CompetitionReport, GradingReport
from mlebench.gym.environment import CompetitionEnv
from mlebench.gym.episode import ACTIONS
from tests.cli.conftest import Cli
from tests.cli.conftest import cli as cli
from tests.sandbox.conftest import bubblewrap_problem

TASK = "starter-wine-cultivars"
HAND_IN = """
import os, shutil
shutil.copy(os.environ["DATA_DIR"] + "/sample_submission.csv", os.environ["SUBMISSION_DIR"] + "/submission.csv")
"""
EPISODES = 100


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if problem := bubblewrap_problem():
        pytest.skip(problem)
    folder = tmp_path_factory.mktemp("data")
    prepare(Registry.default().get(TASK), folder, Embedded(), PrepareOptions())
    return folder


@pytest.fixture
def make(data_dir: Path) -> Iterator[Callable[..., CompetitionEnv]]:
    made: list[CompetitionEnv] = []

    def make(**settings: Any) -> CompetitionEnv:
        env = mlebench.gym.make(TASK, data_dir=data_dir, **settings)
        env.reset(seed=0)
        made.append(env)
        return env

    yield make
    for env in made:
        env.close()


def act(env: CompetitionEnv, action: str, text: str = "") -> tuple[str, float, bool, bool, dict[str, Any]]:
    return env.step({"action": ACTIONS.index(action), "text": text})


def test_gymnasium_is_content_with_it(make: Callable[..., CompetitionEnv]) -> None:
    check_env(make(), skip_render_check=True)


def test_an_episode_from_the_task_to_the_reward(make: Callable[..., CompetitionEnv], data_dir: Path) -> None:
    env = make()
    assert "Wine Cultivars" in act(env, "info")[0]
    assert act(env, "validate")[0] == "There is no submission.csv."
    said = act(env, "run", HAND_IN + "print(open(os.environ['SUBMISSION_DIR'] + '/submission.csv').readline())")[0]
    assert "id,cultivar_1" in said
    assert said.endswith("Ended with exit code 0.")
    assert act(env, "validate")[0].endswith("is valid.")
    text, reward, done, cut_off, info = act(env, "submit")
    assert (done, cut_off) == (True, False)
    assert text == f"Scored: {info['score']}"
    assert info["score"] == pytest.approx(1.09861)  # of even guesses
    assert 0 <= reward <= 1
    with pytest.raises(WrongUsage, match="is over"):
        act(env, "info")


def test_the_reward_of_a_holdout_needs_no_answers(data_dir: Path, tmp_path: Path) -> None:
    competition = Registry.default().get(TASK)
    shutil.copytree(DataLayout.of(competition, data_dir).public, DataLayout.of(competition, tmp_path).public)
    env = mlebench.gym.make(TASK, data_dir=tmp_path)
    env.reset(seed=0)
    act(env, "run", HAND_IN)
    assert act(env, "submit")[4]["score"] is not None
    env.close()


def test_the_final_reward_is_what_grading_says(make: Callable[..., CompetitionEnv], data_dir: Path) -> None:
    env = make(reward="final")
    act(env, "run", HAND_IN)
    _, reward, _, _, info = act(env, "submit")
    competition = Registry.default().get(TASK)
    layout = DataLayout.of(competition, data_dir)
    graded = grade_submission(competition, layout.prepared / competition.sample_submission, data_dir)
    assert info["score"] == graded.score
    assert graded.percentile is not None
    assert reward == graded.percentile / 100


LOOK = """
import os, socket
from pathlib import Path
found = []
for folder, folders, files in os.walk("/"):
    folders[:] = [name for name in folders if folder != "/" or name not in ("proc", "sys", "dev", "usr")]
    found += [folder for name in folders if name in ("private", "holdout", "prepared")]
print("seen:", found)
try:
    socket.create_connection(("1.1.1.1", 53), 1)
    print("network")
except OSError:
    print("closed")
try:
    (Path(os.environ["DATA_DIR"]) / "train.csv").write_text("x")
except OSError as error:
    print("read only")
"""


@pytest.mark.attack
def test_code_sees_neither_the_labels_nor_a_network(make: Callable[..., CompetitionEnv]) -> None:
    said = act(make(), "run", LOOK)[0]
    assert "seen: []" in said
    assert "closed" in said
    assert "read only" in said


@pytest.mark.attack
@pytest.mark.parametrize("place", ["submission", "submission/submission.csv", "code"])
def test_links_that_a_run_leaves_lead_nowhere(place: str, make: Callable[..., CompetitionEnv], data_dir: Path) -> None:
    env = make()
    answers = env.task.layout.private / "test.csv"
    target = answers if place.endswith(".csv") else answers.parent
    code = f"""
import os, shutil
shutil.rmtree('/home/{place}', ignore_errors=True)
os.symlink({str(target)!r}, '/home/{place}')
"""
    before = answers.read_bytes()
    act(env, "run", code)
    act(env, "run", "import os; print(os.listdir('/home/code'), os.listdir('/home/submission'))")
    assert act(env, "submit")[4]["score"] is None
    assert answers.read_bytes() == before


def test_files_stay_and_processes_do_not(make: Callable[..., CompetitionEnv]) -> None:
    env = make()
    code = "import os, subprocess; open('/home/code/x', 'w').write('kept'); subprocess.Popen(['sleep', '600'])"
    act(env, "run", code)
    assert "kept" in act(env, "run", "print(open('/home/code/x').read())")[0]
    act(env, "run", "import os; os.remove('/home/code/x')")
    assert "FileNotFoundError" in act(env, "run", "open('/home/code/x')")[0]
    here = psutil.Process().children(recursive=True)
    assert not [each for each in here if "sleep" in each.name()]


def test_limits_end_a_run_and_an_episode(make: Callable[..., CompetitionEnv]) -> None:
    env = make(run_limit=2, step_limit=3, output_characters=50)
    assert "Ended after 2 seconds." in act(env, "run", "print('x' * 10_000, flush=True)\nwhile True: pass")[0]
    act(env, "run", HAND_IN)
    text, _, done, cut_off, info = act(env, "info")
    assert (done, cut_off) == (False, True)
    assert info["score"] is not None
    assert "used up" in text


@pytest.mark.attack
def test_a_policy_fills_the_disk_of_the_trainer(make: Callable[..., CompetitionEnv]) -> None:
    env = make(disk_gb=0.1, run_limit=60)
    fill = """
import pathlib, time
for number in range(5):
    pathlib.Path(f"/home/code/{number}").write_bytes(bytes(32 << 20))
time.sleep(60)
"""
    assert "over its limit of disk" in act(env, "run", fill)[0]


def test_wrong_settings_and_actions_are_told(make: Callable[..., CompetitionEnv], data_dir: Path) -> None:
    with pytest.raises(WrongUsage, match="reward"):
        mlebench.gym.make(TASK, data_dir=data_dir, reward="free")
    with pytest.raises(WrongUsage, match="is no action"):
        make()._episode.act("cheat")  # type: ignore[union-attr]
    with pytest.raises(WrongUsage, match="call reset"):
        act(mlebench.gym.make(TASK, data_dir=data_dir), "info")


def test_what_was_trained_on_enters_no_report(make: Callable[..., CompetitionEnv], tmp_path: Path, cli: Cli) -> None:
    env = make(reward="final", episodes_dir=tmp_path / "episodes")
    act(env, "run", HAND_IN)
    act(env, "submit")
    (folder,) = (tmp_path / "episodes").iterdir()
    assert json.loads((folder / "episode.json").read_text())["training"] is True
    report = CompetitionReport.model_validate_json((folder / "report.json").read_bytes())
    assert report.training
    file = tmp_path / "report.json"
    file.write_text(GradingReport.of([report]).to_json())
    for command in (("report", file), ("leaderboard", "--with", file), ("compare", file, file)):
        done = cli(*command)
        assert done.code == 2
        assert "training episodes, which enter no report, bundle or leaderboard" in done.err


def test_many_episodes_at_once_leave_nothing_behind(
    data_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    process = psutil.Process()

    def held() -> tuple[list[Path], int, int, set[int]]:
        children = {each.pid for each in process.children(recursive=True)}
        return list(tmp_path.iterdir()), process.num_fds(), process.num_threads(), children

    def play(number: int) -> float:
        env = mlebench.gym.make(TASK, data_dir=data_dir)
        try:
            env.reset(seed=number)
            act(env, "run", HAND_IN + f"print({number})")
            return act(env, "submit")[1]
        finally:
            env.close()

    play(0)  # what is loaded once
    before = held()
    memory = process.memory_info().rss
    with ThreadPoolExecutor(4) as threads:
        rewards = list(threads.map(play, range(EPISODES)))
    gc.collect()
    assert len(set(rewards)) == 1
    assert len(rewards) == EPISODES
    assert held() == before
    assert process.memory_info().rss - memory < 50 << 20
