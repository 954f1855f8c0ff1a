"""Type-check the folder of every built-in agent, strictly.

An agent is started in its folder and imports from there (`solver.files`, not `mlebench.agents.baseline.solver.files`),
so mypy, too, is started in each.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
AGENTS = ROOT / "src/mlebench/agents"


def main() -> int:
    """How many folders have faults."""
    faults = 0
    for folder in sorted(file.parent for file in AGENTS.glob("*/agent.yaml") if any(file.parent.rglob("*.py"))):
        print(f"{folder.relative_to(ROOT)}: ", end="", flush=True)
        options = ["--config-file", str(ROOT / "pyproject.toml"), "--strict", "--explicit-package-bases"]
        cache = {"MYPY_CACHE_DIR": str(ROOT / f".mypy_cache/agents/{folder.name}")}
        done = subprocess.run(
            [sys.executable, "-m", "mypy", *options, "."], cwd=folder, check=False, env=os.environ | cache
        )
        faults += done.returncode != 0
    return faults


if __name__ == "__main__":
    raise SystemExit(main())
