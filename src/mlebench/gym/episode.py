"""An episode: somebody works on a competition, one action at a time. Gymnasium and verifiers both stand on it."""

from __future__ import annotations

import json
import shutil
import time
import uuid
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from mlebench.catalog import Benchmark, Competition, Registry
from mlebench.data.layout import DataLayout, default_data_dir
from mlebench.errors import MlebenchError, WrongUsage
from mlebench.gym.judge import Judge, Judged
from mlebench.sandbox import (
    Outcome,
    Resources,
    SandboxSettings,
    SandboxSpec,
    collect,
    open_backend,
    remove_sandbox_folder,
)
from mlebench.sandbox.protocol import OUTPUTS
from mlebench.scratch import Scratch, remove_leftovers

Reward = Literal["holdout", "final"]
ACTIONS = ("info", "run", "validate", "submit")
_JUDGE = Judge()
_GRACE = 1.0
_INFO = """\
You take part in a machine-learning competition. What you can do:
  info      this text
  run       Python code, in a closed sandbox without a network, for at most {seconds:.0f} seconds
  validate  whether your submission is valid in form, and if not why
  submit    your submission is scored, and the episode ends
Files of the competition are in {data} (environment variable DATA_DIR), read only. Write your predictions to
{submission}/submission.csv (SUBMISSION_DIR). What lies in {submission} and {code} (CODE_DIR) stays from one run to the
next; everything else, and all processes, end with each run. You have {steps} actions and {time:.0f} seconds in all.

{description}
"""


