"""Sending runs to the nodes and taking in what comes back, in one thread and in batches.

Ray itself repeats nothing: the driver sends a lost run again, because it knows what was tried before and where.
"""

from __future__ import annotations

import logging
import shutil
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ray
from ray.exceptions import RayError, TaskCancelledError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from mlebench import logs
from mlebench.runs import cancel
from mlebench.runs.cluster.archive import ArchiveError, Unpacker, unpack
from mlebench.runs.cluster.messages import MessageBox, News
from mlebench.runs.cluster.needs import needs_of, runs_that_fit, task_options
from mlebench.runs.cluster.node import Order, Returned, work
from mlebench.runs.cluster.transfer import SentFolder, send_agent, send_competition
from mlebench.runs.collecting import collect_elsewhere
from mlebench.runs.ending import explained
from mlebench.runs.execute import Listener, RunJob
from mlebench.runs.listed import RUN_FILE, State
from mlebench.runs.record import Failure, RunRecord, now
from mlebench.runs.run_folder import JOURNALS, SANDBOX, clear

if TYPE_CHECKING:
    from mlebench.runs.cluster.executor import RayExecutor

_log = logging.getLogger(__name__)
_LISTEN_SECONDS = 0.5
_COUNT_SECONDS = 10.0
_PAUSE_SECONDS = 2.0  # before a lost run is sent again; doubled each time
_KEEP_TRIES = 5  # to unpack what a node has sent, over a minute
_NOT_BEGUN_SECONDS = 3.0  # after which runs that wait for a node are withdrawn from a stopped group
# A worker whose node is lost would kill the keepers of its sandboxes, and with them who ends what runs inside.
_WORKER = {"env_vars": {"RAY_kill_child_processes_on_worker_exit": "false"}}
_END_SECONDS = 60.0  # beside the agent's own grace; after that, workers are ended by force


@dataclass
class _SentRun:
    """A run that is, or will be, on a node."""

    job: RunJob
    record: RunRecord  # as far as it is known here
    losses: int = 0
    begun: bool = False
    ending: bool = False
    not_before: float = 0.0

    @property
    def run_id(self) -> str:
        return self.record.run_id


@dataclass(eq=False)
class _Arrived:
    """What came back of a run, until it is in its place."""

    run: _SentRun
    returned: Returned
    tries: int = 0
    not_before: float = 0.0


