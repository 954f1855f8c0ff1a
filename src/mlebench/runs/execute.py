"""One run, from the sandbox being set up to the collected submission."""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from mlebench.agents import Agent
from mlebench.catalog import Benchmark, Competition, load_competition
from mlebench.data.layout import DataLayout
from mlebench.gateway.access import MODEL_CALLS, Gateway, GatewayRecord
from mlebench.gateway.model import ProxyConfig
from mlebench.runs.cancel import is_asked_to_cancel
from mlebench.runs.collecting import collect_outputs, forget_failure
from mlebench.runs.ending import DISK_WAS_FULL, FULL, ending_of, explained, model_trouble, spoiled_by_full_disk
from mlebench.runs.hand_in import hand_in
from mlebench.runs.hardware import hardware_here
from mlebench.runs.listed import State
from mlebench.runs.obfuscation import disguise_of
from mlebench.runs.plan import RunSettings
from mlebench.runs.record import Ending, Failure, RunRecord, Sealed, Submission, now
from mlebench.runs.run_folder import RESERVE, SANDBOX, clear, put_aside, tell_trajectory
from mlebench.runs.services import RunServices
from mlebench.runs.set_up import set_up
from mlebench.runs.snapshots import Snapshots
from mlebench.sandbox import Outcome, RunningSandbox, SandboxSpec, remove_sandbox_folder

_log = logging.getLogger(__name__)
_RESERVE_BYTES = 64 << 10
_POLL_SECONDS = 0.2
_HEARTBEAT_SECONDS = 5.0
_PAUSE_SECONDS = 2.0  # before a run is tried again; doubled each time

Listener = Callable[[RunRecord], None]


@dataclass(frozen=True)
class RunJob:
    """What one run needs to know; plain values, so that it can travel to another machine."""

    folder: Path
    agent: Agent
    competition_folder: Path
    data_dir: Path
    sandbox: str
    settings: RunSettings
    model: ProxyConfig | None = None
    versions: dict[str, str] | None = None
    grace: float = 10.0
    retries: int = 0
    benchmark: Benchmark = "v1"
    description: str | None = None  # in place of the competition's own

    def competition(self) -> Competition:
        """What is worked on, as this version of the benchmark has it."""
        return load_competition(self.competition_folder, self.benchmark)


def execute(
    job: RunJob,
    place: RunServices,
    *,
    cancelled: Callable[[], bool],
    on_change: Listener = lambda record: None,
    on_ready: Callable[[], None] = lambda: None,
) -> RunRecord:
    """Run the agent and write down what happens as it happens. Faults are recorded, never raised.

    A fault of the machine is worth another try; the run's folder keeps what happened before. `on_ready` is
    called when only the sandbox's turn has to come, or when that did not work.
    """

    def stop() -> bool:
        return cancelled() or is_asked_to_cancel(job.folder)

    # The record goes from attempt to attempt in memory, since a full disk may not have taken its last state.
    record = RunRecord.load(job.folder)
    for attempt in range(job.retries + 1):
        record = _attempt(_Run(job, record, place, stop, on_change, on_ready))
        if record.done or record.state == "cancelled" or attempt == job.retries or not _paused(attempt, stop):
            break
    return record


def _attempt(run: _Run) -> RunRecord:
    try:
        run.work()
    except Exception as error:  # whatever it is, it must not end the other runs
        _log.exception("%s, attempt %d: a fault of the machine, or of ours.", run.record.run_id, run.record.attempt)
        run.on_ready()  # nor hold them up until the next attempt
        failure = Failure(kind="infrastructure", message=explained(error))
        try:
            run.end("failed", failure)
        except OSError:  # not even that can be written: at least the caller hears of it
            _log.exception("%s: its record cannot be written.", run.record.run_id)
            run.on_change(run.record.model_copy())
    return run.record


def _paused(attempt: int, stop: Callable[[], bool]) -> bool:
    """Wait a little; false where the run shall end instead."""
    deadline = time.monotonic() + _PAUSE_SECONDS * 2**attempt
    while time.monotonic() < deadline:
        if stop():
            return False
        time.sleep(_POLL_SECONDS)
    return True


