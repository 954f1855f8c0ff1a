"""Executing the code that a run left in a fresh sandbox, and comparing what it hands in: is the result reproducible?"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from mlebench.agents import AgentRegistry
from mlebench.catalog import Registry
from mlebench.errors import MlebenchError, WrongUsage
from mlebench.files import write_atomically
from mlebench.grading.report import CompetitionReport
from mlebench.runs.grade import grade_group
from mlebench.runs.group import DESCRIPTIONS, REPORT, RunGroup
from mlebench.runs.launch import create_group, run_group
from mlebench.runs.plan import PlannedRun, RunOptions
from mlebench.runs.record import RunRecord

FILE = "rerun.json"
RERUNS = "reruns"  # a folder beside the groups, which are listed without these
_USUAL = ("run.sh", "main.py", "solution.py", "best_solution.py", "submission.py", "train.py")
_SUBMISSION = Path("submission") / "submission.csv"
# The code was written to lie in CODE_DIR, and may read files beside itself.
_START = 'cp -r "$AGENT_DIR"/. "$CODE_DIR"/ && cd "$CODE_DIR" && {command}'

Verdict = Literal["identical", "same values", "other values", "nothing handed in"]


class Rerun(BaseModel):
    """rerun.json: what came of it."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    run_id: str  # the run whose code it was
    command: str  # what was started
    group: str  # the folder of the second run, below the runs folder
    state: str  # how the second run ended
    failure: str | None  # why it did not end well
    verdict: Verdict  # how the two submissions compare
    cells_that_differ: int | None = None  # of the two tables; null where they have another form
    largest_difference: float | None = None  # between two numbers; null where nothing but texts differs
    score: float | None  # of the first run
    score_again: float | None  # of the second


def rerun(
    group: RunGroup,
    run: PlannedRun,
    registry: Registry,
    data_dir: Path,
    *,
    sandbox: str,
    command: str | None = None,
) -> Rerun:
    """Run the code of a run with the same limits, without a model or a network, and write rerun.json beside it."""
    before = group.record(run)
    code = group.file_of(run, "code")
    command = command or usual_command(code)
    settings = group.spec.settings.model_copy(
        update={
            "network": "none",
            "privileged": False,
            "hosts": (),
            "snapshot_seconds": None,
            "arguments": {"folder": str(code), "cmd": _START.format(command=command)},
        }
    )
    agent = AgentRegistry.default().get("command")
    described = group.folder / DESCRIPTIONS if group.spec.descriptions else None
    asked = RunOptions(sandbox, settings, descriptions=described)
    competition = registry.under(group.spec.benchmark_version).get(run.competition_id)
    second = create_group(group.folder.parent / RERUNS, agent, [competition], data_dir, asked)
    [after] = run_group(second, agent, registry, data_dir, asked)
    report = grade_group(second, registry, data_dir, workers=1)
    found = _compared(group, before, second, after)
    result = Rerun(
        run_id=run.run_id,
        command=command,
        group=f"{RERUNS}/{second.group_id}",
        state=after.state,
        failure=after.failure.message if after.failure else None,
        score=_score(group.folder_of(run)),
        score_again=report.competition_reports[0].score,
        **found,
    )
    write_atomically(group.folder_of(run) / FILE, result.model_dump_json(indent=2) + "\n")
    return result


def usual_command(code: Path) -> str:
    """How code with the usual names is started; raises where that is anybody's guess."""
    present = [path.name for path in sorted(code.iterdir())] if code.is_dir() else []
    scripts = [name for name in present if name.endswith(".py")]
    chosen = next((name for name in _USUAL if name in present), scripts[0] if len(scripts) == 1 else None)
    if chosen is None:
        found = f"It holds: {', '.join(present[:10])}" if present else "It is empty."
        raise WrongUsage(
            f"{code}: which of it made the submission is not clear. {found}", hint='Say it: --command "python FILE.py"'
        )
    return f"{'bash' if chosen.endswith('.sh') else 'python'} {chosen}"


def _compared(group: RunGroup, before: RunRecord, second: RunGroup, after: RunRecord) -> dict[str, Any]:
    if before.submission is None or after.submission is None:
        return {"verdict": "nothing handed in"}
    if before.submission.sha256 == after.submission.sha256:
        return {"verdict": "identical", "cells_that_differ": 0}
    old, new = (each.folder / record.run_id / _SUBMISSION for each, record in ((group, before), (second, after)))
    return compare_tables(old, new)


def compare_tables(old: Path, new: Path) -> dict[str, Any]:
    """How the cells of two CSV files differ."""
    import numpy as np
    import pandas as pd

    try:
        tables = [pd.read_csv(path, dtype=str, keep_default_na=False) for path in (old, new)]
    except (ValueError, OSError) as error:
        raise MlebenchError(f"The submissions cannot be compared ({error}).") from error
    first, second = tables
    if list(first.columns) != list(second.columns) or len(first) != len(second):
        return {"verdict": "other values"}
    differ = np.asarray(first.to_numpy() != second.to_numpy())
    one, two = (table.apply(pd.to_numeric, errors="coerce").to_numpy(dtype=float) for table in tables)
    gaps = np.abs(one - two)[differ]
    known = gaps[~np.isnan(gaps)]
    count = int(differ.sum()) - int((known == 0).sum())  # 0.5 and 0.50 are the same
    return {
        "verdict": "other values" if count else "same values",
        "cells_that_differ": count,
        "largest_difference": float(known.max()) if len(known) else None,
    }


def _score(folder: Path) -> float | None:
    try:
        return CompetitionReport.model_validate_json((folder / REPORT).read_bytes()).score
    except (OSError, ValueError):
        return None
