"""A Ray cluster of two nodes on this machine, and runs on it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from mlebench.agents import load_agent
from mlebench.runs import RunGroup, RunRecord
from mlebench.runs.cluster import executor
from mlebench.runs.launch import run_group
from tests.runs.conftest import Harness, options_of
from tests.sandboxes import HAND_IN

SMALL = {"cpus": 1, "memory_gb": 0.25}
_NODE = {"num_cpus": 2, "memory": 1 << 30, "object_store_memory": 100 << 20}


class TwoNodes:
    """The driver is on the first; the second may be lost."""

    def __init__(self, folder: Path) -> None:
        from ray.cluster_utils import Cluster

        self.node_data = folder / "node-data"
        self._environment = {
            "RAY_USAGE_STATS_ENABLED": "0",
            "RAY_TMPDIR": str(folder),
            "TMPDIR": str(folder),
            "MLEBENCH_DATA_DIR": str(self.node_data),
            "XDG_CACHE_HOME": str(folder / "cache"),
        }
        with self._environment_of_nodes():
            self._cluster = Cluster(True, head_node_args={**_NODE, "include_dashboard": False})
        self.second: Any = None
        self.complete()

    @contextmanager
    def _environment_of_nodes(self) -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            for name, value in self._environment.items():
                patch.setenv(name, value)
            yield

    @property
    def address(self) -> str:
        return str(self._cluster.address)

    def complete(self) -> None:
        if self.second is None:
            with self._environment_of_nodes():
                self.second = self._cluster.add_node(**_NODE)

    def lose_second(self) -> None:
        self._cluster.remove_node(self.second, allow_graceful=False)
        self.second = None

    def shutdown(self) -> None:
        self._cluster.shutdown()


@pytest.fixture(scope="module")
def nodes() -> Iterator[TwoNodes]:
    import ray

    # A short path, because sockets have little room; what nodes keep for themselves lies there too.
    folder = Path(tempfile.mkdtemp(prefix="ray-", dir="/tmp"))
    cluster = TwoNodes(folder)
    ray.init(cluster.address, log_to_driver=False, logging_level="ERROR")
    yield cluster
    ray.shutdown()
    cluster.shutdown()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def cluster(nodes: TwoNodes) -> TwoNodes:
    nodes.complete()
    return nodes


@pytest.fixture
def not_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same path leads to another folder on the nodes: they find another token there."""
    monkeypatch.setattr(executor, "write_atomically", lambda path, text: path.write_text("another group"))


def run_there(
    harness: Harness, group: RunGroup, on_change: Callable[[RunRecord], None] = lambda record: None, **more: Any
) -> list[RunRecord]:
    agent = load_agent(harness.folder / "agents" / "tester")
    asked = options_of(executor="ray", **{"retries": 2, **more})
    return run_group(group, agent, harness.registry, harness.data_dir, asked, on_change)


def group_for(harness: Harness, code: str, *, seeds: int = 1, **more: Any) -> RunGroup:
    return harness.group(code, seeds=seeds, executor="ray", **{"resources": SMALL, **more})


def states(group: RunGroup) -> list[str]:
    return [record.state for record in group.records()]


# What an agent prints goes to a file outside the sandboxes, and it works until another file is there.
def patient(folder: Path) -> str:
    return HAND_IN + (
        "import time\n"
        f"open({str(folder)!r} + '/pid-' + os.environ['SEED'] + '-' + str(os.getpid()), 'w').close()\n"
        f"while not os.path.exists({str(folder / 'go')!r}):\n    time.sleep(0.05)\n"
    )


def agents_at(folder: Path) -> list[int]:
    return [int(path.name.split("-")[2]) for path in folder.glob("pid-*")]
