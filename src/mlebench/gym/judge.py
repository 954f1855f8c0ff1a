"""Checks and scores what episodes hand in, in processes of its own: a hostile file could hang or swell its reader.

`python -m mlebench.gym.judge FOLDER` is such a process: a line with a question on standard input, a line with its
answer on standard output. Not a pool of `multiprocessing`, which would import the user's own training script again.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from mlebench.errors import MlebenchError
from mlebench.memory import MemoryWatch, announce
from mlebench.sandbox.inside.waiting import readable

if TYPE_CHECKING:
    from mlebench.catalog import Benchmark

_MEMORY_SHARE = 0.5  # of the machine's, for all workers together
_SECONDS = 600.0
_MOST_WORKERS = 4


class Judged(NamedTuple):
    """Whether it is valid, why not, and the report where a score was asked for."""

    valid: bool
    message: str
    report: dict[str, Any] | None = None


class Judge:
    """One for all episodes of this process. Its workers end when the last episode that uses it is closed."""

    def __init__(self) -> None:
        count = max(1, min(_MOST_WORKERS, os.cpu_count() or 1))
        self._turns = threading.Semaphore(count)
        self._memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * _MEMORY_SHARE / count
        self._lock = threading.Lock()
        self._users = 0
        self._idle: list[subprocess.Popen[bytes]] = []
        self._watch: MemoryWatch | None = None

    def enter(self) -> None:
        """One more episode needs it."""
        with self._lock:
            self._users += 1
            if self._watch is None:
                self._watch = MemoryWatch(int(self._memory))

    def leave(self) -> None:
        """One less."""
        with self._lock:
            self._users -= 1
            if self._users == 0 and self._watch is not None:
                while self._idle:
                    _end(self._idle.pop())
                self._watch.close()
                self._watch = None

    def judge(
        self, competition_folder: Path, benchmark: Benchmark, submission: Path, data_dir: Path, *, score: bool
    ) -> Judged:
        """Check a submission against the data there, or grade it."""
        question = [str(competition_folder), benchmark, str(submission), str(data_dir), score]
        with self._turns:
            worker = self._worker()
            answer = _answer(worker, json.dumps(question).encode() + b"\n")
            if answer is None:
                _end(worker)
                return Judged(False, "The submission could not be read within the limits of time and memory.")
            with self._lock:
                self._idle.append(worker)
        told = json.loads(answer)
        if isinstance(told, dict):
            raise MlebenchError(told["fault"])
        return Judged(*told)

    def _worker(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._idle:
                return self._idle.pop()
            assert self._watch is not None
            folder = self._watch.folder
        command = [sys.executable, "-m", "mlebench.gym.judge", str(folder)]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)


def _answer(worker: subprocess.Popen[bytes], question: bytes) -> bytes | None:
    assert worker.stdin is not None
    assert worker.stdout is not None
    with suppress(BrokenPipeError):
        worker.stdin.write(question)
        worker.stdin.flush()
    if not readable(worker.stdout, _SECONDS):
        return None
    return worker.stdout.readline() or None


def _end(worker: subprocess.Popen[bytes]) -> None:
    worker.kill()
    worker.communicate()  # closes the pipes too


def _judged(
    competition_folder: str, benchmark: Benchmark, submission: str, data_dir: str, score: bool
) -> tuple[bool, str, dict[str, Any] | None]:
    from mlebench.catalog import load_competition
    from mlebench.grading.grade import grade_submission
    from mlebench.grading.validate import validate_submission

    competition, path = load_competition(Path(competition_folder), benchmark), Path(submission)
    if not score:
        verdict = validate_submission(competition, path, Path(data_dir))
        text = "\n".join([verdict.message, *(f"Warning: {warning}" for warning in verdict.warnings)])
        return verdict.valid, text.replace(submission, path.name), None
    report = grade_submission(competition, path, Path(data_dir))
    told = report.model_copy(update={"training": True, "submission_path": path.name})
    return report.valid_submission, (report.error or "").replace(submission, path.name), told.model_dump(mode="json")


def _work(folder: Path, questions: IO[bytes], answers: IO[bytes]) -> None:
    """What judging needs is loaded before the memory counts. A fault ends the process, and the next one begins anew."""
    import mlebench.grading.validate  # noqa: F401

    announce(folder)
    for line in questions:
        told: object
        try:
            told = _judged(*json.loads(line))
        except MlebenchError as error:
            told = {"fault": str(error)}
        answers.write(json.dumps(told).encode() + b"\n")
        answers.flush()


if __name__ == "__main__":
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)  # what a grader prints is no answer
        _work(Path(sys.argv[1]), sys.stdin.buffer, answers)
