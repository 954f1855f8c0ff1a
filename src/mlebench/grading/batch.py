"""Grading many submissions in worker processes, each with a time and a memory limit."""

from __future__ import annotations

import codecs
import faulthandler
import json
import logging
import multiprocessing
import os
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, as_completed
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import psutil
from pebble import ProcessExpired, ProcessPool

from mlebench.catalog import Benchmark, Leaderboard, Registry
from mlebench.data.layout import DataLayout
from mlebench.data.manifest import DataKind, kind_of
from mlebench.errors import DamagedData, MlebenchError, NotPrepared, UnknownCompetition
from mlebench.grading.report import CompetitionReport, ErrorKind, GradingReport
from mlebench.memory import MemoryWatch, announce
from mlebench.scratch import Scratch, last_words, remove_leftovers

_log = logging.getLogger(__name__)
GIB = 1 << 30
_TOO_MUCH = "Grading needed more memory than allowed."
Work = Callable[[Path, Benchmark, Path, Path, Leaderboard | None], CompetitionReport]


@dataclass(frozen=True)
class SubmissionLine:
    """One line of the input."""

    competition_id: str
    submission_path: Path


@dataclass(frozen=True)
class Limits:
    """What one submission may use."""

    seconds: float = 1800.0
    memory_bytes: int = 0  # 0: an equal share of the machine

    def memory_for(self, workers: int) -> int:
        """The limit of each of so many workers."""
        return self.memory_bytes or max(2 * GIB, int(psutil.virtual_memory().total * 0.9 / workers))


def read_lines(path: Path) -> tuple[list[SubmissionLine], list[str]]:
    """Lines of a JSONL file, and what is wrong with the bad ones. Lines that start with `#` are skipped."""
    try:
        content = path.read_bytes().removeprefix(codecs.BOM_UTF8)
    except OSError as error:
        raise MlebenchError(f"{path}: cannot be read ({error})") from error
    lines, problems = [], []
    for number, line in enumerate(content.split(b"\n"), 1):
        if not line.strip() or line.lstrip().startswith(b"#"):
            continue
        try:
            entry = json.loads(line.decode())
            competition_id, submission = entry["competition_id"], entry["submission_path"]
            if not isinstance(competition_id, str) or not isinstance(submission, str | None):
                raise TypeError("competition_id and submission_path must be texts")
            if "\0" in f"{competition_id}{submission}".encode().decode():  # nor lone surrogates
                raise ValueError("submission_path holds a zero byte")
            lines.append(SubmissionLine(competition_id, Path(submission or "")))
        except KeyError as error:
            problems.append(f"line {number}: has no {error.args[0]}")
        except RecursionError:
            problems.append(f"line {number}: is nested too deeply")
        except (ValueError, TypeError) as error:
            problems.append(f"line {number}: {error}")
    if not lines and not problems:
        raise MlebenchError(f"{path}: holds no submission.")
    return lines, problems


def grade_lines(
    lines: Sequence[SubmissionLine],
    registry: Registry,
    data_dir: Path,
    *,
    workers: int | None = None,
    limits: Limits | None = None,
    miniature_medals: bool = False,
    on_report: Callable[[CompetitionReport], None] = lambda report: None,
) -> GradingReport:
    """Grade all lines. One that crashes, hangs or eats memory costs only its own report."""
    problems: list[str] = []
    known = []
    for line in lines:
        try:
            registry.get(line.competition_id)
            known.append(line)
        except UnknownCompetition as error:
            problems.append(f"{line.submission_path}: {error.message}")
    reports: dict[int, CompetitionReport] = {}
    with closing(
        grade_each(
            known, registry, data_dir, workers=workers, limits=limits or Limits(), miniature_medals=miniature_medals
        )
    ) as graded:
        for index, report in graded:
            reports[index] = report
            on_report(report)
    return GradingReport.of([reports[i] for i in range(len(known))], problems)


