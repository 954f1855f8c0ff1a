"""Fingerprints by Dolos, in Node.js. It is installed only when somebody asks for it: `mlebench integrity build`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mlebench.agents.tools import Tool, ToolPlace
from mlebench.errors import MlebenchError
from mlebench.integrity.plagiarism.fingerprints import Fingerprints

BUILD = "mlebench integrity build"
# Dolos's tokens are nodes of the syntax tree and parentheses around them: 40 are about three lines.
STRETCH = 40
WINDOW = 17
_TOOL = Tool(npm=("@dodona/dolos-lib@3.5.1",))
_SCRIPT = Path(__file__).with_name("dolos.mjs")
_MEGABYTES = 2048
_SECONDS = 900.0


class DolosFailed(MlebenchError):
    """Dolos cannot be used, or gave up."""


def place() -> ToolPlace:
    """Where it is installed: in the cache of the agents' tools."""
    return ToolPlace("dolos", _TOOL, None)


def why_not() -> str | None:
    """What is missing to use it, in a few words."""
    if shutil.which("node") is None:
        return "Node.js is not installed"
    return None if place().built() else f"Dolos is not installed ({BUILD})"


def fingerprints(texts: Sequence[str], window: int = WINDOW) -> list[Fingerprints | str]:
    """Of each text, or the reason why there are none. Texts are data: nothing of them is executed."""
    if reason := why_not():
        raise DolosFailed(f"{reason}.", hint="Another way needs no Node.js: --method winnowing")
    order = {"dolos": str(place().root), "stretch": STRETCH, "window": window, "texts": list(texts)}
    command = ["node", f"--max-old-space-size={_MEGABYTES}", str(_SCRIPT)]
    environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    try:
        done = subprocess.run(
            command,
            input=json.dumps(order).encode(),
            capture_output=True,
            timeout=_SECONDS,
            env=environment,
            check=True,
        )
        answers = json.loads(done.stdout)
        if len(answers) != len(texts):
            raise ValueError(f"{len(answers)} answers to {len(texts)} files")
    except subprocess.TimeoutExpired as error:
        raise DolosFailed(f"Dolos was not done after {_SECONDS:.0f} seconds.") from error
    except subprocess.CalledProcessError as error:
        said = [line for line in error.stderr.decode(errors="replace").splitlines() if "Error" in line]
        raise DolosFailed(
            f"Dolos failed ({said[0].strip() if said else f'exit code {error.returncode}'}).",
            hint=f"Where Node.js has changed, install Dolos again: {BUILD} --force",
        ) from error
    except (OSError, ValueError) as error:
        raise DolosFailed(f"Dolos failed ({error}).") from error
    return [_read(answer) for answer in answers]


def _read(answer: dict[str, Any]) -> Fingerprints | str:
    if "error" in answer:
        return str(answer["error"])
    return Fingerprints(
        np.array(answer["hashes"], np.uint64), np.array(answer["first"], np.int64), np.array(answer["last"], np.int64)
    )
