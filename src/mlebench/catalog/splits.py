"""Splits: named sets of competitions, or a text file with one id per line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mlebench.catalog.listed import Listed
from mlebench.catalog.registry import Registry
from mlebench.errors import WrongUsage
from mlebench.names import did_you_mean

SPLITS: dict[str, Callable[[Listed], bool]] = {
    "low": lambda c: c.complexity == "low",
    "lite": lambda c: c.complexity == "low",
    "medium": lambda c: c.complexity == "medium",
    "high": lambda c: c.complexity == "high",
    "all": lambda c: c.complexity in ("low", "medium", "high"),
    "dev": lambda c: c.complexity == "dev",
    "systemcard30": lambda c: c.systemcard30,
    "starter": lambda c: c.complexity == "starter",
}


def split_ids(name: str, registry: Registry) -> list[str]:
    """The ids of a named split, or of a text file (one per line; `#` starts a comment)."""
    if name in SPLITS:
        return [competition.id for competition in registry.listed() if SPLITS[name](competition)]
    path = Path(name)
    if not path.is_file():
        raise WrongUsage(
            f"'{name}' is neither a split nor a file.",
            hint=f"{did_you_mean(name, SPLITS, '')} Splits: {', '.join(SPLITS)}; or a text file of ids.".strip(),
        )
    return ids_of_file(path, registry)


def ids_of_file(path: Path, registry: Registry) -> list[str]:
    """Ids of a text file, each known, in file order without repeats."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise WrongUsage(f"{path}: cannot be read as a list of competitions ({error})") from error
    ids = list(dict.fromkeys(line.split("#")[0].strip() for line in lines))
    ids = [competition_id for competition_id in ids if competition_id]
    if not ids:
        raise WrongUsage(f"{path}: names no competition.")
    for competition_id in ids:
        registry.get(competition_id)
    return ids
