"""The executor `ray`: every run is a task of an existing Ray cluster."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from mlebench.data.manifest import DataStamp
from mlebench.errors import MissingExtra, MlebenchError
from mlebench.files import write_atomically
from mlebench.runs.cluster.needs import check_fits, needs_of
from mlebench.runs.execute import Listener, RunJob
from mlebench.runs.group import RunGroup
from mlebench.runs.plan import RunOptions

_ANSWER_SECONDS = 10.0


@dataclass(frozen=True)
class RayExecutor:
    """A Ray cluster. `workers` limits how many runs are at work at a time; without it, as many as fit."""

    group: Path
    data: Mapping[str, DataStamp]  # by competition: which data the group was made with
    address: str | None = None
    data_url: str | None = None
    workers: int | None = None

    here: ClassVar[bool] = False
    waits: ClassVar[bool] = True
    own_options: ClassVar[frozenset[str]] = frozenset({"address"})

    @classmethod
    def check(cls, options: RunOptions) -> None:
        """Raise where there is no cluster, or none that could hold a run with these resources."""
        with connected(options.address) as ray:
            check_fits(ray.nodes(), needs_of(options.settings.resources))

    @classmethod
    def for_group(cls, group: RunGroup, options: RunOptions, data_dir: Path) -> RayExecutor:
        """Nodes find the data in the same place, in their own, or at `--data-url`."""
        return cls(group.folder, group.spec.data, options.address, options.data_url, options.workers)

    @classmethod
    def next_step(cls, group: RunGroup) -> str:
        """Nothing is left to do."""
        return ""

    def run(self, jobs: Sequence[RunJob], on_change: Listener) -> None:
        """Return when all jobs have ended. KeyboardInterrupt ends them everywhere first, then goes on."""
        with connected(self.address) as ray:
            from mlebench.runs.cluster.driver import Driver
            from mlebench.runs.cluster.node import TOKEN

            check_fits(ray.nodes(), needs_of(jobs[0].settings.resources))
            token = secrets.token_hex(16)
            write_atomically(self.group / TOKEN, token)
            try:
                Driver(self, token, jobs, on_change).run()
            finally:
                (self.group / TOKEN).unlink(missing_ok=True)


@contextmanager
def connected(address: str | None) -> Iterator[Any]:
    """Ray, connected to a cluster that exists; a connection that the caller has made before is used and kept."""
    try:
        import ray
    except ImportError as error:
        raise MissingExtra("The executor 'ray'", "ray") from error
    if ray.is_initialized():
        yield ray
        return
    address = address or os.environ.get("RAY_ADDRESS") or "auto"
    if address.startswith("ray://"):
        raise MlebenchError(
            f"{address}: Ray's client protocol is not supported.",
            hint="Call mlebench on a machine of the cluster, with --address HOST:PORT of its head node, or without.",
        )
    if address != "auto":
        _check_answers(address)
    handlers = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        ray.init(address, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise _no_cluster("here" if address == "auto" else f"at {address}", error) from error
    try:
        # Ray ends the process on SIGTERM; here sandboxes are closed first.
        if threading.current_thread() is threading.main_thread():
            for each, handler in handlers.items():
                signal.signal(each, handler)
        yield ray
    finally:
        ray.shutdown()


def _check_answers(address: str) -> None:
    """Ray itself would wait for minutes where nobody answers."""
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_ANSWER_SECONDS).close()
    except (OSError, ValueError) as error:
        raise _no_cluster(f"at {address}", error) from error


def _no_cluster(where: str, error: Exception) -> MlebenchError:
    return MlebenchError(
        f"There is no Ray cluster {where}: {str(error).strip().splitlines()[0]}",
        hint="Start one with: ray start --head (and on other machines: ray start --address HOST:6379)",
    )
