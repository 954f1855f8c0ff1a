from __future__ import annotations

import threading
from contextlib import suppress

from mlebench.runs.turns import Turns
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
