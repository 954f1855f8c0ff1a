"""What the folders of all built-in agents must hold."""

from __future__ import annotations

import re
import subprocess

import pytest

from mlebench.agents import Agent, AgentRegistry

BUILT_IN = list(AgentRegistry())


@pytest.mark.parametrize("agent", BUILT_IN, ids=lambda agent: agent.name)
def test_another_day_would_install_another_version(agent: Agent) -> None:
    packages = [package for tool in agent.spec.tools.values() for package in tool.npm]
    assert [package for package in packages if not re.fullmatch(r"@?[\w./-]+@\d+\.\d+\.\d+", package)] == []


@pytest.mark.parametrize("agent", BUILT_IN, ids=lambda agent: agent.name)
def test_a_failure_inside_a_pipe_looks_like_success(agent: Agent) -> None:
    for script in agent.folder.glob("*.sh"):
        assert "\nset -euo pipefail\n" in script.read_text()
        subprocess.run(["bash", "-n", str(script)], check=True)
