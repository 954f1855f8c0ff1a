"""Finding every problem of a preparation before it begins."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from mlebench.data.layout import DataLayout
from mlebench.data.limits import free_bytes, gigabytes
from mlebench.data.many import Task
from mlebench.data.prepare import PrepareOptions
from mlebench.data.sources.base import Space
from mlebench.errors import DataError

_AT_ONCE = 8  # questions to Kaggle


def check_all(tasks: Sequence[Task], data_dir: Path, options: PrepareOptions, *, jobs: int = 1) -> None:
    """Raise one error that lists what would go wrong with any of the tasks, before the first byte is moved."""
    todo = [task for task in tasks if options.force or not DataLayout.of(task.competition, data_dir).is_prepared()]
    _sign_in(todo, data_dir)
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        answers = list(pool.map(lambda task: _answer(task, data_dir), todo))
    # The same sentence for many (no network, say) is said once.
    problems = list(dict.fromkeys(str(answer) for answer in answers if isinstance(answer, DataError)))
    space = {t.competition.id: answer for t, answer in zip(todo, answers) if isinstance(answer, Space)}
    extra = heapq.nlargest(jobs, (one.peak - one.stays for one in space.values()))
    needed, free = sum(one.stays for one in space.values()) + sum(extra), free_bytes(data_dir)
    if needed > free:
        largest = heapq.nlargest(3, space, lambda name: space[name].peak)
        problems.append(
            f"Not enough disk space in {data_dir}: about {gigabytes(needed)} are needed "
            f"(most by {', '.join(largest)}), {gigabytes(free)} are free.\n"
            "Free some space, or choose another disk with --data-dir."
        )
    if len(problems) == 1:
        raise DataError(problems[0])
    if problems:
        listed = "\n".join("- " + problem.replace("\n", "\n  ") for problem in problems)
        raise DataError(f"Nothing was begun, because of {len(problems)} problems:\n{listed}")


def _sign_in(todo: Sequence[Task], data_dir: Path) -> None:
    """Once for each kind of source, before many ask at the same time."""
    done: set[type] = set()
    for competition, source in todo:
        if type(source) not in done and source.sign_in(competition, DataLayout.of(competition, data_dir)):
            done.add(type(source))


def _answer(task: Task, data_dir: Path) -> Space | DataError:
    try:
        return task.source.check(task.competition, DataLayout.of(task.competition, data_dir))
    except DataError as error:
        return error
