"""The tutorials are scripts; a reader who types what the pages say gets what they promise."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tools.tutorial_scripts import scripts

from mlebench.sandbox import SandboxError, default_sandbox
from tests.agents.packages import write_wheel

SCRIPTS = scripts()
SAYS = {
    "agents": [
        "Created agents/my-agent",
        "Handed in sample_submission.csv",
        "Hi\nHi",
        "humanize 1.2.3",
        "It has 2.9 kB",
    ],
    "first_submission": [
        "is valid.",
        "Expected 108 rows, found 107; missing 'id':",
        '"bronze_medal": true',
        "2 graded, 2 valid",
    ],
    "first_agent": ["# Starter: Wine Cultivars", "is valid.", "majority", "baseline", "report.html"],
    "first_competition": [
        "11 passed, 2 did not run",
        "gold from 0.45, lower is better",
        "coin-toss (miniature)",
        "above 1",
    ],
}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_says_something_else_than_its_page(script: Path) -> None:
    assert script.read_text(encoding="utf-8") == SCRIPTS[script], "bring it up to date: tools/tutorial_scripts.py"


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_command_of_a_tutorial_does_not_work(script: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    # No index need answer: the one package that is installed is at hand.
    write_wheel(tmp_path / "wheels", "humanize", code="def naturalsize(size): return f'{size / 1000:.1f} kB'\n")
    environment |= {"PIP_CONFIG_FILE": "/dev/null", "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path / "wheels")}
    environment["XDG_CACHE_HOME"] = str(tmp_path / "cache")
    try:
        default_sandbox()
    except SandboxError:
        environment["MLEBENCH_RUN_SANDBOX"] = "process"  # the agents of the tutorials are our own
    done = subprocess.run(["bash", script], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    said = done.stdout + done.stderr
    assert [sentence for sentence in SAYS[script.stem] if sentence not in said] == []
