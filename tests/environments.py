"""Packages that do not go together with ours: in folders beside the project's own virtual environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mlebench.locks import turn

ROOT = Path(__file__).resolve().parent.parent


def environment(name: str, *, python: str = sys.executable, with_mlebench: bool = False) -> Path:
    """The programs of a virtual environment with requirements/NAME.txt."""

    def made(folder: Path) -> list[str]:
        subprocess.run([python, "-m", "venv", str(folder)], check=True)
        return [str(folder / "bin" / "pip"), "install", *(["-e", str(ROOT)] if with_mlebench else [])]

    return _installed(name, made) / "bin"


def variables_with(name: str) -> dict[str, str]:
    """Variables of processes of our own Python that find the packages of requirements/NAME.txt before the rest."""
    command = [sys.executable, "-m", "pip", "install", "--upgrade", "--target"]
    return {**os.environ, "PYTHONPATH": str(_installed(name, lambda folder: [*command, str(folder)]))}


def _installed(name: str, command: Callable[[Path], list[str]]) -> Path:
    """`.venv-NAME`, for all test workers: installed once, and again when the file of its packages changes."""
    folder, pins = ROOT / f".venv-{name}", ROOT / "requirements" / f"{name}.txt"
    wanted = pins.read_text()
    folder.mkdir(exist_ok=True)
    with turn(folder):
        made = folder / "made-from.txt"
        if not made.is_file() or made.read_text() != wanted:
            made.unlink(missing_ok=True)
            install = [*command(folder), "-q", "--no-deps", "--no-compile", "-r", str(pins)]
            subprocess.run(install, check=True, env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"})
            made.write_text(wanted)
    return folder


def newer_python() -> str | None:
    """A Python that Harbor takes; where pyenv only pretends to have one, the one that it keeps."""
    for name in ("python3.12", "python3.13", "python3.14"):
        found = shutil.which(name)
        kept = Path(found).parent.parent.glob(f"versions/{name.removeprefix('python')}*/bin/{name}") if found else ()
        for path in (found, *map(str, kept)):
            check = [path or "false", "-c", "import sys; sys.exit(sys.version_info < (3, 12))"]
            if subprocess.run(check, capture_output=True).returncode == 0:
                return path
    return sys.executable if sys.version_info >= (3, 12) else None


def newer_docker() -> str:
    """The address of an engine that Inspect and Harbor take (25 or later); a test that needs it is skipped without."""
    for name in ("NEWER_DOCKER_HOST", "DOCKER_HOST"):
        if address := os.environ.get(name):
            asked = ["docker", "version", "--format", "{{.Server.Version}}"]
            done = subprocess.run(asked, env={**os.environ, "DOCKER_HOST": address}, capture_output=True, text=True)
            if done.returncode == 0 and int(done.stdout.split(".")[0]) >= 25:
                return address
    pytest.skip("no engine of Docker 25 or later: NEWER_DOCKER_HOST (see .ci/run)")
