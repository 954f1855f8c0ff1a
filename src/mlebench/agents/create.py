"""`mlebench agents new`: an agent's folder from the template, which is the built-in agent `minimal`."""

from __future__ import annotations

import shutil
from pathlib import Path

from mlebench import foreign
from mlebench.agents.registry import BUILT_IN
from mlebench.agents.spec import FILE, is_plain_name
from mlebench.errors import MlebenchError, WrongUsage

TEMPLATE = "minimal"


def create_agent(name: str, parent: Path) -> Path:
    """Write the files of the template into `parent/name`."""
    if not is_plain_name(name):
        raise WrongUsage(f"'{name}' is no name of an agent: use letters, digits, '.', '_' and '-', as in my-agent.")
    if (BUILT_IN / name / FILE).is_file():
        raise WrongUsage(f"There is a built-in agent '{name}' already.", hint="Choose another name.")
    folder = parent / name
    if folder.exists():
        raise MlebenchError(f"{folder} exists already.", hint="Choose another name or --agents-dir.")
    try:
        template = BUILT_IN / TEMPLATE
        foreign.copy(template, foreign.entries(template), folder)
        text = (folder / FILE).read_text(encoding="utf-8")
        (folder / FILE).write_text(text.replace(f"name: {TEMPLATE}\n", f"name: {name}\n", 1), encoding="utf-8")
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)  # half an agent is none
        raise MlebenchError(f"{folder}: cannot be written ({error.strerror}).") from error
    return folder
