"""Results for machines: JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict
from typing import Any

from mlebench.results.aggregate import MEASURES, Estimate, Summary, by_competition, by_complexity
from mlebench.results.load import Results


def to_json(results: Results) -> str:
    """Figures per agent, by complexity and by competition, with every run."""
    content = {
        "groups": [asdict(group) for group in results.groups],
        "agents": [
            {
                "agent": agent,
                "by_complexity": [_summary(s) for s in by_complexity(results.of(agent))],
                "by_competition": [_summary(s) for s in by_competition(results.of(agent))],
                "runs": [
                    {
                        "group": run.group,
                        "competition_id": run.competition_id,
                        "seed": run.seed,
                        "data": run.data,
                        "state": run.record.state if run.record else None,
                        "report": run.report.model_dump(mode="json") if run.report else None,
                    }
                    for run in results.of(agent)
                ],
            }
            for agent in results.agents
        ],
    }
    return json.dumps(content, indent=2)


def to_csv(results: Results) -> str:
    """One line per run; what is not known is empty."""
    fields = ("score", "valid_submission", "medal", "above_median", "percentile", "error")
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["agent", "group", "competition_id", "seed", "data", "state", *fields])
    for run in results.runs:
        state = run.record.state if run.record else None
        figures = [getattr(run.report, name, None) for name in fields]
        table.writerow([run.agent, run.group, run.competition_id, run.seed, run.data, state, *figures])
    return text.getvalue()


def _summary(summary: Summary) -> dict[str, Any]:
    return {
        "label": summary.label,
        "competitions": summary.competitions,
        "runs": len(summary.members),
        "data": summary.data,
        **{f"{name}_percent": _estimate(summary.measures.get(name)) for name in MEASURES},
        "percentile": _estimate(summary.percentile),
        "score": _estimate(summary.score),
    }


def _estimate(value: Estimate | None) -> dict[str, float | int | None] | None:
    return None if value is None else {"mean": value.mean, "standard_error": value.error, "n": value.n}
