"""The executor `local`: runs on this machine."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from mlebench.runs.execute import Listener, RunJob, execute
from mlebench.runs.group import RunGroup
from mlebench.runs.plan import RunOptions, RunSettings
from mlebench.runs.record import RunRecord
from mlebench.runs.services import RunServices


@dataclass(frozen=True)
class LocalExecutor:
    """This machine, so many runs at a time."""

    sandbox: str
    settings: RunSettings
    data_dir: Path
    workers: int = 1

    here: ClassVar[bool] = True
    waits: ClassVar[bool] = True
    own_options: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def check(cls, options: RunOptions) -> None:
        """This machine is there."""

    @classmethod
    def for_group(cls, group: RunGroup, options: RunOptions, data_dir: Path) -> LocalExecutor:
        """With as many runs at a time as the options say."""
        return cls(group.spec.sandbox, group.spec.settings, data_dir, options.workers or 1)

    @classmethod
    def next_step(cls, group: RunGroup) -> str:
        """Nothing is left to do."""
        return ""

    def run(self, jobs: Sequence[RunJob], on_change: Listener) -> None:
        """In threads: nearly all the work is done by the agents' own processes."""
        with RunServices(self.sandbox, self.settings, self.data_dir, self.workers, jobs[0].benchmark) as place:
            for job in jobs:
                place.tools(job.agent)
                place.image(job.agent)  # where it cannot be had, no run is worth beginning
            self._run_in(place, jobs, on_change)

    def _run_in(self, place: RunServices, jobs: Sequence[RunJob], on_change: Listener) -> None:
        stop = threading.Event()
        changes: queue.SimpleQueue[RunRecord | None] = queue.SimpleQueue()
        flying: set[Future[None]] = set()  # not all there ever were: a group may have a hundred thousand runs
        faults: list[BaseException] = []
        # Twice as many threads as sandboxes: the next one is set up, and the last one cleared, while others are open.
        pool = ThreadPoolExecutor(2 * self.workers, thread_name_prefix="run")

        def one(job: RunJob, ready: threading.Event) -> None:
            try:
                if not stop.is_set():
                    execute(job, place, cancelled=stop.is_set, on_change=changes.put, on_ready=ready.set)
            finally:
                ready.set()

        def feed() -> None:
            for job in jobs:
                if stop.is_set():
                    break
                ready = threading.Event()
                flying.add(pool.submit(one, job, ready))
                ready.wait()  # so that runs begin in the order of the plan
                land(timeout=0)
            land()
            changes.put(None)

        def land(timeout: float | None = None) -> None:
            ended = wait(flying, timeout).done
            flying.difference_update(ended)
            faults.extend(fault for future in ended if (fault := future.exception()) is not None)

        feeder = threading.Thread(target=feed, name="feeder")
        try:
            feeder.start()
            # The listener is called here, in the caller's thread, so that it needs no lock.
            while (record := changes.get()) is not None:
                on_change(record)
            if faults:
                raise faults[0]
        except BaseException:
            stop.set()
            raise
        finally:
            feeder.join()
            pool.shutdown()
            _drain(changes, on_change)


def _drain(changes: queue.SimpleQueue[RunRecord | None], on_change: Callable[[RunRecord], None]) -> None:
    while not changes.empty():
        record = changes.get()
        if record is not None:
            on_change(record)
