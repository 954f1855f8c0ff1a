"""Commands that only look around, against the import of a library: nothing heavy is imported before it is used."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.table import Row

RUNS = 75  # of the group that is listed


def cpu_seconds(commands: dict[str, list[str]], repeat: int = 10) -> dict[str, float]:
    """The least CPU time of several calls, children included; in turns, so that a busy machine harms all alike."""
    best = dict.fromkeys(commands, float("inf"))
    for _ in range(repeat):
        for name, command in commands.items():
            before = used()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            best[name] = min(best[name], used() - before)
    return best


def used() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def write_group(folder: Path) -> None:
    names = [f"task-{number}_{number:08x}" for number in range(RUNS)]
    folder.mkdir()
    for name in names:
        (folder / name).mkdir()
        (folder / name / "run.json").write_text(json.dumps({"run_id": name, "state": "finished"}))
    plan = {"group_id": folder.name, "agent": "dummy", "runs": [{"run_id": name} for name in names]}
    (folder / "metadata.json").write_text(json.dumps(plan))


def rows() -> list[Row]:
    mlebench = str(Path(sys.executable).parent / "mlebench")
    ours = {
        "--help": ("click", 1.2),
        **dict.fromkeys(("competitions", "runs list", "doctor", "agents"), ("pandas", 0.5)),
    }
    with tempfile.TemporaryDirectory() as folder:
        write_group(Path(folder) / "group")
        commands = {name: [mlebench, *name.split()] for name in ours}
        commands["runs list"] += ["--runs-dir", folder]
        floors = {library: [sys.executable, "-c", f"import {library}"] for library in ("click", "pandas")}
        best = cpu_seconds(commands | floors)
    notes = {"runs list": f", a group of {RUNS} runs"}
    return [
        Row(
            f"mlebench {name}",
            f"CPU time of python -c 'import {library}'",
            best[name] / best[library],
            goal,
            note=f"{best[name]:.2f} s of CPU{notes.get(name, '')}",
        )
        for name, (library, goal) in ours.items()
    ]
