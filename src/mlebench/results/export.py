"""Results for machines and for documents: JSON, CSV and Markdown."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from pydantic_core import to_json as to_json_bytes

from mlebench.results.aggregate import (
    Figure,
    Summary,
    by_category,
    by_competition,
    by_complexity,
    headline,
)
from mlebench.results.columns import MORE, NOTHING, RESULTS, rows, with_percent
from mlebench.results.outcomes import Outcomes, outcomes, suspicions
from mlebench.results.run import MEASURES, Results, RunResult, apart
from mlebench.results.spending import SPENDING
from mlebench.results.statistics import CONFIDENCE, RANDOM_SEED, RESAMPLES, Estimate, Share
from mlebench.results.versions import other_report

_FIELDS = ("score", "valid_submission", "medal", "above_median", "percentile", "error", "exploit_suspected")


def to_json(results: Results) -> str:
    """Figures per agent, by complexity, category and competition, with every run; the rows of `--by` too."""
    content: dict[str, Any] = {
        "groups": [asdict(group) for group in results.groups],
        "notes": results.notes,
        "bootstrap": {"confidence": CONFIDENCE, "resamples": RESAMPLES, "random_seed": RANDOM_SEED},
        "agents": [_agent(agent, results.of(agent)) for agent in results.agents],
        "integrity": [found.as_json() for found in results.integrity],
    }
    if results.by is not None:
        content["by"] = results.by
        content["rows"] = [{"agent": agent, **_summary(summary)} for agent, summary in rows(results, results.by)]
    # The standard library's encoder takes as long for thousands of runs as all the statistics.
    return to_json_bytes(content, indent=2, inf_nan_mode="constants").decode()


def _agent(agent: str, runs: list[RunResult]) -> dict[str, Any]:
    real, miniatures = apart(runs)
    complexities = by_complexity(runs)
    figures = {id(summary): _summary(summary) for summary in complexities}
    top = headline(runs, complexities)
    return {
        "agent": agent,
        "headline": figures.get(id(top)) or _summary(top),
        "by_complexity": list(figures.values()),
        "by_category": [_summary(summary) for summary in by_category(runs)],
        "by_competition": [_summary(summary) for summary in by_competition(runs)],
        "outcomes": _outcomes(outcomes(real)) if real else None,
        "outcomes_on_miniatures": _outcomes(outcomes(miniatures)) if miniatures else None,
        "missing": [{"competition_id": run.competition_id, "replicate": run.replicate} for run in runs if run.missing],
        "runs": [
            {
                "group": run.group,
                "competition_id": run.competition_id,
                "seed": run.seed,
                "replicate": run.replicate,
                "data": run.data,
                "state": run.record.state if run.record else None,
                "normalised_score": run.normalised,
                "report": run.report,
                "report_of_other_version": other_report(run),
            }
            for run in runs
            if not run.missing
        ],
    }


def to_csv(results: Results) -> str:
    """One line per run, or per row of `--by`; what is not known is empty."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    if results.by is None:
        table.writerow(["agent", "group", "competition_id", "seed", "data", "state", *_FIELDS, "normalised_score"])
        for run in results.runs:
            state = run.record.state if run.record else None
            figures = [getattr(run.report, name, None) for name in _FIELDS]
            known = [run.agent, run.group, run.competition_id, run.seed, run.data, state]
            table.writerow([*known, *figures, run.normalised])
        return text.getvalue()
    lines = [{"agent": agent, **_flat(_summary(summary))} for agent, summary in rows(results, results.by)]
    titles = list(dict.fromkeys(title for line in lines for title in line))
    table.writerows([titles, *([line.get(title) for title in titles] for line in lines)])
    return text.getvalue()


