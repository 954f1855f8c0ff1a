"""One run, from the furnished room to the collected submission."""

from __future__ import annotations

import hashlib
import os
import shutil
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from mlebench.agents import Agent
from mlebench.data import DataLayout
from mlebench.errors import MlebenchError
from mlebench.gateway import Checker, ValidatorServer
from mlebench.runs.furnish import furnish, room_variables
from mlebench.runs.record import Failure, RunRecord, Sealed, Submission, now
from mlebench.sandbox import CollectLimits, Handle, Outcome, Room, Sandbox, collect
from mlebench.sandbox.room import OUTPUTS

ROOM = "room"
LOG = "run.log"
VALIDATIONS = "validations.jsonl"
_POLL_SECONDS = 0.2
_HEARTBEAT_SECONDS = 5.0
_MIB = 1 << 20

Listener = Callable[[RunRecord], None]


@dataclass(frozen=True)
class RunJob:
    """What one run needs to know; plain values, so that it can travel to another machine."""

    folder: Path
    agent: Agent
    competition_folder: Path
    data_dir: Path
    versions: dict[str, str]
    grace: float = 10.0


def execute(
    job: RunJob,
    sandbox: Sandbox,
    checker: Checker,
    *,
    cancelled: Callable[[], bool],
    on_change: Listener = lambda record: None,
) -> RunRecord:
    """Run the agent and write down what happens as it happens. Faults are recorded, never raised."""
    run = _Run(job, sandbox, checker, cancelled, on_change)
    try:
        run.work()
    except MlebenchError as error:
        run.end("failed", Failure(kind="infrastructure", message=str(error)))
    except Exception as error:
        # A fault of the harness or of the machine (a full disk, say) must not end the other runs.
        message = f"{type(error).__name__}: {error}"
        with suppress(OSError):
            run.end("failed", Failure(kind="infrastructure", message=message))
        run.record.state, run.record.failure = "failed", Failure(kind="infrastructure", message=message)
    return run.record


class _Run:
    def __init__(
        self,
        job: RunJob,
        sandbox: Sandbox,
        checker: Checker,
        cancelled: Callable[[], bool],
        on_change: Listener,
    ) -> None:
        self.job, self.sandbox, self.checker = job, sandbox, checker
        self.cancelled, self.on_change = cancelled, on_change
        self.record = RunRecord.load(job.folder)
        self.layout = DataLayout(job.data_dir, self.record.competition_id)
        self.room = job.folder / ROOM
        self.started = time.monotonic()

    def work(self) -> None:
        self._begin()
        validator = ValidatorServer(self.checker, self.job.competition_folder, self.job.folder / VALIDATIONS)
        try:
            handle = self.sandbox.start(self._furnished(validator.url))
            try:
                state, outcome = self._watch(handle)
            finally:
                handle.close()
        finally:
            validator.close()
        self.record.sealed = Sealed(
            channels=["validator"] + ([] if self.sandbox.capabilities.no_network else ["open network"]),
            validator_calls=validator.calls,
            room_closed_at=now(),
        )
        self._collect()
        self._finish(state, outcome)

    def _begin(self) -> None:
        """Clear what an interrupted attempt left, and say that this one has begun."""
        if self.record.state == "running":
            self.sandbox.recover(self.record.run_id)
        for name in (ROOM, *OUTPUTS):
            shutil.rmtree(self.job.folder / name, ignore_errors=True)
        for name in (LOG, VALIDATIONS, "report.json"):
            (self.job.folder / name).unlink(missing_ok=True)
        before = self.record
        self.record = RunRecord(
            **before.model_dump(
                include={
                    *("run_id", "competition_id", "agent", "seed", "created_at", "sandbox", "guarantees"),
                    *("time_limit_seconds", "step_limit"),
                }
            ),
            state="running",
            attempt=before.attempt + 1,
            started_at=now(),
            heartbeat_at=now(),
            host=socket.gethostname(),
            harness_pid=os.getpid(),
            versions=self.job.versions,
        )
        self._save()
        self.layout.require_prepared()

    def _furnished(self, validator_url: str) -> Room:
        record, agent = self.record, self.job.agent
        paths = self.sandbox.paths(self.room)
        furnish(
            self.room,
            agent,
            paths,
            competition_id=record.competition_id,
            description=(self.layout.public / "description.md").read_text(encoding="utf-8"),
            time_limit=record.time_limit_seconds,
            step_limit=record.step_limit,
            validator_url=validator_url,
        )
        variables = room_variables(
            paths,
            competition_id=record.competition_id,
            seed=record.seed,
            time_limit=record.time_limit_seconds,
            step_limit=record.step_limit,
            sandbox=self.sandbox.name,
            guarantees=self.sandbox.capabilities.names(),
            validator_url=validator_url,
        )
        return Room(
            run_id=record.run_id,
            folder=self.room,
            data=self.layout.public,
            command=agent.spec.start,
            environment={**agent.spec.environment, **variables},
            output=self.job.folder / LOG,
            image=agent.spec.image,
        )

    def _watch(self, handle: Handle) -> tuple[str, Outcome]:
        """Wait for the agent, its time limit, or a cancellation."""
        self.started = beat = time.monotonic()
        deadline = self.started + self.record.time_limit_seconds
        while True:
            left = deadline - time.monotonic()
            outcome = handle.wait(max(0.0, min(_POLL_SECONDS, left)))
            if outcome is not None:
                return "ended", outcome
            if left <= 0:
                return "timed_out", handle.terminate(self.job.grace)
            if self.cancelled():
                return "cancelled", handle.terminate(min(2.0, self.job.grace))
            if time.monotonic() - beat >= _HEARTBEAT_SECONDS:
                beat = time.monotonic()
                self.record.heartbeat_at = now()
                self._save()

    def _collect(self) -> None:
        limits = {"submission": CollectLimits(bytes_each=2048 * _MIB, files=100)}
        for name in OUTPUTS:
            found = collect(self.room / name, self.job.folder / name, limits.get(name))
            self.record.left_behind += found.refused
        self.record.submission = _facts(self.job.folder / "submission" / "submission.csv")
        shutil.rmtree(self.room, ignore_errors=True)

    def _finish(self, state: str, outcome: Outcome) -> None:
        record = self.record
        record.exit_code, record.signal = outcome.exit_code, outcome.signal
        record.cpu_seconds, record.peak_memory_bytes = outcome.cpu_seconds, outcome.peak_memory_bytes
        if state == "cancelled":
            self.end("cancelled", None)
        elif state == "timed_out":
            limit = f"{record.time_limit_seconds:g} s"
            self.end("timed_out", Failure(kind="time_limit", message=f"The time limit of {limit} was over."))
        elif outcome.exit_code != 0:
            how = f"exit code {outcome.exit_code}" if outcome.signal is None else f"signal {outcome.signal}"
            self.end("failed", Failure(kind="agent", message=f"The agent ended with {how}."))
        else:
            self.end("finished", None)

    def end(self, state: str, failure: Failure | None) -> None:
        record = self.record
        record.state, record.failure = state, failure  # type: ignore[assignment]
        record.finished_at = now()
        record.duration_seconds = round(time.monotonic() - self.started, 3)
        self._save()

    def _save(self) -> None:
        self.record.save(self.job.folder)
        self.on_change(self.record.model_copy())


def _facts(path: Path) -> Submission | None:
    if not path.is_file():
        return None
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_MIB):
            digest.update(chunk)
    return Submission(bytes=path.stat().st_size, sha256=digest.hexdigest())
