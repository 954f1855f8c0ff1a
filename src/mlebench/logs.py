"""Where our own faults leave a trace: files of the host and, with `--verbose`, the terminal.

Modules log to `logging.getLogger(__name__)`; importing mlebench attaches nothing. Nothing of this is ever put into a
sandbox, and none of it holds a credential. Writing it down never breaks what is being done.
"""

from __future__ import annotations

import logging
import os
import platform
import socket
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from logging.handlers import QueueHandler
from pathlib import Path
from typing import IO, Any

from mlebench._version import __version__
from mlebench.locks import wait_for_lock
from mlebench.redact import redact, secrets_of

HARNESS_LOG = "harness.log"
_PACKAGE = logging.getLogger("mlebench")
_FORMAT = "%(asctime)s %(levelname)s %(name)s [%(processName)s %(process)d, %(threadName)s] %(message)s"
_LARGEST = 64 << 20  # bytes of one log: what an agent provokes must not fill the disk
_LONGEST = 64 << 10  # characters of one text: a fault may quote a whole submission
_FULL = "[the rest is not kept: the log is too long]\n"
_LOCK_SECONDS = 1.0
_MOST_CARRIED = 1000  # records of one run that come back from a node
_MOST_FAULTS = 50  # files in the user's folder


def harmless(text: str) -> str:
    """Without credentials, and without control characters, which could change the terminal of who reads it."""
    clean = cut(redact(text, secrets_of(os.environ)))
    if clean.replace("\n", "").replace("\t", "").isprintable():  # nearly always
        return clean
    return "".join(c if c.isprintable() or c in "\n\t" else "�" for c in clean)


def one_line(text: str) -> str:
    """A stranger's text in a line of ours: whatever could move the cursor is spelled out."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def cut(text: str) -> str:
    """Beginning and end of a long text: those of a traceback say the most."""
    left_out = len(text) - _LONGEST
    half = _LONGEST // 2
    return f"{text[:half]}\n[{left_out} characters are left out]\n{text[-half:]}" if left_out > 0 else text


class _Formatter(logging.Formatter):
    converter = time.gmtime  # type: ignore[assignment]  # as the documentation of logging has it
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def format(self, record: logging.LogRecord) -> str:
        # Further lines are indented, so that no text of an agent can pass for a record of ours.
        return harmless(super().format(record)).rstrip("\n").replace("\n", "\n    ")


class _File(logging.Handler):
    """Appends record by record, since the tasks of a Slurm job share one file. Its own troubles are told once."""

    def __init__(self, path: Path, level: int) -> None:
        super().__init__(level)
        self.setFormatter(_Formatter(_FORMAT))
        self._path, self._full, self._told = path, False, False

    def emit(self, record: logging.LogRecord) -> None:
        if self._full:
            return
        try:
            data = (self.format(record) + "\n").encode("utf-8", "replace")
            with self._path.open("ab", buffering=0) as file:
                _wait_for(file)
                self._full = file.seek(0, os.SEEK_END) + len(data) > _LARGEST
                file.write(_FULL.encode() if self._full else data)
        except Exception as error:  # a full disk, or a folder that is gone: later records may get through
            if not self._told:
                self._told = True
                _say(f"mlebench: {self._path} cannot be written ({error}); the work goes on without it.")


class _Terminal(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(_Formatter(_FORMAT))

    def emit(self, record: logging.LogRecord) -> None:
        _say(self.format(record))


class _Outward(logging.Handler):
    """Hands on to the user's own logging what it saw before: our files want more, and that must not reach it."""

    def emit(self, record: logging.LogRecord) -> None:
        if _PACKAGE.parent is not None and _PACKAGE.parent.hasHandlers():
            _PACKAGE.parent.callHandlers(record)


class _Collector(QueueHandler):
    """Keeps records in a form that can travel to another machine."""

    def __init__(self, level: int) -> None:
        super().__init__(None)  # type: ignore[arg-type]  # there is no queue
        self.setLevel(level)
        self.records: deque[logging.LogRecord] = deque(maxlen=_MOST_CARRIED)

    def enqueue(self, record: logging.LogRecord) -> None:
        record.msg = record.message = harmless(str(record.msg))
        record.processName = f"{socket.gethostname()}:{record.processName}"
        self.records.append(record)


_lock = threading.Lock()
_attached: list[logging.Handler] = []
_outward = _Outward()
_before: dict[str, Any] = {}


@contextmanager
def _attach(handler: logging.Handler) -> Iterator[None]:
    """While this lasts, records of the package go to the handler too; all records of this process do."""
    with _lock:
        if not _attached:
            _before.update(level=_PACKAGE.level, propagate=_PACKAGE.propagate)
            _outward.setLevel(_PACKAGE.getEffectiveLevel())
            if _PACKAGE.propagate:
                _PACKAGE.addHandler(_outward)
            _PACKAGE.propagate = False
        _attached.append(handler)
        _PACKAGE.addHandler(handler)
        _set_level()
    try:
        yield
    finally:
        with _lock:
            _PACKAGE.removeHandler(handler)
            _attached.remove(handler)
            _set_level()
            if not _attached:
                _PACKAGE.removeHandler(_outward)
                _PACKAGE.propagate = _before["propagate"]


def _set_level() -> None:
    levels = [handler.level for handler in _attached]
    _PACKAGE.setLevel(min([_outward.level, *levels]) if levels else _before["level"])


@contextmanager
def group_log(folder: Path) -> Iterator[None]:
    """The log of a run group, appended to whenever the group is worked on; it also has what ended that work."""
    level = min(logging.INFO, _PACKAGE.getEffectiveLevel())  # with --verbose, everything
    with _attach(_File(folder / HARNESS_LOG, level)):
        try:
            yield
        except KeyboardInterrupt:
            _PACKAGE.info("Interrupted.")
            raise
        except Exception:
            _PACKAGE.exception("The work on this group ended with a fault.")
            raise


@contextmanager
def verbose() -> Iterator[None]:
    """Everything on standard error, as it happens."""
    with _attach(_Terminal()):
        yield


def level() -> int:
    """What is written down at present, for those who log for us elsewhere."""
    return _PACKAGE.getEffectiveLevel()


@contextmanager
def collected(level: int) -> Iterator[deque[logging.LogRecord]]:
    """The records of this process, for another one's `replay`."""
    handler = _Collector(level)
    with _attach(handler):
        yield handler.records


def replay(records: tuple[logging.LogRecord, ...]) -> None:
    """Take in what was collected elsewhere."""
    for record in records:
        logging.getLogger(record.name).handle(record)


def keep_fault(trace: str) -> Path | None:
    """Write a traceback to a file of the user's, worth sending with a report; null where that cannot be done."""
    from platformdirs import user_log_path

    here = f"mlebench {__version__}, Python {platform.python_version()}, {platform.platform()}\n\n"
    try:
        folder = user_log_path("mle-bench", appauthor=False)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{datetime.now(UTC):%Y-%m-%dT%H-%M-%S-%f}_fault.log"
        path.write_text(here + harmless(trace), encoding="utf-8", errors="replace")
        for old in sorted(folder.glob("*_fault.log"))[:-_MOST_FAULTS]:
            old.unlink(missing_ok=True)
    except OSError:
        return None
    return path


def _wait_for(file: IO[Any]) -> None:
    """A lock where one can be had soon; a record out of order is better than none."""
    with suppress(OSError):  # not every filesystem has locks
        wait_for_lock(file, _LOCK_SECONDS)


def _say(text: str) -> None:
    with suppress(Exception):  # whatever standard error is by now
        print(text, file=sys.stderr, flush=True)
