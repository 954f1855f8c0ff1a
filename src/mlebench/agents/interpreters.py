"""Finding a Python of a wanted version on this machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from mlebench.errors import MlebenchError

_ANSWER_SECONDS = 60.0
_ASK = "import sys; print('%d.%d' % sys.version_info[:2])"


def find_python(version: str) -> Path:
    """An interpreter of this version: the harness's own, one on PATH, pyenv's or uv's."""
    for path in _candidates(version):
        if _says([str(path), "-I", "-c", _ASK]) == version:
            return path
    raise MlebenchError(
        f"There is no Python {version} on this machine.",
        hint=f"Looked for python{version} on PATH, and for those of pyenv and uv. Install it with your system's "
        f"packages, or with: uv python install {version}",
    )


def _candidates(version: str) -> Iterator[Path]:
    yield Path(sys.executable)
    if found := shutil.which(f"python{version}"):
        yield Path(found)
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path("~/.pyenv").expanduser())
    yield from sorted(pyenv.glob(f"versions/{version}*/bin/python{version}"), reverse=True)
    if shutil.which("uv") and (found := _says(["uv", "python", "find", version])):
        yield Path(found)


def _says(command: list[str]) -> str:
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=_ANSWER_SECONDS, stdin=subprocess.DEVNULL, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
