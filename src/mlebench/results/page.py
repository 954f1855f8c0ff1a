"""Results as one HTML page that needs nothing else: nothing in it comes from elsewhere."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mlebench._version import __version__
from mlebench.results import overview
from mlebench.results.aggregate import Summary, by_competition, by_complexity, headline
from mlebench.results.columns import interval, last_of_k, share, with_percent
from mlebench.results.outcomes import Outcomes, outcomes, suspicions
from mlebench.results.run import Results, RunResult, apart
from mlebench.results.statistics import Estimate
from mlebench.results.strip import SLICES, Slice, Strip, bar, strip
from mlebench.results.versions import in_both_versions, score_or_why
from mlebench.runs.figures import last_line
from mlebench.runs.run_folder import LOG

if TYPE_CHECKING:
    from jinja2 import Environment

_BADGES = {
    "gold": "gold",
    "silver": "silver",
    "bronze": "bronze",
    "above": "above median",
    "below": "no medal",
    "miniature": "valid",
    "unranked": "valid",
    "none": "not valid",
}
_LONGEST_LINE = 300  # characters of what an agent printed last
_TEMPLATES = Path(__file__).parent / "templates"
MEASURES = {
    "any_medal": "Any medal",
    "gold": "Gold",
    "silver": "Silver",
    "bronze": "Bronze",
    "above_median": "Above median",
    "valid_submission": "Valid",
    "made_submission": "Handed in",
}


@dataclass(frozen=True)
class Badge:
    """How so many runs of a competition ended."""

    kind: str
    text: str
    count: int


@dataclass(frozen=True)
class CompetitionRow:
    """One competition of one agent."""

    summary: Summary
    strip: Strip | None
    badges: list[Badge]


@dataclass(frozen=True)
class AgentSection:
    """Everything about one agent."""

    name: str
    overall: Summary
    complexities: list[Summary]
    bars: list[tuple[str, int, list[Slice]]]
    endings: list[tuple[str, Outcomes]]  # of real runs, and of those on miniatures
    competitions: list[CompetitionRow]
    seconds: float | None
    matrix: overview.Matrix


@dataclass(frozen=True)
class Problem:
    """A run that did not end well."""

    run: RunResult
    kind: str
    message: str
    last_line: str | None  # of what the agent printed
    links: dict[str, str]


def render_page(results: Results) -> str:
    """The whole page. Everything that comes from runs is escaped: an agent may be hostile."""
    shown = view(results)
    page = new_environment().get_template("report.html.j2").render(shown | _scripts(charts=bool(shown["curves"])))
    return "\n".join(line for line in page.splitlines() if line.strip()) + "\n"


def new_environment(templates: Path = _TEMPLATES) -> Environment:
    """Templates that escape what they are given."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(templates),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"figure": figure, "interval": interval, "number": number, "seconds": seconds}
    environment.filters |= {"share": share, "times": times, "with_percent": with_percent, "last_of_k": last_of_k}
    environment.filters["score_or_why"] = score_or_why
    return environment


def _scripts(*, charts: bool) -> dict[str, Any]:
    """Our scripts, whose digests are all that the page's policy allows; the library for charts where it is needed."""
    from markupsafe import Markup

    names = ["uplot/uPlot.iife.min.js"] * charts + ["report.js"]
    texts = [(_TEMPLATES / name).read_text(encoding="utf-8").strip() for name in names]
    digests = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in texts]
    style = (_TEMPLATES / "uplot" / "uPlot.min.css").read_text(encoding="utf-8") if charts else ""
    return {"scripts": [Markup(text) for text in texts], "digests": digests, "chart_style": Markup(style)}


def _inline_json(value: Any) -> Any:
    """JSON inside a page: no text in it can end its element."""
    from markupsafe import Markup

    return Markup(json.dumps(value).replace("<", "\\u003c").replace("&", "\\u0026"))


