"""A Slurm array job for a group: one task per run. Slurm is not called; the script is for its user to look at."""

from __future__ import annotations

import math
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from mlebench.agents import Agent
from mlebench.agents.registry import BUILT_IN as BUILT_IN_AGENTS
from mlebench.catalog import Registry
from mlebench.catalog.registry import BUILT_IN as BUILT_IN_COMPETITIONS
from mlebench.errors import MlebenchError
from mlebench.files import write_atomically
from mlebench.runs.group import RunGroup
from mlebench.runs.plan import RunOptions
from mlebench.sandbox import Resources

SCRIPT = "slurm.sh"
_MARGIN_SECONDS = 900  # around the agent's time: opening and closing the sandbox, collecting
_MARGIN_MIB = 2048  # beside the agent's memory: the harness and its validator

_TEMPLATE = """\
#!/bin/bash
# What is left of the run group {group}, one array task for each run.
{directives}
set -euo pipefail
runs=(
{runs}
)
exec {command} "${{runs[$SLURM_ARRAY_TASK_ID]}}"
"""


def write_script(group: RunGroup, agent: Agent, registry: Registry, data_dir: Path, options: RunOptions) -> Path:
    """Write GROUP/slurm.sh. Keys are not in it: Slurm hands the submitter's environment on."""
    left = [run for run in group.spec.runs if not group.record(run).done]
    if not left:
        raise MlebenchError(
            f"{group.group_id} has no run left.", hint=f"Grade it with: mlebench run --resume {group.folder}"
        )
    folder = group.folder.absolute()
    command = [_mlebench(), "runs", "work", str(folder), "--data-dir", str(data_dir.absolute())]
    command += ["--retries", str(options.retries)]
    if agent.folder.parent != BUILT_IN_AGENTS:
        command += ["--agents-dir", str(agent.folder.parent)]
    for parent in sorted({registry.folders[run.competition_id].absolute().parent for run in left}):
        if parent != BUILT_IN_COMPETITIONS:
            command += ["--competitions-dir", str(parent)]
    text = _TEMPLATE.format(
        group=group.group_id,
        directives="\n".join(f"#SBATCH {each}" for each in _directives(folder, len(left), group, options)),
        runs="\n".join(f"    {shlex.quote(run.run_id)}" for run in left),
        command=shlex.join(command),
    )
    path = folder / SCRIPT
    write_atomically(path, text)
    path.chmod(0o755)
    return path


def _directives(folder: Path, runs: int, group: RunGroup, options: RunOptions) -> Sequence[str]:
    limits: Resources = group.spec.settings.resources
    at_a_time = f"%{options.workers}" if options.workers else ""
    log = str(folder / "slurm-%a.log").replace("%", "%%").replace("%%a.log", "%a.log")
    return [
        f"--job-name=mlebench-{group.spec.agent}",
        f"--array=0-{runs - 1}{at_a_time}",
        f"--time={math.ceil((limits.time_limit + options.grace + _MARGIN_SECONDS) / 60)}",
        "--ntasks=1",
        f"--cpus-per-task={math.ceil(limits.cpus)}",
        f"--mem={math.ceil(limits.memory_gb * 1024) + _MARGIN_MIB}M",
        *([f"--gpus={limits.gpus}"] if limits.gpus else []),
        f'--output="{log}"',
        "--open-mode=append",
        "--requeue",
    ]


def _mlebench() -> str:
    """The program of this very environment, since a job may start with another PATH."""
    return shutil.which("mlebench", path=str(Path(sys.executable).parent)) or "mlebench"
