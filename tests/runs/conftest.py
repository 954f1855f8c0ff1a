from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mlebench.catalog import Registry
from mlebench.runs import RunGroup, RunRecord
from mlebench.runs.launch import create_group, grade_group, run_group
from mlebench.runs.plan import RunOptions
from tests.conftest import Miniatures
from tests.rooms import write_agent

TASK = "spooky-author-identification"


class Harness:
    """Runs agents on a miniature."""

    def __init__(self, folder: Path, registry: Registry, miniatures: Miniatures) -> None:
        self.folder, self.registry = folder, registry
        self.layout = miniatures.layout(TASK)
        self.data_dir = self.layout.data_dir

    def group(self, code: str, **options: object) -> RunGroup:
        agent = write_agent(self.folder / "agents", code)
        how = RunOptions(**{"time_limit": 60.0, "grace": 0.5, **options})  # type: ignore[arg-type]
        return create_group(self.folder / "runs", agent, [self.registry.get(TASK)], self.data_dir, how)

    def run(self, group: RunGroup, **options: object) -> list[RunRecord]:
        from mlebench.agents import load_agent

        agent = load_agent(self.folder / "agents" / "tester")
        how = RunOptions(**{"time_limit": 60.0, "grace": 0.5, **options})  # type: ignore[arg-type]
        return run_group(group, agent, self.registry, self.data_dir, how)

    def one(self, code: str, **options: object) -> tuple[RunGroup, RunRecord]:
        group = self.group(code, **options)
        return group, self.run(group, **options)[0]

    def grade(self, group: RunGroup) -> object:
        return grade_group(group, self.registry, self.data_dir, workers=1)


@pytest.fixture
def harness(tmp_path: Path, registry: Registry, miniatures: Miniatures) -> Harness:
    return Harness(tmp_path, registry, miniatures)


HarnessFixture = Callable[..., Harness]
