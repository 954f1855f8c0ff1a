"""Says whether a submission is valid, and if not why. It has no answers, so there is no score that it could tell.

It works outside the sandbox; only its sentences go in.
"""

from __future__ import annotations

import faulthandler
import logging
import multiprocessing
import os
import threading
import traceback
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mlebench.logs import cut
from mlebench.memory import MemoryWatch, announce
from mlebench.scratch import Scratch, last_words, remove_leftovers

if TYPE_CHECKING:
    from mlebench.catalog import Benchmark

_log = logging.getLogger(__name__)
NAME = "submission.csv"
_MEMORY_SHARE = 0.5  # of the machine's: a submission that takes more to read is not worth the other runs


class Answer(NamedTuple):
    """Valid, not valid, or (null) not known because the check itself failed."""

    valid: bool | None
    message: str
    warnings: list[str] = []


class Checker:
    """Checks submissions in a process of its own, since a hostile one could hang or swell its reader."""

    def __init__(
        self,
        data_dir: Path,
        *,
        benchmark: Benchmark = "v1",
        seconds: float = 300.0,
        workers: int = 1,
        memory_bytes: int | None = None,
    ) -> None:
        self._data_dir, self._seconds, self._workers, self._memory = data_dir, seconds, workers, memory_bytes
        self._benchmark = benchmark
        self._lock = threading.Lock()
        self._pool: Any = None
        self._watch: MemoryWatch | None = None
        remove_leftovers("check")

    def check(self, competition_folder: Path, submission: Path) -> Answer:
        """One submission; the process is started with the first."""
        with Scratch("check") as scratch:  # for the last words of a process that ends itself
            return self._check(competition_folder, submission, scratch / "traceback")

    def _check(self, competition_folder: Path, submission: Path, trace: Path) -> Answer:
        from pebble import ProcessExpired

        with self._lock:
            if self._pool is None:
                self._pool = self._open_pool()
        future = self._pool.schedule(
            _check,
            args=[competition_folder, self._benchmark, submission, self._data_dir, trace],
            timeout=self._seconds,
        )
        try:
            return Answer(*future.result())
        except FutureTimeoutError:
            return Answer(None, f"The submission could not be checked within {self._seconds:g} s.")
        except ProcessExpired as end:
            about = (competition_folder.name, submission, end.exitcode, last_words(trace) or "It left no traceback.")
            _log.error("%s: checking %s ended the validator's process (exit code %s).\n%s", *about)
            return Answer(None, "The submission could not be checked: the validator has a problem.")

    def _open_pool(self) -> Any:
        import psutil
        from pebble import ProcessPool

        memory = self._memory or int(psutil.virtual_memory().total * _MEMORY_SHARE)
        self._watch = MemoryWatch(memory // self._workers)
        context = multiprocessing.get_context("forkserver")
        return ProcessPool(
            max_workers=self._workers, context=context, initializer=_begin, initargs=[self._watch.folder]
        )

    def close(self) -> None:
        """End the process."""
        if self._pool is not None:
            self._pool.stop()
            self._pool.join()
        if self._watch is not None:
            self._watch.close()


def _begin(folder: Path) -> None:
    """What a check needs is loaded before the memory counts."""
    import mlebench.catalog
    import mlebench.grading.validate  # noqa: F401

    announce(folder)


def _check(
    competition_folder: Path, benchmark: Benchmark, submission: Path, data_dir: Path, trace: Path
) -> tuple[bool, str, list[str]]:
    from mlebench.catalog import load_competition
    from mlebench.grading.validate import validate_submission

    with suppress(OSError):
        faulthandler.enable(trace.open("w"))  # where C code is when it ends the process
    try:
        verdict = validate_submission(load_competition(competition_folder, benchmark), submission, data_dir)
    except Exception:
        # A fault of ours, whose words could name places outside the sandbox; or memory has run out, which shows in
        # many ways and may not all come back. The next check gets a new process.
        with suppress(Exception):
            trace.write_text(cut(traceback.format_exc()), encoding="utf-8", errors="replace")
        os._exit(1)
    return verdict.valid, verdict.message.replace(str(submission), NAME), verdict.warnings
