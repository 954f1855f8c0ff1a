"""The executor `local`: runs on this machine."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
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
        """In the caller's thread: it begins runs and calls the listener, which needs no lock therefore."""
        stop, waiting = threading.Event(), iter(jobs)
        to_do: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        flying: set[Future[None]] = set()  # not all there ever were: a group may have a hundred thousand runs
        faults: list[BaseException] = []
        # Twice as many threads as sandboxes: the next one is set up, and the last one cleared, while others are open.
        pool = ThreadPoolExecutor(2 * self.workers, thread_name_prefix="run")

        def begin_next() -> None:
            job = None if stop.is_set() else next(waiting, None)
            if job is not None:
                flying.add(future := pool.submit(one, job))
                future.add_done_callback(lambda ended: to_do.put(lambda: land(ended)))

        def one(job: RunJob) -> None:
            ready = [begin_next]  # once, so that runs begin in the order of the plan

            def on_ready() -> None:
                if ready:
                    to_do.put(ready.pop())

            try:
                if not stop.is_set():
                    execute(job, place, cancelled=stop.is_set, on_change=tell, on_ready=on_ready)
            finally:
                on_ready()

        def tell(record: RunRecord) -> None:
            to_do.put(lambda: on_change(record))

        def land(future: Future[None]) -> None:
            flying.discard(future)
            if (fault := future.exception()) is not None:
                faults.append(fault)

        try:
            begin_next()
            while flying:
                to_do.get()()
            if faults:
                raise faults[0]
        except BaseException:
            stop.set()
            raise
        finally:
            pool.shutdown()
            while not to_do.empty():
                to_do.get()()