class _Run:
    def __init__(
        self,
        job: RunJob,
        record: RunRecord,
        place: RunServices,
        cancelled: Callable[[], bool],
        on_change: Listener,
        on_ready: Callable[[], None],
    ) -> None:
        self.job, self.place, self.backend = job, place, place.backend
        self.cancelled, self.on_change, self.on_ready = cancelled, on_change, on_ready
        self.record = record
        self.sandbox_folder = job.folder / SANDBOX
        self._told = False  # that the disk takes nothing: once for a run
        self._disk_was_full = False

    @property
    def _competition(self) -> Competition:
        return self.place.competition(self.job.competition_folder)

    def work(self) -> None:
        """Only the sandbox itself has to wait for its turn: the rest is done while other sandboxes are open."""
        job = self.job
        if self.record.uncollected is not None and self.sandbox_folder.is_dir():
            self._collect_at_last(self.record.uncollected)
            return
        if not job.agent.spec.opens_sandbox:
            self._prepare()
            self._hand_in()
            return
        with ExitStack() as closing:
            with self.place.short_work.alone():
                gateway, sandbox = self._set_up(closing)
            self.on_ready()
            with self.place.turns:
                if self.cancelled():
                    remove_sandbox_folder(self.sandbox_folder)
                    self.end("cancelled", None)
                    return
                self._begin()
                handle = self.backend.start(sandbox)
                try:
                    ending = self._ended(*self._watch(handle, gateway))
                finally:
                    handle.close()
                    closed_at = now()
        with self.place.short_work.alone():
            self._seal(gateway, closed_at)
            self._collect(ending)

    def _set_up(self, closing: ExitStack) -> tuple[Gateway, SandboxSpec]:
        """What stands ready until `closing`: the gateway, and the sandbox that it is for."""
        job, earlier = self.job, self._prepare()
        disguise = disguise_of(job, self.record)
        hide = disguise.verdict if disguise else None
        gateway = self.place.gateway(job.competition_folder, job.folder, job.model, job.settings.hosts, earlier, hide)
        closing.callback(self._note_usage, gateway)  # whatever happens, and after the last call
        closing.enter_context(gateway)
        return gateway, set_up(job, self.record, self.place, gateway, disguise, closing)

    def _hand_in(self) -> None:
        """No sandbox is opened: the harness itself hands in."""
        self.on_ready()
        with self.place.turns:
            if self.cancelled():
                self.end("cancelled", None)
                return
            self.record.state, self.record.started_at = "running", now()
            self._save()
            submission = self.job.folder / "submission" / "submission.csv"
            submission.parent.mkdir()
            if why := hand_in(self.job, self.record, submission):
                self.record.left_behind.append(why)
            self.record.submission = Submission.of(submission)
            self.end("finished", None)

    def _collect_at_last(self, ending: Ending) -> None:
        """An earlier attempt came to its end, but what it made could not be taken out of the sandbox."""
        record = self.record
        if record.state == "running":
            self.backend.recover(record.run_id)
        forget_failure(record)
        _log.info("%s, attempt %d: its agent has ended; it is collected now.", record.run_id, record.attempt)
        self._collect(ending)

    def _prepare(self) -> GatewayRecord:
        """Clear what an interrupted attempt left, and count this one. Returns what the earlier ones have used."""
        before = self.record
        if before.state == "running":
            self.backend.recover(before.run_id)
        if before.failure is not None and before.failure.kind == "infrastructure":
            put_aside(self.job.folder, before.attempt)
        clear(self.job.folder)
        failed = [before.failure] if before.failure is not None else []
        self.record = RunRecord(
            **before.model_dump(
                include={
                    *("run_id", "competition_id", "agent", "kind", "seed", "created_at", "sandbox", "guarantees"),
                    *("time_limit_seconds", "step_limit", "arguments", "model_name", "tools", "data", "model", "hosts"),
                    *("alias", "description_digest", "leaderboard_digest"),
                }
            ),
            attempt=before.attempt + 1,
            earlier_failures=[*before.earlier_failures, *failed],
            host=socket.gethostname(),
            hardware=hardware_here(),
            harness_pid=os.getpid(),
            versions=self.job.versions or {},
        )
        DataLayout.of(self._competition, self.job.data_dir).require_public()
        calls = before.sealed.validator_calls if before.sealed else 0
        return GatewayRecord(channels=[], validator_calls=calls, model=before.model, hosts=before.hosts)

    def _begin(self) -> None:
        """Say that the attempt has begun, and with what."""
        record = self.record
        record.resources = self.job.settings.resources.effective(self.job.folder)
        record.resource_differences = record.resources.differences()
        record.state, record.started_at, record.heartbeat_at = "running", now(), now()
        with (self.job.folder / RESERVE).open("wb", buffering=0) as reserve:
            os.posix_fallocate(reserve.fileno(), 0, _RESERVE_BYTES)
        self._save()
        _log.info("%s, attempt %d: begins in sandbox '%s'.", record.run_id, record.attempt, record.sandbox)

    def _watch(self, handle: RunningSandbox, gateway: Gateway) -> tuple[State, Outcome]:
        """Wait for the agent, its time limit, or a cancellation. What the run takes is the agent's time, not ours."""
        gateway.begin(self.record.time_limit_seconds)
        started = time.monotonic()
        try:
            return self._wait(handle, gateway, started)
        finally:
            self.record.duration_seconds = round(time.monotonic() - started, 3)

    def _wait(self, handle: RunningSandbox, gateway: Gateway, started: float) -> tuple[State, Outcome]:
        beat, deadline = started, started + self.record.time_limit_seconds
        every = self.job.settings.snapshot_seconds
        snapshots = Snapshots(self.sandbox_folder, self.job.folder, every) if every else None
        while True:
            left = deadline - time.monotonic()
            outcome = handle.wait(max(0.0, min(_POLL_SECONDS, left)))
            if outcome is not None:
                return "finished", outcome
            if left <= 0:
                return "timed_out", handle.terminate(self.job.grace)
            if self.cancelled():
                return "cancelled", handle.terminate(min(2.0, self.job.grace))
            # A full disk must not end an agent that has worked for hours: it may be free again in time.
            try:
                if snapshots is not None and snapshots.take_if_due():
                    self.record.snapshots = snapshots.taken
                if time.monotonic() - beat >= _HEARTBEAT_SECONDS:
                    beat = time.monotonic()
                    self.record.heartbeat_at = now()
                    self._note_usage(gateway)  # the harness may be killed
                    self._save()
            except OSError as error:
                self._disk_was_full = self._disk_was_full or error.errno in FULL
                if not self._told:
                    self._told = True
                    _log.warning("%s: cannot be written down, goes on.", self.record.run_id, exc_info=True)

    def _note_usage(self, gateway: Gateway) -> None:
        used = gateway.record()
        self.record.model, self.record.hosts = used.model, used.hosts

    def _ended(self, state: State, outcome: Outcome) -> Ending:
        """Write down how the agent ended before anything else is done: from now on its sandbox is worth keeping."""
        record = self.record
        record.exit_code, record.signal = outcome.exit_code, outcome.signal
        record.cpu_seconds, record.peak_memory_bytes = outcome.cpu_seconds, outcome.peak_memory_bytes
        record.exceeded, record.stragglers = outcome.exceeded, outcome.stragglers
        record.enforced, record.image_digest = dict(outcome.enforced), outcome.image_digest
        full = state != "cancelled" and spoiled_by_full_disk(self.sandbox_folder, outcome, seen=self._disk_was_full)
        ending = DISK_WAS_FULL if full else ending_of(state, outcome, record.time_limit_seconds)
        record.uncollected = ending
        try:
            self._save(last=True)
        except OSError:  # the next that is written says it too
            _log.warning("%s: its end cannot be written down yet.", record.run_id, exc_info=True)
        return ending

    def _seal(self, gateway: Gateway, closed_at: datetime) -> None:
        used = gateway.record()
        network = [] if self.backend.capabilities.no_network else ["open network"]
        self.record.sealed = Sealed.of(
            [*used.channels, *network],
            used.validator_calls,
            closed_at,
            knows_answers=not self._competition.is_sealed,
            isolated=self.backend.capabilities.isolated,
        )
        self.record.validator_faults = used.validator_faults
        self.record.model_trouble = model_trouble(self.record.model, self.job.folder / MODEL_CALLS)

    def _collect(self, ending: Ending) -> None:
        """The sandbox goes when the record says that all is there, and not before."""
        collect_outputs(self.job.folder, self.record)
        self.record.uncollected = None
        try:
            self.end(ending.state, ending.failure)
        except OSError:
            self.record.uncollected = ending
            raise
        remove_sandbox_folder(self.sandbox_folder)

    def end(self, state: State, failure: Failure | None) -> None:
        record = self.record
        record.state, record.failure = state, failure
        record.finished_at = now()
        tell_trajectory(self.job.folder, self.job.agent, self.job.model)
        why = f" ({failure.kind}: {failure.message})" if failure else ""
        _log.info("%s, attempt %d: %s%s.", record.run_id, record.attempt, state, why)
        self._save(last=True)
        (self.job.folder / RESERVE).unlink(missing_ok=True)

    def _save(self, *, last: bool = False) -> None:
        """Write the record. For what must not be lost, space was set aside while there was some."""
        try:
            self.record.save(self.job.folder)
        except OSError as error:
            if not last or error.errno not in FULL:
                raise
            (self.job.folder / RESERVE).unlink(missing_ok=True)
            self.record.save(self.job.folder)
        self.on_change(self.record.model_copy())
