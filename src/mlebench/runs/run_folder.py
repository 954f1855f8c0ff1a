"""What lies in the folder of one run, and what of it goes when the run is tried again."""

from __future__ import annotations

from pathlib import Path

from mlebench.agents import Agent
from mlebench.errors import MlebenchError
from mlebench.gateway.access import HOST_CALLS, MODEL_CALLS, VALIDATIONS
from mlebench.gateway.model import ProxyConfig
from mlebench.gateway.trajectory import TRAJECTORY, write_trajectory
from mlebench.runs.group import GRADING_FAULTS, REPORT, SNAPSHOTS_FAULTS, SNAPSHOTS_REPORT
from mlebench.runs.snapshots import SNAPSHOTS
from mlebench.sandbox import remove_sandbox_folder
from mlebench.sandbox.protocol import OUTPUTS

SANDBOX = "sandbox"
_SANDBOX_BEFORE = "room"  # its name in 0.1, where a killed harness may have left one
LOG = "run.log"
INSTRUCTIONS = "instructions.txt"
_FOLDERS = {*OUTPUTS, SNAPSHOTS, SANDBOX, _SANDBOX_BEFORE}
RESERVE = ".reserve"  # space for the last words of a run, which must not meet a full disk
_FILES = {LOG, RESERVE, TRAJECTORY, INSTRUCTIONS, REPORT, GRADING_FAULTS, SNAPSHOTS_REPORT, SNAPSHOTS_FAULTS}
JOURNALS = {VALIDATIONS, MODEL_CALLS, HOST_CALLS}  # of the whole run: they go on with its next attempt


def put_aside(folder: Path, attempt: int) -> None:
    """Keep what an attempt handed in that the machine spoiled; renaming takes no space."""
    if (folder / OUTPUTS[0]).is_dir():
        aside = folder / f"attempt-{attempt}"
        remove_sandbox_folder(aside)
        aside.mkdir()
        for name in (*OUTPUTS, LOG):
            if (folder / name).exists():
                (folder / name).rename(aside / name)


def tell_trajectory(folder: Path, agent: Agent, model: ProxyConfig | None) -> None:
    """Write down what the run asked of a model, of all its attempts; it does not fail for that."""
    if model is not None:
        names = {"run_id": folder.name, "agent": agent.name, "version": _version(agent)}
        write_trajectory(folder / MODEL_CALLS, folder / TRAJECTORY, **names, secrets=model.secrets())


def _version(agent: Agent) -> str:
    """The agent's files are its version."""
    try:
        return agent.digest()[:12]
    except (OSError, MlebenchError):  # they are gone meanwhile
        return "unknown"


def finish_clearing(folder: Path) -> None:
    """A harness may be killed between a run's last word and the removal of what it needs no more."""
    remove_sandbox_folder(folder / SANDBOX)
    (folder / RESERVE).unlink(missing_ok=True)


def clear(folder: Path) -> None:
    """Take away what an attempt left in a run's folder, but for its record."""
    for path in folder.iterdir():
        if path.name in _FOLDERS:
            remove_sandbox_folder(path)
        elif path.name in _FILES:
            path.unlink(missing_ok=True)