class Driver:
    """The runs of one call."""

    def __init__(self, executor: RayExecutor, token: str, jobs: Sequence[RunJob], on_change: Listener) -> None:
        self._executor, self._token, self._on_change = executor, token, on_change
        self._needs = needs_of(jobs[0].settings.resources)
        jobs = [replace(job, folder=job.folder.absolute(), data_dir=job.data_dir.absolute()) for job in jobs]
        self._waiting = deque(_SentRun(job, RunRecord.load(job.folder)) for job in jobs)
        self._resting: list[_SentRun] = []  # before they are sent again
        self._away: dict[Any, _SentRun] = {}
        self._arrived: list[_Arrived] = []  # but not kept yet
        self._agent = send_agent(jobs[0].agent, ray.put)
        folders = dict.fromkeys(job.competition_folder for job in jobs)
        self._competitions: dict[Path, SentFolder | None] = {each: send_competition(each, ray.put) for each in folders}
        # Without retries of Ray's own: a run that began elsewhere must not begin again unseen.
        self._task: Any = ray.remote(
            **task_options(self._needs), max_retries=0, scheduling_strategy="SPREAD", runtime_env=_WORKER
        )(work)
        here = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
        self._messages: Any = ray.remote(num_cpus=0, max_concurrency=10_000, max_restarts=-1, scheduling_strategy=here)(
            MessageBox
        ).remote()
        self._window = 0
        self._next_count = self._next_listen = 0.0
        self._stopped_at: float | None = None

    def run(self) -> None:
        """Until all have ended; an interruption ends them first."""
        try:
            try:
                self._loop()
            except BaseException:
                self._stop()
                self._loop()
                raise
        finally:
            ray.kill(self._messages)

    def _loop(self) -> None:
        while self._waiting or self._resting or self._away or self._arrived:
            self._keep_again()
            self._send()
            for reference in self._returned():
                self._take_in(reference)
            if time.monotonic() >= self._next_listen:
                self._next_listen = time.monotonic() + _LISTEN_SECONDS
                self._listen()

    def _returned(self) -> list[Any]:
        """Wait for one, and take all that have come meanwhile."""
        if not self._away:
            time.sleep(_LISTEN_SECONDS)
            return []
        ready, _ = ray.wait(list(self._away), timeout=_LISTEN_SECONDS, fetch_local=False)
        if ready:
            ready, _ = ray.wait(list(self._away), num_returns=len(self._away), timeout=0, fetch_local=False)
        return list(ready)

    def _send(self) -> None:
        """Keep as many runs in Ray's hands as fit, and some more to fill gaps at once; not thousands."""
        if time.monotonic() >= self._next_count:
            self._next_count = time.monotonic() + _COUNT_SECONDS
            self._window = self._executor.workers or 2 * runs_that_fit(ray.nodes(), self._needs) + 8
        rested = [run for run in self._resting if run.not_before <= time.monotonic()]
        self._resting = [run for run in self._resting if run not in rested]
        self._waiting.extendleft(rested)
        while self._waiting and len(self._away) < self._window:
            run = self._waiting.popleft()
            if self._is_collected(run):
                continue
            order = Order(
                job=replace(run.job, retries=run.job.retries - run.losses),
                record=run.record,
                token=self._token,
                agent=self._agent,
                competition=self._competitions[run.job.competition_folder],
                data=self._executor.data[run.record.competition_id],
                data_url=self._executor.data_url,
                log_level=logs.level(),
            )
            self._away[self._task.remote(order, self._messages)] = run

    def _listen(self) -> None:
        """News from the nodes, and wishes to end runs to them."""
        if self._stopped_at is None and (self._executor.group / cancel.MARK).exists():
            self._stop()
        for run in self._away.values():
            run.ending = run.ending or (run.job.folder / cancel.MARK).exists()
        ending = frozenset(run.run_id for run in self._away.values() if run.ending)
        sent = {run.run_id: run for run in self._away.values()}
        with suppress(RayError):  # the box of messages begins anew; the next round reaches it
            for news in ray.get(self._messages.take.remote(ending)):
                if news.record.run_id in sent:
                    self._note(sent[news.record.run_id], news)
        self._press()

    def _note(self, run: _SentRun, news: News) -> None:
        run.begun, run.record = True, news.record
        if news.shared:
            self._on_change(news.record)
        else:
            self._save(run)

    def _take_in(self, reference: Any) -> None:
        run = self._away[reference]
        try:
            returned: Returned = ray.get(reference)
            logs.replay(returned.log)
            if returned.record is None:
                self._withdrawn(run)
            else:
                run.record, run.begun = returned.record, True
                self._keep(_Arrived(run, returned))
        except TaskCancelledError:
            self._withdrawn(run)
        except RayError as error:
            self._lost(run, error)
        del self._away[reference]

    def _keep(self, arrived: _Arrived) -> None:
        """Unpack what a node has sent. Where that fails, it is tried again for a while: the run is not for nothing."""
        run = arrived.run
        try:
            self._unpack(run, arrived.returned)
            if not self._is_collected(run):
                self._on_change(run.record)
        except (ArchiveError, OSError) as error:
            _log.exception("%s: what a node sent cannot be kept.", run.run_id)
            arrived.tries += 1
            if arrived.tries <= _KEEP_TRIES and self._stopped_at is None:
                arrived.not_before = time.monotonic() + _PAUSE_SECONDS * 2 ** (arrived.tries - 1)
                self._arrived.append(arrived)
            elif isinstance(error, ArchiveError):
                self._lost(run, error)
            else:  # of this machine: another run on a node would not help
                self._end(run, "failed", Failure(kind="infrastructure", message=explained(error)))

    def _keep_again(self) -> None:
        due = [each for each in self._arrived if each.not_before <= time.monotonic() or self._stopped_at is not None]
        self._arrived = [each for each in self._arrived if each not in due]
        for arrived in due:
            try:
                self._keep(arrived)
            except RayError as error:  # the worker that holds it is gone
                self._lost(arrived.run, error)

    def _is_collected(self, run: _SentRun) -> bool:
        """Collect what a node could not take out of its sandbox, and sent in it; false where a node has to do more."""
        record, folder = run.record, run.job.folder
        if record.uncollected is not None and not (folder / SANDBOX).is_dir():  # lost with its node
            run.record = record.model_copy(update={"uncollected": None})
        elif record.uncollected is not None and record.state != "running":  # else a node that sees it must clear up
            try:
                run.record = collect_elsewhere(folder, record)
            except OSError as error:  # it stays where it is, for the next time
                _log.exception("%s: cannot be collected here.", run.run_id)
                self._end(run, "failed", Failure(kind="infrastructure", message=explained(error)))
            else:
                self._on_change(run.record)
                return True
        return False

    def _unpack(self, run: _SentRun, returned: Returned) -> None:
        """Put the folder of a run in its place; the record comes last, since it says that all is there."""
        if returned.pieces is None:
            return
        folder = run.job.folder
        new = folder / ".incoming"
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir()
        try:
            unpack(Unpacker(_fetched(returned.pieces), returned.sha256), new)
            _go_on(folder, new)
            clear(folder)  # from here on nothing takes space
            for entry in sorted(new.iterdir(), key=lambda path: path.name == RUN_FILE):
                entry.rename(folder / entry.name)
        finally:
            shutil.rmtree(new, ignore_errors=True)

    def _lost(self, run: _SentRun, error: Exception) -> None:
        """The node, the worker or what it sent is gone: send the run again, as often as the machine may fail it."""
        if self._stopped_at is not None or run.ending:
            self._withdrawn(run)
            return
        _log.error("%s: lost.", run.run_id, exc_info=error)
        before = run.record
        where = f" on {before.host}" if run.begun and before.host else ""
        why = str(error).strip().splitlines()[0] if str(error).strip() else ""
        failure = Failure(kind="infrastructure", message=f"The run was lost{where}: {type(error).__name__}: {why}")
        # Still "running": the next attempt then ends what may be left of this one.
        update: dict[str, Any] = {"state": "running", "failure": failure}
        if not run.begun:  # or not for long enough to be heard of
            update["attempt"] = before.attempt + 1
            update["earlier_failures"] = [*before.earlier_failures, *([before.failure] if before.failure else [])]
        run.record, run.begun = before.model_copy(update=update), False
        run.losses += 1
        if run.losses > run.job.retries:
            self._end(run, "failed", failure)
        else:
            # Not at once: it takes a while until a cluster has noticed all that was lost with a node.
            run.not_before = time.monotonic() + _PAUSE_SECONDS * 2 ** (run.losses - 1)
            self._save(run)
            self._resting.append(run)

    def _withdrawn(self, run: _SentRun) -> None:
        """Asked to end before it had begun: it stays planned, unless it was meant alone or an earlier attempt began."""
        run.record = RunRecord.load(run.job.folder)
        if run.record.state == "running" or (run.job.folder / cancel.MARK).exists():
            self._end(run, "cancelled", None)

    def _end(self, run: _SentRun, state: State, failure: Failure | None) -> None:
        run.record = run.record.model_copy(update={"state": state, "failure": failure, "finished_at": now()})
        self._save(run)

    def _save(self, run: _SentRun) -> None:
        try:
            run.record.save(run.job.folder)
        except OSError:  # a full disk: the caller hears of it all the same
            _log.exception("%s: its record cannot be written.", run.run_id)
        self._on_change(run.record)

    def _stop(self) -> None:
        """Nothing more is sent; what is away shall end. Runs that wait stay planned."""
        self._stopped_at = self._stopped_at or time.monotonic()
        self._waiting.clear()
        for run in self._resting:
            self._end(run, "cancelled", None)
        self._resting.clear()
        for run in self._away.values():
            run.ending = True

    def _press(self) -> None:
        """Withdraw what never began, and end by force what does not end by itself."""
        if self._stopped_at is None:
            return
        since = time.monotonic() - self._stopped_at
        for reference, run in self._away.items():
            if since > _END_SECONDS + run.job.grace:
                ray.cancel(reference, force=True)
            elif since > _NOT_BEGUN_SECONDS and not run.begun:
                ray.cancel(reference)


def _go_on(before: Path, new: Path) -> None:
    """The journals of a run begin with what its earlier attempts have used."""
    for name in JOURNALS:
        if (before / name).exists() and (new / name).exists():
            rest = (new / name).rename(new / f"{name}.rest")
            shutil.copyfile(before / name, new / name)
            with rest.open("rb") as source, (new / name).open("ab") as journal:
                shutil.copyfileobj(source, journal)
            rest.unlink()


def _fetched(pieces: Sequence[Any]) -> Iterator[bytes]:
    """One piece after the other, so that a large submission is never in memory as a whole."""
    for piece in pieces:
        yield piece if isinstance(piece, bytes) else ray.get(piece)
