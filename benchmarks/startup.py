"""Commands that only look around or take one file, against the import of a library: nothing is imported in vain.

`python -m benchmarks.startup [-c ID …]` measures `grade-sample` and `validate` for each competition.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import mlebench
from benchmarks.table import Row
from mlebench.catalog import Registry

MLEBENCH = str(Path(sys.executable).parent / "mlebench")
RUNS = 75  # of the group that is listed


def cpu_seconds(commands: dict[str, list[str]], repeat: int = 10) -> dict[str, float]:
    """The least CPU time of several calls, children included; in turns, so that a busy machine harms all alike."""
    best = dict.fromkeys(commands, float("inf"))
    # What is installed has its bytecode beside it; a work tree has it after the first call, where that may write it.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for _ in range(repeat):
        for name, command in commands.items():
            before = used()
            done = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if done.returncode > 1:  # 1: no score, as a constant has none where correlation is the metric
                raise RuntimeError(f"{command}: exit code {done.returncode}")
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
    return [*looking_around(), *one_submission()]


def one_submission(competitions: Sequence[str] = ()) -> list[Row]:
    """The sample submission of each competition's miniature: nearly all of the time is start-up."""
    floor, repeat = [sys.executable, "-c", "import pandas"], 3
    ratios: dict[str, dict[str, float]] = {command: {} for command in ("grade-sample", "validate")}
    with tempfile.TemporaryDirectory(prefix="mlebench-bench-") as data_dir:
        for competition in map(mlebench.competition, competitions or Registry().ids()):
            layout = mlebench.prepare(competition.id, miniature=True, data_dir=data_dir)
            sample = str(layout.prepared / competition.sample_submission)
            commands = {name: [MLEBENCH, name, sample, competition.id, "--data-dir", data_dir] for name in ratios}
            best = cpu_seconds({**commands, "floor": floor}, repeat)
            for name in ratios:
                ratios[name][competition.id] = best[name] / best["floor"]
                print(f"{name} {competition.id}: {ratios[name][competition.id]:.2f}", file=sys.stderr, flush=True)
    return [
        Row(
            f"mlebench {name}, the slowest of {len(found)} competitions",
            "CPU time of python -c 'import pandas'",
            max(found.values()),
            1.4,
            note=f"{max(found, key=lambda each: found[each])}; the median is {statistics.median(found.values()):.2f}",
        )
        for name, found in ratios.items()
    ]


def looking_around() -> list[Row]:
    ours = {
        "--help": ("click", 1.2),
        **dict.fromkeys(("competitions", "runs list", "doctor", "agents"), ("pandas", 0.5)),
    }
    with tempfile.TemporaryDirectory() as folder:
        write_group(Path(folder) / "group")
        commands = {name: [MLEBENCH, *name.split()] for name in ours}
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


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-c", "--competition", nargs="*", choices=Registry().ids(), metavar="ID", default=[])
    print(*(row.line() for row in one_submission(parser.parse_args().competition)), sep="")
