"""The baseline's sandbox as a folder, without a harness."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from threadpoolctl import threadpool_limits

from mlebench.agents.registry import BUILT_IN

sys.path.insert(0, str(BUILT_IN / "baseline"))  # an agent is started in its folder and imports from there

from solver.sandbox import Sandbox


@pytest.fixture
def sandbox(tmp_path: Path) -> Iterator[Sandbox]:
    for name in ("data", "submission", "logs", "scratch"):
        (tmp_path / name).mkdir()
    sandbox = Sandbox(
        data=tmp_path / "data",
        submission=tmp_path / "submission",
        logs=tmp_path / "logs",
        home=tmp_path,
        scratch=tmp_path / "scratch",
        seed=0,
        time_limit=30.0,
    )
    with threadpool_limits(1):  # as in a real run: threads that wait for busy cores only cost time
        yield sandbox
