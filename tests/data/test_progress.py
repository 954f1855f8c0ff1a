"""Progress reaches the listener, also out of threads."""

from __future__ import annotations

import threading
import time

import pytest

from mlebench.data.progress import advance, in_threads, listening, stage, track, workers
from tests.data.listener import Counter


def test_nobody_need_listen() -> None:
    stage("x")
    advance()
    assert list(track([1, 2], "x")) == [1, 2]
    assert workers() == 1


def test_listener_hears_only_its_block() -> None:
    counter = Counter()
    with listening(counter, workers=3):
        assert list(track([1, 2], "two")) == [1, 2]
        assert list(track(iter([1]), "unknown")) == [1]
        assert workers() == 3
    advance(100)
    assert counter.stages == [("two", 2), ("unknown", None)]
    assert counter.done == 3


@pytest.mark.parametrize("threads", [1, 4])
def test_results_keep_their_order(threads: int) -> None:
    def slow_first(number: int) -> int:
        time.sleep(0.01 if number == 0 else 0)
        return number * 2

    with listening(Counter(), workers=threads):
        assert list(in_threads(slow_first, range(40))) == [number * 2 for number in range(40)]


def test_threads_tell_progress_and_run_side_by_side() -> None:
    meeting = threading.Barrier(3, timeout=10)
    counter = Counter()

    def meet(_: int) -> None:
        meeting.wait()
        advance()

    with listening(counter, workers=3):
        assert len(list(in_threads(meet, range(3)))) == 3
    assert counter.done == 3


def test_endless_items_are_taken_as_they_are_needed() -> None:
    taken: list[int] = []

    def numbers() -> object:
        number = 0
        while True:
            taken.append(number)
            yield number
            number += 1

    with listening(Counter(), workers=2):
        results = in_threads(lambda number: number, numbers())  # type: ignore[arg-type]
        assert [next(results) for _ in range(5)] == [0, 1, 2, 3, 4]
        results.close()  # type: ignore[attr-defined]
    assert len(taken) < 30


def test_error_stops_the_rest() -> None:
    done: list[int] = []

    def work(number: int) -> None:
        if number == 3:
            raise ValueError("three")
        done.append(number)

    with listening(Counter(), workers=2), pytest.raises(ValueError, match="three"):
        list(in_threads(work, range(10_000)))
    assert len(done) < 100
