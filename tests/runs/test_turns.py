from __future__ import annotations

import threading
from contextlib import suppress

import pytest

from mlebench.runs import turns
from mlebench.runs.turns import ShortWork, Turns
from tests.sandboxes import until


def test_nobody_is_overtaken_and_a_fault_inside_gives_the_place_back() -> None:
    turns = Turns(1)
    entered: list[int] = []
    go_on = threading.Event()

    def visit(number: int) -> None:
        with suppress(OSError), turns:
            entered.append(number)
            assert go_on.wait(30)
            raise OSError

    threads = [threading.Thread(target=visit, args=[number]) for number in range(8)]
    for number, thread in enumerate(threads):
        thread.start()
        assert until(lambda: len(entered) + len(turns._line) == number + 1)  # noqa: B023
    assert entered == [0]
    go_on.set()
    for thread in threads:
        thread.join(30)
    assert entered == list(range(8))


def test_short_work_is_done_one_after_the_other_and_nobody_waits_for_what_takes_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turns, "_PATIENCE_SECONDS", 30)  # on a busy machine the shortest work takes long
    work, together, most = ShortWork(), list[int](), list[int]()

    def short(number: int) -> None:
        with work.alone():
            together.append(number)
            most.append(len(together))
            together.remove(number)

    threads = [threading.Thread(target=short, args=[number]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert most == [1] * 8
    monkeypatch.setattr(turns, "_PATIENCE_SECONDS", 0.01)
    with work.alone():  # for as long as this takes, others go on beside it
        threading.Thread(target=short, args=[8]).start()
        assert until(lambda: len(most) == 9)
    with suppress(OSError), work.alone():
        raise OSError
    assert work._lock.acquire(blocking=False), "who went on beside it, or failed, holds nothing"
