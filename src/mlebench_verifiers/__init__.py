"""Competitions as an environment of `verifiers`: `vf-eval mlebench-verifiers --env.taskset.competitions ID …`.

A package of its own at the top level, because verifiers finds tasksets by such names. The model is told the task, and
what it does stands in its answers: a block of Python is run, or one of the words validate and submit.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import verifiers.v1 as vf

from mlebench.gym.episode import Episode, EpisodeSettings, Step, Task

__all__ = ["CompetitionEnv", "CompetitionTask", "CompetitionTaskset"]
_HOW = """\

In each answer, do one thing. To run Python code, write it between ```python and ```. To check the form of your
submission, or to hand it in and end, write one word alone in the last line: validate or submit."""
_CODE = re.compile(r"```(?:python|py)?\s*\n(.*?)```", re.DOTALL)


class CompetitionsConfig(vf.TasksetConfig):
    """Which competitions, and how their episodes go."""

    competitions: list[str] = ["starter-wine-cultivars"]
    episode: EpisodeSettings = EpisodeSettings()


class CompetitionData(vf.TaskData):
    """One competition."""

    competition: str
    episode: EpisodeSettings


class CompetitionTask(vf.Task[CompetitionData, vf.State, vf.TaskConfig]):
    """What a model is given."""


class CompetitionTaskset(vf.Taskset[CompetitionTask, CompetitionsConfig]):
    """One task for each competition."""

    def load(self) -> Iterator[CompetitionTask]:
        """The tasks; their data must be prepared."""
        for name in self.config.competitions:
            with Episode(Task(name, self.config.episode)) as episode:
                prompt = episode.info() + _HOW
            data = CompetitionData(name=name, prompt=prompt, competition=name, episode=self.config.episode)
            yield CompetitionTask(data, self.config.task)


class CompetitionEnvConfig(vf.EnvConfig):
    """The model plays alone, and its program only talks."""

    player: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"}, runtime=vf.SubprocessConfig())


class CompetitionEnv(vf.Env[CompetitionEnvConfig]):
    """The episode answers the model, on the side of the trainer."""

    async def run(self, task: CompetitionTask, agents: vf.Agents) -> None:
        """Play one episode; the reward is its end's, and nothing where the model stops before."""
        step = Step("")
        with Episode(Task(task.data.competition, task.data.episode)) as episode:
            async with agents.player.interaction(task) as interaction:
                segment = await interaction.turn()
                while not segment.terminated:
                    step = await asyncio.to_thread(episode.act, *action_of(segment.last_reply))
                    if step.done or step.cut_off:
                        break
                    segment = await interaction.turn(step.text)
        interaction.trace.record_reward("leaderboard", step.reward, 1.0)
        interaction.trace.info |= {"training": True, "score": step.score}


def action_of(answer: str) -> tuple[str, str]:
    """What an answer asks for: its last block of code, or the word in its last line."""
    if blocks := _CODE.findall(answer):
        return "run", blocks[-1]
    last = (answer.strip().splitlines() or [""])[-1].strip().strip(".*`").lower()
    return (last, "") if last in ("validate", "submit") else ("info", "")
