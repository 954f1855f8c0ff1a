"""A Ray cluster of two nodes on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

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