class EpisodeSettings(BaseModel):
    """How episodes go. One object, whoever makes them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    reward: Reward = Field("holdout", description="holdout: of the training side; final: the real answers")
    data_dir: Path | None = Field(None, description="null: MLEBENCH_DATA_DIR, or the cache folder")
    competitions_dir: tuple[Path, ...] = ()  # folders of competitions of your own
    benchmark: Benchmark = "v1"  # version of the competition
    sandbox: str = "bubblewrap"  # what code runs in
    image: str | None = None  # of a container
    step_limit: int = Field(30, gt=0, description="actions of an episode")
    time_limit: float = Field(3600.0, gt=0, description="seconds of an episode")
    run_limit: float = Field(600.0, gt=0, description="seconds of one run")
    cpus: float = Field(1, gt=0, description="of a sandbox")
    memory_gb: float = Field(4, gt=0, description="of a sandbox")
    disk_gb: float = Field(10, gt=0, description="of a sandbox")
    gpus: int = Field(0, ge=0, description="of a sandbox")
    output_characters: int = Field(10_000, gt=0, description="how much of its output a run shows: the end of it")
    episodes_dir: Path | None = Field(None, description="where episodes leave what they did; null: nothing stays")


class Task:
    """What the episodes of one environment have in common."""

    def __init__(self, competition_id: str, settings: EpisodeSettings) -> None:
        registry = Registry.default(settings.competitions_dir).under(settings.benchmark)
        self.settings = settings
        self.competition = registry.get(competition_id)
        data_dir = settings.data_dir or default_data_dir()
        if settings.reward == "holdout":
            from mlebench.gym.holdout import holdout_dir

            data_dir = holdout_dir(self.competition, data_dir)
        self.data_dir = data_dir.absolute()
        self.layout = DataLayout.of(self.competition, self.data_dir)
        self.layout.require_prepared()
        resources = Resources(**settings.model_dump(include={"cpus", "memory_gb", "disk_gb", "gpus"}))
        self.backend = open_backend(settings.sandbox, SandboxSettings(resources=resources, image=settings.image))
        self.image = self.backend.prepare(None, self.competition.folder)


class Step(NamedTuple):
    """What came of an action."""

    text: str
    reward: float = 0.0
    done: bool = False  # handed in
    cut_off: bool = False  # by a limit
    score: float | None = None


class Episode:
    """Close it: that removes its files and, with the last one, the processes that judge."""

    def __init__(self, task: Task) -> None:
        remove_leftovers("episode")
        self.task, self.id = task, f"{task.competition.id}_{uuid.uuid4().hex[:8]}"
        self.steps, self._over = 0, False
        self._ends = time.monotonic() + task.settings.time_limit
        self._scratch = Scratch("episode")
        self._kept = self._scratch.path / "kept"
        for name in OUTPUTS:
            (self._kept / name).mkdir(parents=True)
        self._open = True
        _JUDGE.enter()

    def __enter__(self) -> Episode:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def act(self, action: str, text: str = "") -> Step:
        """One of ACTIONS. With the last action or second, what has been handed in so far is scored."""
        if action not in ACTIONS:
            raise WrongUsage(f"'{action}' is no action.", hint=f"There are: {', '.join(ACTIONS)}")
        if not self._open or self._over:
            raise WrongUsage("The episode is over: begin another one.")
        self.steps += 1
        if action == "submit":
            return self._scored()
        if action == "run":
            said = self._run(text)
        elif action == "validate":
            said = self._judged(score=False).message
        else:
            said = self.info()
        if self.steps >= self.task.settings.step_limit or time.monotonic() >= self._ends:
            return self._scored(f"{said}\nYour actions or your time are used up.\n")
        return Step(said)

    def info(self) -> str:
        """The task, as it is told."""
        paths, settings = self.task.backend.paths(self._scratch.path / "run"), self.task.settings
        description = (self.task.layout.public / "description.md").read_text(encoding="utf-8")
        return _INFO.format(
            data=paths.data,
            submission=paths.submission,
            code=paths.code,
            seconds=settings.run_limit,
            steps=settings.step_limit,
            time=settings.time_limit,
            description=description,
        )

    def _run(self, code: str) -> str:
        """Each run has a sandbox and a folder of its own: what an earlier one left comes in as plain files."""
        folder, log = self._scratch.path / "run", self._scratch.path / "run.log"
        seconds = min(self.task.settings.run_limit, max(0.1, self._ends - time.monotonic()))
        try:
            shutil.copytree(self._kept, folder)
            (folder / "agent").mkdir()
            (folder / "agent" / "main.py").write_text(code, encoding="utf-8", errors="replace")
            outcome = self._in_sandbox(folder, log, seconds)
            for name in OUTPUTS:
                shutil.rmtree(self._kept / name)
                collect(folder / name, self._kept / name, move=True)
            return self._told(log, outcome, seconds)
        finally:
            remove_sandbox_folder(folder)
            log.unlink(missing_ok=True)

    def _in_sandbox(self, folder: Path, log: Path, seconds: float) -> Outcome | None:
        """The outcome; null where its time was over."""
        backend = self.task.backend
        paths = backend.paths(folder)
        places = {"DATA_DIR": paths.data, "SUBMISSION_DIR": paths.submission, "CODE_DIR": paths.code}
        handle = backend.start(
            SandboxSpec(
                run_id=f"{self.id}-{self.steps}",
                folder=folder,
                data=self.task.layout.public,
                command=("python", "main.py"),
                environment={name: str(path) for name, path in places.items()},
                output=log,
                image=self.task.image,
            )
        )
        try:
            outcome = handle.wait(seconds)
            if outcome is None:
                handle.terminate(_GRACE)
            return outcome
        finally:
            handle.close()

    def _told(self, log: Path, outcome: Outcome | None, seconds: float) -> str:
        most = self.task.settings.output_characters
        with log.open("rb") as file:
            file.seek(max(0, log.stat().st_size - 4 * most))
            text = file.read().decode("utf-8", "replace")[-most:]
        if outcome is None:
            return f"{text}\nEnded after {seconds:.0f} seconds."
        how = f"signal {outcome.signal}" if outcome.exit_code is None else f"exit code {outcome.exit_code}"
        limit = f", over its limit of {outcome.exceeded}" if outcome.exceeded else ""
        return f"{text}\nEnded with {how}{limit}."

    def _judged(self, *, score: bool) -> Judged:
        submission = self._kept / "submission" / "submission.csv"
        if not submission.is_file():
            return Judged(False, "There is no submission.csv.")
        competition, data_dir = self.task.competition, self.task.data_dir
        return _JUDGE.judge(competition.folder, competition.benchmark, submission, data_dir, score=score)

    def _scored(self, before: str = "") -> Step:
        found = self._judged(score=True)
        self._over = True
        if found.report and found.report["error_kind"] in ("internal", "not-prepared", "crash"):
            raise MlebenchError(f"The submission could not be graded: {found.message}")  # no fault of the policy's
        score = found.report["score"] if found.report else None
        reward = reward_of(self.task.competition, score)
        text = f"Not scored: {found.message}" if score is None else f"Scored: {score}"
        self._leave(found, score, reward)
        return Step(before + text, reward, not before, bool(before), score)

    def _leave(self, found: Judged, score: float | None, reward: float) -> None:
        """Write down what happened, with the mark that it is no result."""
        if self.task.settings.episodes_dir is None:
            return
        folder = self.task.settings.episodes_dir / self.id
        shutil.copytree(self._kept, folder)
        told = {"training": True, "competition_id": self.task.competition.id, "answers": self.task.settings.reward}
        told |= {"steps": self.steps, "score": score, "reward": reward}
        (folder / "episode.json").write_text(json.dumps(told, indent=2) + "\n")
        if found.report:
            (folder / "report.json").write_text(json.dumps(found.report, indent=2) + "\n")

    def close(self) -> None:
        """A second time does nothing."""
        if self._open:
            self._open = False
            self._scratch.remove()
            _JUDGE.leave()


def reward_of(competition: Competition, score: float | None) -> float:
    """The share of the leaderboard that a score leaves behind, 0 to 1; where that is not known, the score itself.

    More is better: where lower scores are, it is 1 / (1 + score). No score, no reward.
    """
    if score is None:
        return 0.0
    lower, board = competition.metric.lower_is_better, competition.leaderboard
    place = None if board is None else board.percentile(score, lower_is_better=lower)
    if place is None:
        return 1 / (1 + max(score, 0.0)) if lower else score
    return place / 100
