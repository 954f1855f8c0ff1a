"""A competition as a Gymnasium environment."""

from __future__ import annotations

from typing import Any

import gymnasium as gym

from mlebench.errors import WrongUsage
from mlebench.fields import reason
from mlebench.gym.episode import ACTIONS, Episode, EpisodeSettings, Task

_LONGEST = 1 << 20  # characters of a text
Action = dict[str, Any]


class AnyText(gym.Space[str]):
    """Texts of any characters. (Gymnasium's own has a fixed set of them, and code has not.)"""

    def __init__(self, longest: int = _LONGEST, seed: int | None = None) -> None:
        super().__init__(dtype=str, seed=seed)
        self.longest = longest

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        """A harmless program."""
        return f"print({int(self.np_random.integers(1000))})"

    def contains(self, x: Any) -> bool:
        """Whether it is a text, and not too long."""
        return isinstance(x, str) and len(x) <= self.longest

    @property
    def is_np_flattenable(self) -> bool:
        """It has no fixed size."""
        return False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AnyText) and other.longest == self.longest

    def __hash__(self) -> int:
        return hash(self.longest)


class CompetitionEnv(gym.Env[str, Action]):
    """Actions are `{"action": 0…3, "text": …}`: info, run (the text is Python code), validate, submit.

    Observations are what is said to them. Only the end has a reward: the share of the leaderboard that the submission
    leaves behind.
    """

    metadata = {"render_modes": []}

    def __init__(self, competition_id: str, **settings: Any) -> None:
        try:
            self.task = Task(competition_id, EpisodeSettings(**settings))
        except ValueError as error:
            raise WrongUsage(f"mlebench.gym.make: {reason(error)}") from error
        self.action_space = gym.spaces.Dict({"action": gym.spaces.Discrete(len(ACTIONS)), "text": AnyText()})
        self.observation_space = AnyText()
        self._episode: Episode | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """Begin an episode; the observation is the task."""
        super().reset(seed=seed, options=options)
        self.close()
        self._episode = Episode(self.task)
        return self._episode.info(), {}

    def step(self, action: Action) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Do something; the end of the episode has the reward."""
        if self._episode is None:
            raise WrongUsage("There is no episode: call reset first.")
        step = self._episode.act(ACTIONS[int(action["action"])], action["text"])
        return step.text[:_LONGEST], step.reward, step.done, step.cut_off, {"score": step.score}

    def close(self) -> None:
        """Remove what the episode left."""
        if self._episode is not None:
            self._episode.close()
            self._episode = None
