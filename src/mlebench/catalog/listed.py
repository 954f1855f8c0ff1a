"""What a list of competitions shows and splits are made of, without the models: they take longer than the list."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mlebench.catalog.folder import load_competition, read_facts

if TYPE_CHECKING:
    from mlebench.catalog.competition import Competition

_MEDALS = ("gold", "silver", "bronze")
_NUMBER = (int, float)
_KINDS = ((str,), (str,), (str,), (bool,), (str,), (bool,), (*_NUMBER, type(None)), *3 * ((*_NUMBER, type(None)),))


class Listed(NamedTuple):
    """One competition in a list."""

    id: str
    complexity: str
    category: str
    systemcard30: bool
    metric: str
    lower_is_better: bool
    archive_gb: float | None
    gold: float | None
    silver: float | None
    bronze: float | None


def read_listed(folder: Path) -> Listed:
    """From the files as they are; where a value is not plainly there, the model decides or says what is wrong."""
    facts, places = read_facts(folder)
    try:
        medals = [places[name] for name in _MEDALS] if places is not None else [None] * len(_MEDALS)
        found = Listed(
            folder.name,
            facts["complexity"],
            facts["category"],
            facts.get("systemcard30", False),
            facts["metric"]["name"],
            facts["metric"]["lower_is_better"],
            facts.get("archive_gb"),
            *medals,
        )
    except (KeyError, TypeError):
        return listed_from(load_competition(folder))
    plain = all(type(value) in kinds for value, kinds in zip(found, _KINDS, strict=True))
    return found if plain else listed_from(load_competition(folder))


def listed_from(c: Competition) -> Listed:
    """From a competition that has been read."""
    metric = c.metric
    return Listed(
        c.id,
        c.complexity,
        c.category,
        c.systemcard30,
        metric.name,
        metric.lower_is_better,
        c.archive_gb,
        *(getattr(c.leaderboard, name, None) for name in _MEDALS),
    )
