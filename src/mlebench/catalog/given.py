"""Descriptions and leaderboards of a user's folder, by id, in place of those that competitions bring along."""

from __future__ import annotations

import csv
import hashlib
import io
import math
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

from mlebench import foreign
from mlebench.catalog.competition import Competition
from mlebench.catalog.folder import LEADERBOARD_OF_V2
from mlebench.catalog.leaderboard import Leaderboard
from mlebench.errors import WrongUsage

_POINTER = b"version https://git-lfs"
_FIRST_PAGE = 20  # rows that Kaggle's interface gives to who asks once


def read_descriptions(folder: Path, ids: Iterable[str]) -> dict[str, bytes]:
    """The description of each competition: FOLDER/ID/description.md, or FOLDER/ID.md."""
    found = {}
    for name, path in _found(folder, ids, "{}/description.md", "{}.md"):
        found[name] = _content(folder, path)
        try:
            text = found[name].decode("utf-8")
        except UnicodeDecodeError as error:
            raise WrongUsage(f"{path}: is not UTF-8 text ({error}).") from error
        if not text.strip():
            raise WrongUsage(f"{path}: is empty.")
    return found


def read_leaderboards(folder: Path, competitions: Iterable[Competition]) -> dict[str, Leaderboard]:
    """The digest of each competition's full leaderboard: FOLDER/ID/leaderboard.csv, or FOLDER/ID.csv."""
    by_id = {competition.id: competition for competition in competitions}
    places = _found(folder, by_id, "{}/leaderboard.csv", "{}.csv")
    return {name: _leaderboard(by_id[name], folder, path) for name, path in places}


def digest_of(content: bytes) -> str:
    """What records name a file by."""
    return hashlib.sha256(content).hexdigest()


def _found(folder: Path, ids: Iterable[str], *forms: str) -> Iterator[tuple[str, Path]]:
    missing = []
    for name in ids:
        path = next((p for p in (folder / form.format(name) for form in forms) if p.is_file()), None)
        if path is None:
            missing.append(name)
        else:
            yield name, path
    if missing:
        wanted = " nor ".join(form.format("ID") for form in forms)
        raise WrongUsage(f"{folder}: has neither {wanted} of {', '.join(missing)}.")


def _content(folder: Path, path: Path) -> bytes:
    content = foreign.read_bytes(folder, path.relative_to(folder))
    if content.startswith(_POINTER):
        raise WrongUsage(f"{path}: is a pointer of git-lfs, not the file itself.", hint="Fetch the files: git lfs pull")
    return content


def _leaderboard(competition: Competition, folder: Path, path: Path) -> Leaderboard:
    recorded, lower = competition.leaderboard, competition.metric.lower_is_better
    if competition.benchmark == "v2" and (competition.folder / LEADERBOARD_OF_V2).is_file():
        raise WrongUsage(f"{competition.id}: version 2 has a leaderboard of its own, of another task than {path}.")
    content = _content(folder, path)
    scores = _scores(content, path)
    if len(scores) == _FIRST_PAGE and (recorded is None or recorded.teams != _FIRST_PAGE):
        raise WrongUsage(f"{path}: has {_FIRST_PAGE} rows: a first page, not the whole leaderboard.")
    for row, (above, below) in enumerate(pairwise(scores), 2):
        if above > below if lower else above < below:
            best = "lowest" if lower else "highest"
            raise WrongUsage(
                f"{path}: is not sorted: {below:g} stands below {above:g} in row {row}, and the {best} score is best."
            )
    return Leaderboard.from_scores(
        scores,
        lower_is_better=lower,
        source=f"{path.parent.name}/{path.name}",
        kind=recorded.kind if recorded else "human",
    ).model_copy(update={"digest": digest_of(content)})


def _scores(content: bytes, path: Path) -> list[float]:
    try:
        rows = csv.DictReader(io.StringIO(content.decode("utf-8-sig")), strict=True)
        column = next((name for name in rows.fieldnames or () if name.lower() == "score"), None)
        if column is None:
            raise WrongUsage(f"{path}: has no column 'score'.")
        texts = [row[column] for row in rows]
    except (UnicodeDecodeError, csv.Error) as error:
        raise WrongUsage(f"{path}: is not a CSV file ({error}).") from error
    scores = []
    for number, text in enumerate(texts, 1):
        try:
            scores.append(float(text))
        except (TypeError, ValueError):
            scores.append(math.nan)
        if not math.isfinite(scores[-1]):
            raise WrongUsage(f"{path}: row {number} has no score ({text!r}).")
    if not scores:
        raise WrongUsage(f"{path}: has no rows.")
    return scores
