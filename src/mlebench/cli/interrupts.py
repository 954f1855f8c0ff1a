"""Ctrl-C, a batch system's SIGTERM and a dropped connection (SIGHUP): the work ends cleanly, and nothing is lost."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

CANCELLED = 130  # the exit code, as shells have it for Ctrl-C


@contextmanager
def ending_cleanly(doing: Callable[[], str] = lambda: "cleaning up") -> Iterator[None]:
    """The first signal raises KeyboardInterrupt, the second says what is still to be done, the third gives up.

    A process in the background inherits that it ignores SIGINT; whoever sends it one all the same means it. That it
    ignores SIGHUP was its user's wish (nohup), and stays so.
    """
    heard = 0

    def hear(number: int, frame: FrameType | None) -> None:
        nonlocal heard
        heard += 1
        if heard == 1:
            raise KeyboardInterrupt
        if heard == 2:
            _say(f"\nStill {doing()}. Once more gives up, and loses what is not saved yet.\n")
            return
        _say("\nGiven up.\n")
        os._exit(CANCELLED)  # sandboxes end with their harness

    numbers = [signal.SIGINT, signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        numbers.append(signal.SIGHUP)
    before = {number: signal.signal(number, hear) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _say(text: str) -> None:
    with suppress(OSError):  # the terminal may be gone; and its buffered stream may be in use where the signal came
        os.write(2, text.encode(errors="replace"))
