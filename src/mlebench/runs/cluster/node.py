"""One run on the node that Ray chose for it."""

from __future__ import annotations

import logging
import socket
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import ray
from ray.exceptions import RayError

from mlebench.catalog import load_competition
from mlebench.catalog.registry import BUILT_IN
from mlebench.data.manifest import DataStamp
from mlebench.logs import collected
from mlebench.runs.cancel import MARK
from mlebench.runs.cluster.archive import Packer, pack, plain_entries
from mlebench.runs.cluster.messages import News
from mlebench.runs.cluster.transfer import SentFolder, find_data
from mlebench.runs.ending import explained
from mlebench.runs.execute import Listener, RunJob, execute
from mlebench.runs.record import Failure, RunRecord, now, versions_here
from mlebench.runs.services import RunServices
from mlebench.sandbox import pool, remove_sandbox_folder
from mlebench.scratch import Scratch, remove_leftovers

_log = logging.getLogger(__name__)
TOKEN = ".token"
_PATIENCE = 20.0  # seconds that a question for the end may wait for its answer
_INLINE = 64 << 10  # bytes that travel with the answer itself


@dataclass(frozen=True)
class Order:
    """One run on its way to a node: plain values and references to objects of the cluster."""

    job: RunJob
    record: RunRecord
    token: str  # lies in the group's folder, for those who see it
    agent: SentFolder
    competition: SentFolder | None  # null: built in
    data: DataStamp  # which the group was made with
    data_url: str | None
    log_level: int


@dataclass(frozen=True)
class Returned:
    """What comes back: the record, and the run's folder where the driver does not see it."""

    record: RunRecord | None  # null: the run was not begun, because it shall not be any more
    pieces: tuple[Any, ...] | None = None
    sha256: str = ""
    log: tuple[logging.LogRecord, ...] = ()  # for the driver's own


def work(order: Order, messages: Any) -> Returned:
    """Carry one run out; all but a lost node or a bug is told by its record."""
    with collected(order.log_level) as records:
        returned = _work(order, messages)
    return replace(returned, log=tuple(records))


def _work(order: Order, messages: Any) -> Returned:
    word = _Word(messages, order.record.run_id)
    if word.is_end_already() or (order.job.folder.parent / MARK).exists():
        return Returned(None)
    with ExitStack() as undo:
        shared = _sees(order)
        if order.record.uncollected is not None and not shared:
            return Returned(order.record)  # its sandbox lies with the driver: nothing to do here, and nothing to repeat
        if shared:
            folder = order.job.folder
        else:
            remove_leftovers("run", first=remove_sandbox_folder)
            folder = undo.enter_context(Scratch("run")) / order.record.run_id
            folder.mkdir()
        if not shared or RunRecord.load(folder).uncollected is None:  # which the driver may not have heard of
            order.record.save(folder)
        record = _carry_out(order, folder, word, lambda record: messages.tell.remote(News(record, shared)))
        if shared:
            return Returned(record)
        pieces, sha256 = _packed(folder)
    return Returned(record, pieces, sha256)


def _sees(order: Order) -> bool:
    """Whether the group's folder is the driver's own: the same path may lead elsewhere on another machine."""
    try:
        return (order.job.folder.parent / TOKEN).read_text() == order.token
    except OSError:
        return False


def _carry_out(order: Order, folder: Path, word: _Word, tell: Listener) -> RunRecord:
    try:
        job = _at_home(order, folder)
        place = _services_for(job)
    except Exception as error:  # the node lacks something; other runs go on
        _log.exception("%s: cannot be carried out on %s.", order.record.run_id, socket.gethostname())
        record = order.record.model_copy(
            update={
                "state": "failed",
                "failure": Failure(kind="infrastructure", message=explained(error)),
                "attempt": order.record.attempt + 1,
                "host": socket.gethostname(),
                "finished_at": now(),
            }
        )
        record.save(folder)
        return record
    with pool.own_cpus(max(1, round(job.settings.resources.cpus))):
        # The last word is the answer itself.
        return execute(job, place, cancelled=word.is_end, on_change=lambda r: tell(r) if r.state == "running" else None)


def _at_home(order: Order, folder: Path) -> RunJob:
    """The job with the places and versions of this node."""
    job, competition_id = order.job, order.record.competition_id
    competition = order.competition.receive(_get) if order.competition else BUILT_IN / competition_id
    return replace(
        job,
        folder=folder,
        agent=replace(job.agent, folder=order.agent.receive(_get)),
        competition_folder=competition,
        data_dir=find_data(load_competition(competition, job.benchmark), job.data_dir, order.data_url, order.data),
        versions=versions_here(),
    )


_services: dict[tuple[str, str, Path, str], RunServices] = {}


def _services_for(job: RunJob) -> RunServices:
    """Opened once in the life of a worker process, which ends with its driver."""
    key = (job.sandbox, job.settings.model_dump_json(), job.data_dir, job.benchmark)
    if key not in _services:
        _services[key] = RunServices(job.sandbox, job.settings, job.data_dir, benchmark=job.benchmark)
    return _services[key]


def _packed(folder: Path) -> tuple[tuple[Any, ...], str]:
    """A run's folder in pieces: small ones as they are, large ones as objects of the cluster."""
    pieces: list[Any] = []
    packer = Packer(lambda piece: pieces.append(piece if len(piece) <= _INLINE else ray.put(piece)))
    pack(folder, plain_entries(folder), packer)
    return tuple(pieces), packer.sha256


def _get(reference: Any) -> Any:
    """As `ray.get`, which would lend this run's CPUs to another task while it waits."""
    return reference.future().result()


class _Word:
    """Hears whether the run shall end."""

    def __init__(self, messages: Any, run_id: str) -> None:
        self._messages, self._run_id = messages, run_id
        self._question: Any = None
        self._end = False

    def is_end_already(self) -> bool:
        """Asked before a run begins; this waits for the answer."""
        return self._answer(self._ask(0.0))

    def is_end(self) -> bool:
        """Asked all the time, without waiting: one question is always open."""
        if not self._end:
            self._question = self._question or self._ask(_PATIENCE)
            if self._question.done():
                self._end, self._question = self._answer(self._question), None
        return self._end

    def _ask(self, patience: float) -> Any:
        return self._messages.shall_end.remote(self._run_id, patience).future()

    @staticmethod
    def _answer(question: Any) -> bool:
        try:
            return bool(question.result())
        except RayError:  # the box of messages was lost and begins anew; the next question reaches it
            return False
