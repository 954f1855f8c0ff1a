"""Packages that do not go together with what is pinned: in a folder of their own, found before the rest."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def environment_with(pins: str, folder: Path) -> dict[str, str]:
    """Install `requirements/<pins>` into a folder; the environment of processes that use it."""
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-compile", "--target", folder]
    command += ["-r", ROOT / "requirements" / pins]
    subprocess.run(command, check=True, env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"})
    return {**os.environ, "PYTHONPATH": str(folder)}