def to_markdown(results: Results) -> str:
    """A table of the figures by split, or of the rows of `--by`, and how the runs of each agent ended."""
    lines = rows(results, results.by or "split")
    columns = {**RESULTS, **MORE}
    cells = {title: [of(row.summary) for row in lines] for title, of in columns.items()}
    shown = {title: texts for title, texts in cells.items() if set(texts) != {NOTHING}}
    names = ["agent", "split" if results.by in (None, "agent") else results.by]
    text = [markdown_line([*names, *shown]), markdown_line(["---"] * 2 + ["---:"] * len(shown), plain=False)]
    for index, row in enumerate(lines):
        label = row.summary.label
        mark = f" ({row.summary.mark})" if row.summary.mark not in (None, label) else ""
        text.append(markdown_line([row.agent, label + mark, *(texts[index] for texts in shown.values())]))
    for agent in results.agents:
        for kind, part in zip(("", ", miniatures"), apart(results.of(agent)), strict=True):
            if part:
                text += ["", f"**{plain_markdown(agent)}**{kind}, {len(part)} runs", "", *_block(outcomes(part))]
    notes = [f"- {plain_markdown(note)}" for note in results.notes]
    return "\n".join([*text, *([""] if notes else []), *notes]) + "\n"


def _block(found: Outcomes) -> list[str]:
    reasons = [f"  - {name}: {with_percent(count)}" for name, count in found.reasons.items()]
    validity = [f"- valid: {with_percent(found.valid)}", f"- invalid: {with_percent(found.invalid)}", *reasons]
    medals = [f"- {name}: {with_percent(count)}" for name, count in found.medals.items() if name != "invalid"]
    return [*validity, *medals, *(f"- {sentence}" for sentence in suspicions(found))]


def markdown_line(cells: Iterable[str], *, plain: bool = True) -> str:
    """A row of a table; with `plain`, nothing in its cells is Markdown."""
    return f"| {' | '.join(plain_markdown(cell) if plain else cell for cell in cells)} |"


def plain_markdown(text: str) -> str:
    """Names are a stranger's: nothing in them is Markdown or HTML, and no cell ends early."""
    text = "".join(c if c.isprintable() else " " for c in text)
    return "".join(f"\\{c}" if c in "\\`*_[]<>|#" else c for c in text)


def _flat(content: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested fields as columns: any_medal_percent.mean."""
    found: dict[str, Any] = {}
    for name, value in content.items():
        if isinstance(value, dict):
            found |= _flat(value, f"{prefix}{name}.")
        else:
            found[prefix + name] = "; ".join(map(str, value)) if isinstance(value, list) else value
    return found


def _summary(summary: Summary) -> dict[str, Any]:
    return {
        "label": summary.label,
        "competitions": summary.competitions,
        "seeds": summary.seeds,
        "runs": len(summary.members),
        "missing_runs": summary.missing,
        "data": summary.data,
        **{f"{name}_percent": _measure(summary, name) for name in MEASURES},
        "percentile": _mean(summary, summary.percentile, "percentile"),
        "normalised_score": _mean(summary, summary.normalised, "normalised"),
        "score": _estimate(summary.score),
        "pass_at_k_percent": summary.pass_at_k,
        "best_of_k_percentile": summary.best_of_k("percentile"),
        "best_of_k_normalised_score": summary.best_of_k("normalised"),
        **{name: _spent(summary, name) for name in SPENDING},
    }


def _measure(summary: Summary, name: str) -> dict[str, Any] | None:
    found, count, between = _estimate(summary.measures.get(name)), summary.count(name), summary.interval(name)
    if found is None or count is None:
        return None
    return {**found, "interval": list(between) if between else None, "count": count.part, "of": count.of}


def _mean(summary: Summary, value: Estimate | None, figure: Figure) -> dict[str, Any] | None:
    found, between = _estimate(value), summary.interval_of_mean(figure)
    return found and {**found, "interval": list(between) if between else None}


def _estimate(value: Estimate | None) -> dict[str, Any] | None:
    return None if value is None else {"mean": value.mean, "standard_error": value.error, "n": value.n}


def _spent(summary: Summary, name: str) -> dict[str, Any] | None:
    found = summary.spent.get(name)
    return None if found is None else {"total": found.total, "mean_per_run": found.mean, "runs": found.runs}


def _outcomes(found: Outcomes) -> dict[str, Any]:
    return {
        "valid": _share(found.valid),
        "invalid": _share(found.invalid),
        "reasons": {name: _share(count) for name, count in found.reasons.items()},
        "medals": {name: _share(count) for name, count in found.medals.items()},
        "exploits_suspected": _share(found.suspected),
        "medals_with_suspected_exploit": _share(found.suspected_medals),
    }


def _share(share: Share) -> dict[str, Any]:
    return {"count": share.part, "of": share.of, "percent": share.percent}
