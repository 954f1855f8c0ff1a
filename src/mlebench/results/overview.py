"""Parts of the page that look across runs: agents side by side, medals by seed, what it took, scores over time."""

from __future__ import annotations

import json
import math
import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from mlebench import foreign
from mlebench.results.aggregate import Summary, by_competition, headline
from mlebench.results.run import OBFUSCATED, GroupInfo, Results, RunResult, apart
from mlebench.results.strip import SLICES, kind_of
from mlebench.runs.group import SNAPSHOTS_REPORT

# Told apart by letters too: not everybody sees colours, and paper has none.
LETTERS = {
    "gold": "G",
    "silver": "S",
    "bronze": "B",
    "above": "m",
    "below": "·",
    "miniature": "v",
    "unranked": "v",
    "none": "×",
}
FILES = ("run.log", "submission/submission.csv", "code", "logs", "run.json", "report.json", "trajectory.json")


@dataclass(frozen=True)
class Cell:
    """One run in the matrix of medals; `links` lead to its files where the page lies beside them."""

    kind: str
    letter: str
    text: str
    link: str | None


@dataclass(frozen=True)
class Matrix:
    """Medals by competition and seed. A seed without a run of a competition has null."""

    seeds: list[int]
    rows: list[tuple[str, list[Cell | None]]]


def matrix(runs: Sequence[RunResult], page: Path | None) -> Matrix:
    """The matrix of one agent's runs, in the order in which competitions appear."""
    found: dict[str, dict[int, RunResult]] = {}
    for run in runs:
        label = f"{run.competition_id} (miniature)" if run.is_miniature else run.competition_id
        found.setdefault(label, {})[run.replicate] = run
    seeds = sorted({run.replicate for run in runs})
    return Matrix(
        seeds,
        [(label, [_cell(own[seed], page) if seed in own else None for seed in seeds]) for label, own in found.items()],
    )


def _cell(run: RunResult, page: Path | None) -> Cell:
    kind = kind_of(run)
    score = f", score {run.report.score:g}" if run.report and run.report.score is not None else ""
    text = f"{run.competition_id}, seed {run.seed}: {'missing' if run.missing else SLICES[kind]}{score}"
    return Cell(kind, "?" if run.missing else LETTERS[kind], text, links(run, page).get("run.log"))


def links(run: RunResult, page: Path | None) -> dict[str, str]:
    """The files of a run by name, relative to the page; none where it does not lie beside them."""
    if run.folder is None or page is None or not run.folder.is_relative_to(page.parent):
        return {}
    there = [name for name in FILES if (run.folder / name).exists()]
    return {name: quote(os.path.relpath(run.folder / name, page.parent)) for name in there}


@dataclass(frozen=True)
class SharedRow:
    """One competition that all agents have, with the summary of each; `best` are those with the best mean score."""

    summaries: list[Summary]
    best: list[bool]


def side_by_side(results: Results) -> list[SharedRow]:
    """The competitions that all agents have on real data; none for a single agent."""
    if len(results.agents) < 2:
        return []
    of_agent = [{s.label: s for s in by_competition(apart(results.of(agent))[0])} for agent in results.agents]
    rows = []
    for label in of_agent[0]:
        if all(label in each for each in of_agent):
            summaries = [each[label] for each in of_agent]
            rows.append(SharedRow(summaries, _best(summaries)))
    return rows


def _best(summaries: Sequence[Summary]) -> list[bool]:
    facts = summaries[0].facts
    sign = -1.0 if facts is not None and facts.is_lower_better else 1.0
    values = [sign * s.score.mean if s.score else -math.inf for s in summaries]
    return [value == max(values) > -math.inf for value in values]


@dataclass(frozen=True)
class Effort:
    """What an agent took, beside what it won."""

    agent: str
    overall: Summary
    number: int  # in the picture

    def total(self, name: str) -> float | None:
        """Of all runs for which it is known."""
        return self.overall.spent[name].total if name in self.overall.spent else None

    def each(self, name: str) -> float | None:
        """Of a run."""
        return self.overall.spent[name].mean if name in self.overall.spent else None


@dataclass(frozen=True)
class Dot:
    """An agent in the picture of effort against medals; places are percentages."""

    number: int
    agent: str
    x: float
    y: float


def efforts(results: Results) -> list[Effort]:
    """One for each agent of which any effort is known."""
    found = [Effort(agent, headline(results.of(agent)), n) for n, agent in enumerate(results.agents, 1)]
    return [each for each in found if each.overall.spent]


def scatter(found: Sequence[Effort], name: str) -> tuple[float, list[Dot]] | None:
    """Effort of a run against runs with a medal, and the largest effort; null where there is nothing to compare."""
    pairs = [(e, x, e.overall.measures["any_medal"].mean) for e in found if (x := e.each(name)) and _has_medals(e)]
    if len(pairs) < 2:
        return None
    most = max(x for _, x, _ in pairs)
    return most, [Dot(e.number, e.agent, 100 * x / most, y) for e, x, y in pairs]


def _has_medals(effort: Effort) -> bool:
    return "any_medal" in effort.overall.measures


def curves(results: Results) -> dict[str, Any]:
    """Scores over time by competition, from the snapshots that groups kept."""
    found: dict[str, Any] = {}
    for run in results.runs:
        points = [[s, score] for s, score in scores_over_time(run) if score is not None]
        if points:
            lower = bool(run.facts.is_lower_better)
            chart = found.setdefault(run.competition_id, {"name": run.facts.name, "lower": lower, "series": []})
            chart["series"].append({"name": f"{run.agent}, seed {run.seed}", "points": points})
    return found


def scores_over_time(run: RunResult) -> list[tuple[float, float | None]]:
    """What its snapshots would have scored, by seconds."""
    if run.folder is None:
        return []
    try:
        entries = json.loads(foreign.read_bytes(run.folder, SNAPSHOTS_REPORT))
        return [(float(entry["seconds"]), entry["score"]) for entry in entries]
    except (OSError, ValueError, TypeError, KeyError, foreign.ForeignError):
        return []


def command_of(group: GroupInfo, runs: Sequence[RunResult]) -> str | None:
    """How to run a group again; null where only a report is known."""
    own = [run for run in runs if run.group == group.name and not run.missing]
    if group.sandbox is None or not own:
        return None
    agent = group.agent.removesuffix(OBFUSCATED) if group.obfuscated else group.agent
    words = ["mlebench", "run", "--agent", agent, "--seeds", str(group.seeds or 1), "--sandbox", group.sandbox]
    if group.obfuscated:
        words.append("--obfuscate")
    words += ["--descriptions", "DIR"] * group.described_by_user + [
        "--leaderboards",
        "DIR",
    ] * group.leaderboards_of_user
    if group.benchmark_version != "v1":
        words += ["--benchmark", group.benchmark_version]
    if group.time_limit_seconds:
        words += ["--time-limit", f"{group.time_limit_seconds:g}s"]
    for competition_id in dict.fromkeys(run.competition_id for run in own):
        words += ["-c", competition_id]
    return shlex.join(words)


def grouped_notes(notes: Sequence[tuple[str, Sequence[str]]]) -> Mapping[str, list[str]]:
    """Competitions by note: what is said of many is said once."""
    found: dict[str, list[str]] = {}
    for competition_id, lines in notes:
        for line in lines:
            found.setdefault(line, []).append(competition_id)
    return found
