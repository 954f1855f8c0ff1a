"""The executor `slurm`: an array job with one task per run. Slurm is not called; its user looks at the script first."""

from __future__ import annotations

import math
import shlex
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from mlebench.agents.registry import BUILT_IN as BUILT_IN_AGENTS
from mlebench.catalog.registry import BUILT_IN as BUILT_IN_COMPETITIONS
from mlebench.errors import MlebenchError
from mlebench.files import write_atomically
from mlebench.runs.execute import Listener, RunJob
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


@dataclass(frozen=True)
class SlurmExecutor:
    """Writes GROUP/slurm.sh and runs nothing. Keys are not in it: Slurm hands the submitter's environment on."""

    group: RunGroup
    options: RunOptions
    data_dir: Path

    here: ClassVar[bool] = False
    waits: ClassVar[bool] = False
    own_options: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def check(cls, options: RunOptions) -> None:
        """Slurm itself says what it cannot hold."""

    @classmethod
    def for_group(cls, group: RunGroup, options: RunOptions, data_dir: Path) -> SlurmExecutor:
        """For what is left of the group."""
        return cls(group, options, data_dir)

    @classmethod
    def next_step(cls, group: RunGroup) -> str:
        """The script is for its user to look at."""
        return f"Submit with: sbatch {group.folder.absolute() / SCRIPT}"

    def run(self, jobs: Sequence[RunJob], on_change: Listener) -> None:
        """Write the script."""
        if not jobs:
            raise MlebenchError(
                f"{self.group.group_id} has no run left.",
                hint=f"Grade it with: mlebench run --resume {self.group.folder}",
            )
        folder = self.group.folder.absolute()
        directives = _directives(folder, len(jobs), self.group, self.options)
        text = _TEMPLATE.format(
            group=self.group.group_id,
            directives="\n".join(f"#SBATCH {each}" for each in directives),
            runs="\n".join(f"    {shlex.quote(job.folder.name)}" for job in jobs),
            command=shlex.join(self._command(folder, jobs)),
        )
        write_atomically(folder / SCRIPT, text)
        (folder / SCRIPT).chmod(0o755)

    def _command(self, folder: Path, jobs: Sequence[RunJob]) -> list[str]:
        command = [_mlebench(), "runs", "work", str(folder), "--data-dir", str(self.data_dir.absolute())]
        command += ["--retries", str(self.options.retries)]
        agents = jobs[0].agent.agents_dir
        if agents != BUILT_IN_AGENTS:
            command += ["--agents-dir", str(agents)]
        for parent in sorted({job.competition_folder.absolute().parent for job in jobs}):
            if parent != BUILT_IN_COMPETITIONS:
                command += ["--competitions-dir", str(parent)]
        return command


def _directives(folder: Path, runs: int, group: RunGroup, options: RunOptions) -> Sequence[str]:
    limits: Resources = group.spec.settings.resources
    at_a_time = f"%{options.workers}" if options.workers else ""
    log = str(folder / "slurm-%a.log").replace("%", "%%").replace("%%a.log", "%a.log")
    return [
        f"--job-name=mlebench-{group.spec.agent.replace('/', '-')}",
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
