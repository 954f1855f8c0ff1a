"""What a list of run groups shows, without the models: to import them takes longer than the list."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from mlebench import foreign

State = Literal["planned", "running", "finished", "failed", "timed_out", "cancelled"]
METADATA = "metadata.json"
RUN_FILE = "run.json"


class Listed(NamedTuple):
    """One group in a list."""

    group_id: str
    agent: str
    states: Counter[str]


def list_groups(runs_dir: Path) -> list[Path]:
    """The groups below a folder, oldest first (their names begin with the time)."""
    return sorted(path.parent for path in runs_dir.glob(f"*/{METADATA}"))


def read_listed(folder: Path) -> Listed:
    """From the files as they are; where a value is not plainly there, the models decide or say what is wrong."""
    foreign.check(folder, levels=2)
    try:
        plan = _read(folder, METADATA)
        group_id, agent, states = plan["group_id"], plan["agent"], Counter[str]()
        for run in plan["runs"]:
            record = _read(folder, f"{run['run_id']}/{RUN_FILE}")
            if record["run_id"] != run["run_id"] or record["state"] not in get_args(State):
                return _of_the_models(folder)
            states[record["state"]] += 1
    except (OSError, ValueError, KeyError, TypeError, foreign.ForeignError):
        return _of_the_models(folder)
    plain = isinstance(group_id, str) and isinstance(agent, str)
    return Listed(group_id, agent, states) if plain else _of_the_models(folder)


def _read(folder: Path, name: str) -> Any:
    return json.loads(foreign.read_bytes(folder, name))


def _of_the_models(folder: Path) -> Listed:
    from mlebench.runs.group import RunGroup

    group = RunGroup.open(folder)
    return Listed(group.group_id, group.spec.agent, Counter(str(record.state) for record in group.records()))
