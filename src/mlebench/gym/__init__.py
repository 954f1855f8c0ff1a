"""Training on competitions: an environment for Gymnasium (`make`) and one for verifiers (`mlebench_verifiers`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mlebench.errors import MissingExtra

if TYPE_CHECKING:
    from mlebench.gym.environment import CompetitionEnv

__all__ = ["make"]


def make(competition_id: str, **settings: Any) -> CompetitionEnv:
    """An environment of one competition; `settings` are the fields of EpisodeSettings.

    The data must be prepared. With `reward="holdout"` the reward is of a holdout of the training side, and the real
    answers are never opened.
    """
    try:
        from mlebench.gym.environment import CompetitionEnv
    except ModuleNotFoundError as error:
        if error.name != "gymnasium":
            raise
        raise MissingExtra("mlebench.gym", "gym") from error
    return CompetitionEnv(competition_id, **settings)
