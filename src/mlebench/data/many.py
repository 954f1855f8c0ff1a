"""Preparing many competitions: problems first, then several processes, one result each whatever happens."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import time
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from threading import Lock
from types import FrameType
from typing import Any, Literal, NamedTuple, Protocol

from mlebench import logs
from mlebench.catalog import Benchmark, Competition, load_competition
from mlebench.data.prepare import Prepared, PrepareOptions, prepare
from mlebench.data.progress import Listener, listening
from mlebench.data.sources.base import RawSource
from mlebench.data.stores.fetch import StoreSource, fetch
from mlebench.errors import MlebenchError

_log = logging.getLogger(__name__)
_TELL_EVERY = 0.1  # seconds between two reports of a worker's progress
_GRACE = 10.0  # seconds that an interrupted worker has to clean up


class Task(NamedTuple):
    """A competition, and where its data comes from."""

    competition: Competition
    source: RawSource | StoreSource


class Outcome(NamedTuple):
    """What came of one competition."""

    competition_id: str
    outcome: Literal["prepared", "already prepared", "pushed", "failed"]
    seconds: float
    error: str | None = None


class Display(Protocol):
    """Shows what is going on."""

    def listener(self, competition_id: str) -> Listener:
        """Who is told of one competition's progress."""

    def finished(self, outcome: Outcome) -> None:
        """One competition is done."""


def prepare_many(
    tasks: Sequence[Task], data_dir: Path, options: PrepareOptions, display: Display, *, jobs: int = 1
) -> list[Outcome]:
    """Prepare all tasks, `jobs` at a time; the cores that this leaves are used inside each.

    A task that fails, or whose process dies, costs only its own result. An interrupt stops all of them,
    lets them clean up, and is raised again.
    """
    jobs = max(1, min(jobs, len(tasks)))
    threads = max(1, _processors() // jobs)
    if len(tasks) <= 1:
        outcomes = [_in_this_process(task, data_dir, options, display, threads) for task in tasks]
    else:
        outcomes = list(_in_workers(tasks, data_dir, options, display, jobs, threads))
    order = {task.competition.id: index for index, task in enumerate(tasks)}
    return sorted(outcomes, key=lambda outcome: order[outcome.competition_id])


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1  # macOS


def _in_this_process(task: Task, data_dir: Path, options: PrepareOptions, display: Display, threads: int) -> Outcome:
    with listening(display.listener(task.competition.id), workers=threads):
        outcome = _outcome(task, data_dir, options)
    display.finished(outcome)
    return outcome


def _outcome(task: Task, data_dir: Path, options: PrepareOptions) -> Outcome:
    start = time.monotonic()
    try:
        result = prepare_one(task, data_dir, options)
    except MlebenchError as error:
        _log.debug("%s: not prepared.", task.competition.id, exc_info=True)
        return Outcome(task.competition.id, "failed", time.monotonic() - start, str(error))
    return Outcome(task.competition.id, result.outcome, time.monotonic() - start)


def prepare_one(task: Task, data_dir: Path, options: PrepareOptions) -> Prepared:
    """From raw data, or from what was prepared elsewhere."""
    if isinstance(task.source, StoreSource):
        return fetch(task.competition, data_dir, task.source, options)
    return prepare(task.competition, data_dir, task.source, options)


class _Worker(NamedTuple):
    competition_id: str
    process: ForkServerProcess
    listener: Listener
    start: float


def _in_workers(
    tasks: Sequence[Task], data_dir: Path, options: PrepareOptions, display: Display, jobs: int, threads: int
) -> Iterator[Outcome]:
    """One process per task: the memory of one is not kept for the next, and a crash harms no other."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["mlebench.data.prepare"])
    waiting = list(reversed(tasks))
    working: dict[Connection, _Worker] = {}
    try:
        while waiting or working:
            while waiting and len(working) < jobs:
                task = waiting.pop()
                ours, theirs = context.Pipe(duplex=False)
                competition, source = task
                place = (competition.folder, competition.benchmark)
                arguments = (*place, source, data_dir, options, threads, theirs, logs.level())
                process = context.Process(target=_work, args=arguments)
                process.start()
                theirs.close()
                listener = display.listener(task.competition.id)
                working[ours] = _Worker(task.competition.id, process, listener, time.monotonic())
            for connection in wait(list(working)):
                assert isinstance(connection, Connection)
                outcome = _heard(connection, working[connection])
                if outcome is not None:
                    working.pop(connection).process.join()
                    connection.close()
                    display.finished(outcome)
                    yield outcome
    finally:
        _stop(working)


def _heard(connection: Connection, worker: _Worker) -> Outcome | None:
    """Take one message of a worker: progress, or its outcome."""
    try:
        kind, *content = connection.recv()
    except EOFError:
        worker.process.join()
        code = worker.process.exitcode or 0
        reason = f"signal {-code}; was there enough memory?" if code < 0 else f"exit code {code}"
        error = f"{worker.competition_id}: the process died ({reason})."
        return Outcome(worker.competition_id, "failed", time.monotonic() - worker.start, error)
    if kind == "outcome":
        return Outcome(*content)
    getattr(worker.listener, kind)(*content)
    return None


def _stop(working: dict[Connection, _Worker]) -> None:
    for worker in working.values():
        with contextlib.suppress(ProcessLookupError, TypeError):
            os.kill(worker.process.pid, signal.SIGINT)  # type: ignore[arg-type]
    deadline = time.monotonic() + _GRACE
    for connection, worker in working.items():
        connection.close()
        worker.process.join(max(0.1, deadline - time.monotonic()))
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()


def _work(
    folder: Path,
    benchmark: Benchmark,
    source: RawSource | StoreSource,
    data_dir: Path,
    options: PrepareOptions,
    threads: int,
    pipe: Connection,
    log_level: int,
) -> None:
    """What a worker process does."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _interrupted)
    sender = _Sender(pipe)
    speaking = logs.verbose() if log_level <= logging.DEBUG else contextlib.nullcontext()
    with contextlib.suppress(KeyboardInterrupt), listening(sender, workers=threads), speaking:
        outcome = _outcome(Task(load_competition(folder, benchmark), source), data_dir, options)
        sender.send("outcome", *outcome)


def _interrupted(number: int, frame: FrameType | None) -> None:
    # Once is enough: a second signal must not disturb the cleaning up.
    for other in (signal.SIGINT, signal.SIGTERM):
        signal.signal(other, signal.SIG_IGN)
    raise KeyboardInterrupt


class _Sender:
    """Tells the parent process of progress, but not too often."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._lock = Lock()
        self._untold = 0.0
        self._last = 0.0

    def stage(self, label: str, total: float | None) -> None:
        with self._lock:
            self._untold = 0.0
            self.send("stage", label, total)

    def advance(self, amount: float) -> None:
        with self._lock:
            self._untold += amount
            if time.monotonic() - self._last >= _TELL_EVERY:
                self.send("advance", self._untold)
                self._untold, self._last = 0.0, time.monotonic()

    def send(self, *message: Any) -> None:
        try:
            self._pipe.send(message)
        except OSError:
            raise KeyboardInterrupt from None  # nobody listens any more: the parent was killed