def grade_each(
    lines: Sequence[SubmissionLine],
    registry: Registry,
    data_dir: Path,
    *,
    workers: int | None,
    limits: Limits,
    miniature_medals: bool,
) -> Generator[tuple[int, CompetitionReport], None, None]:
    """Each line's number and report, as soon as it is made. Whoever stops early closes the generator."""
    if not lines:
        return
    work = partial(_grade_in_worker, data_dir=data_dir, miniature_medals=miniature_medals)
    for index, report in _graded(lines, registry, data_dir, workers or os.cpu_count() or 1, limits, work):
        if report.error_kind not in (None, "invalid", "missing"):
            about = (report.competition_id, report.submission_path, report.error, report.traceback or "")
            _log.error("%s, %s: not graded. %s\n%s", *about)
        yield index, report


def _graded(
    lines: Sequence[SubmissionLine], registry: Registry, data_dir: Path, workers: int, limits: Limits, work: Work
) -> Iterator[tuple[int, CompetitionReport]]:
    order = sorted(range(len(lines)), key=lambda i: (lines[i].competition_id, i))
    workers = max(1, min(workers, len(lines)))
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["mlebench.grading.grade"])
    remove_leftovers("grading")
    with (
        Scratch("grading") as crashes,
        MemoryWatch(limits.memory_for(workers)) as watch,
        _stopped_at_the_end(
            ProcessPool(max_workers=workers, context=context, initializer=announce, initargs=[watch.folder])
        ) as pool,
    ):
        numbers: dict[Future[CompetitionReport], int] = {}
        for index in order:
            line = lines[index]
            folder = registry.folders[line.competition_id]
            future = pool.schedule(
                work,
                args=[
                    *(folder, registry.benchmark, line.submission_path, crashes / str(index)),
                    registry.leaderboards.get(line.competition_id),
                ],
                timeout=limits.seconds,
            )
            numbers[future] = index
        for done in as_completed(numbers):
            index = numbers[done]
            competition, path = registry.get(lines[index].competition_id), lines[index].submission_path
            trace = None
            try:
                yield index, done.result()
                continue
            except FutureTimeoutError:
                kind: ErrorKind = "time-limit"
                error = f"Grading did not finish within {limits.seconds:g} s."
            except NotPrepared as problem:
                kind, error = "not-prepared", str(problem)
            except MemoryError:
                kind, error = "memory-limit", _TOO_MUCH
            except ProcessExpired as problem:
                kind, error = "crash", f"The grading process died (exit code {problem.exitcode})."
                trace = last_words(crashes / str(index))
                if watch.has_ended(problem.pid):
                    kind, error = "memory-limit", _TOO_MUCH
            except Exception as problem:
                kind, error = "internal", f"{type(problem).__name__}: {problem}"
                trace = "".join(traceback.format_exception(problem))  # the worker's own is its cause
            data = _kind(DataLayout.of(competition, data_dir))
            yield (
                index,
                CompetitionReport.of(competition, path, error=error, error_kind=kind, data=data, traceback=trace),
            )


@contextmanager
def _stopped_at_the_end(pool: ProcessPool) -> Iterator[ProcessPool]:
    """The pool itself would finish all its work even where it was interrupted."""
    try:
        yield pool
    finally:
        pool.stop()  # type: ignore[no-untyped-call]
        pool.join()


def _kind(layout: DataLayout) -> DataKind | None:
    with suppress(DamagedData):  # which the error says already
        return kind_of(layout)
    return None


@cache
def _competition(folder: Path, benchmark: Benchmark):  # type: ignore[no-untyped-def]
    from mlebench.catalog import load_competition

    return load_competition(folder, benchmark)


def _grade_in_worker(
    folder: Path,
    benchmark: Benchmark,
    submission: Path,
    crash: Path,
    given: Leaderboard | None,
    *,
    data_dir: Path,
    miniature_medals: bool,
) -> CompetitionReport:
    from mlebench.grading.grade import grade_submission

    with suppress(OSError):
        faulthandler.enable(crash.open("w"))  # where C code is when it ends the process
    competition = _competition(folder, benchmark)
    if given is not None:
        competition = competition.model_copy(update={"leaderboard": given})
    return grade_submission(competition, submission, data_dir, miniature_medals=miniature_medals)