def view(results: Results) -> dict[str, Any]:
    """What the template shows."""
    runs, found = results.runs, overview.curves(results)
    took = overview.efforts(results)
    leaderboards = {run.facts.leaderboard.kind for run in runs if run.facts.leaderboard}
    return {
        "results": results,
        "agents": [_section(agent, results.of(agent), results.page) for agent in results.agents],
        "shared": overview.side_by_side(results),
        "efforts": took,
        "scatters": [(name, *dots) for name in ("cost_usd", "hours") if (dots := overview.scatter(took, name))],
        "curves": {competition_id: chart["name"] for competition_id, chart in found.items()},
        "curves_json": _inline_json(found),
        "letters": {letter: SLICES[kind] for kind, letter in overview.LETTERS.items() if letter != "v"}
        | {"v": "valid"},
        "commands": [c for group in results.groups if (c := overview.command_of(group, runs))],
        "measures": MEASURES,
        "slices": SLICES,
        "marks": overview.LETTERS,
        "problems": _problems(runs, results.page),
        "notes": {
            "Suspected exploits": overview.grouped_notes(_notes(runs, "exploits")),
            "Warnings": overview.grouped_notes(_notes(runs, "warnings")),
            "Known issues of this version of the benchmark": overview.grouped_notes(_notes(runs, "known_issues")),
        },
        "leaderboards": sorted(leaderboards),
        "both_versions": in_both_versions(runs),
        "versions": sorted({group.benchmark_version for group in results.groups}),
        "no_agents": sorted({group.no_agent for group in results.groups if group.no_agent}),
        "open_groups": [group for group in results.groups if group.isolated is False],
        "networked": any("open network" in group.channels for group in results.groups if group.isolated),
        "miniatures": sorted({name for group in results.groups for name in group.miniatures}),
        "unverified": sorted({name for group in results.groups for name in group.unverified}),
        "ungraded": sum(group.ungraded for group in results.groups),
        "suspicions": suspicions(outcomes(runs)),
        "made_at": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "mlebench_version": __version__,
    }


def _section(agent: str, runs: list[RunResult], page: Path | None) -> AgentSection:
    complexities = by_complexity(runs)
    rows = []
    for summary in by_competition(runs):
        badges = [Badge(part.kind, _BADGES[part.kind], part.count) for part in bar(summary.members)]
        rows.append(CompetitionRow(summary, strip(summary.members), badges))
    bars = [(part.label, len(part.members), bar(part.members)) for part in complexities]
    spent = [r.record.duration_seconds for r in runs if r.record and r.record.duration_seconds is not None]
    took = sum(spent) if spent else None
    endings = [(kind, outcomes(part)) for kind, part in zip(("", ", miniatures"), apart(runs), strict=True) if part]
    table = overview.matrix(runs, page)
    return AgentSection(agent, headline(runs, complexities), complexities, bars, endings, rows, took, table)


def _problems(runs: Sequence[RunResult], page: Path | None) -> list[Problem]:
    found: list[Problem] = []
    for run in runs:
        told = _what_went_wrong(run)
        if told:
            files = overview.links(run, page)
            line = last_line(run.folder / LOG)[:_LONGEST_LINE] if run.folder else None
            found += [Problem(run, kind, message, line, files) for kind, message in told]
    return found


def _what_went_wrong(run: RunResult) -> list[tuple[str, str]]:
    found = []
    record, report = run.record, run.report
    if record is not None and record.failure is not None:
        found.append((record.failure.kind.replace("_", " "), record.failure.message))
    if record is not None and record.model_trouble is not None:
        found.append(("model", _first_words(record.model_trouble)))
    if record is not None and record.state not in ("finished", "failed", "timed_out"):
        found.append((record.state, "The run was not completed."))
    if report is not None and report.error is not None:
        whose = {"missing": "no submission", "invalid": "invalid submission"}
        kind = whose.get(str(report.error_kind), f"grading: {report.error_kind or 'error'}")
        found.append((kind, _first_words(report.error)))
    if record is not None:
        found += [("left in the sandbox", note) for note in record.left_behind[:5]]
    return found


def _first_words(text: str, limit: int = 600) -> str:
    return text if len(text) <= limit else text[:limit] + " …"


def _notes(runs: Sequence[RunResult], name: str) -> list[tuple[str, list[str]]]:
    notes: dict[str, dict[str, None]] = {}
    for run in runs:
        for note in getattr(run.report, name) if run.report else ():
            notes.setdefault(run.competition_id, {})[note] = None
    return [(competition_id, list(found)) for competition_id, found in notes.items()]


def figure(value: Estimate | None, digits: int = 0) -> str:
    """A mean with its error, the minus of which is a real one."""
    if value is None:
        return "–"
    text = f"{value.mean:.{digits}f}"
    return text if value.error is None else f"{text} ± {value.error:.{digits}f}"


def number(value: float | None) -> str:
    """A score with the digits that matter."""
    return "–" if value is None else f"{value:.5g}"


def seconds(value: float | None) -> str:
    """A length of time in words."""
    if value is None:
        return "–"
    if value < 120:
        return f"{value:.0f} s"
    return f"{value / 60:.0f} min" if value < 7200 else f"{value / 3600:.3g} h"


def times(value: int, word: str) -> str:
    """1 run, 2 runs."""
    return f"{value} {word}" if value == 1 else f"{value} {word}s"
