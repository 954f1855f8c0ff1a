"""Progress of long work, told to whoever listens. Without a listener it costs nothing."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sized
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from typing import Protocol, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class Listener(Protocol):
    """Receives what is being done and how far it has come."""

    def stage(self, label: str, total: float | None) -> None:
        """A new step begins; `total` is its size where known."""

    def advance(self, amount: float) -> None:
        """The step has come this much further."""


class _Silent:
    def stage(self, label: str, total: float | None) -> None:
        pass

    def advance(self, amount: float) -> None:
        pass


_listener: ContextVar[Listener] = ContextVar("progress_listener", default=_Silent())  # noqa: B039 - it holds no state
_workers: ContextVar[int] = ContextVar("progress_workers", default=1)


@contextmanager
def listening(listener: Listener, *, workers: int = 1) -> Iterator[None]:
    """Within this block `listener` hears of progress, and one step may use `workers` threads."""
    tokens = _listener.set(listener), _workers.set(workers)
    try:
        yield
    finally:
        _listener.reset(tokens[0])
        _workers.reset(tokens[1])


def stage(label: str, total: float | None = None) -> None:
    """Announce a step."""
    _listener.get().stage(label, total)


def advance(amount: float = 1) -> None:
    """Report progress within the step."""
    _listener.get().advance(amount)


def track(items: Iterable[Item], label: str, total: int | None = None) -> Iterator[Item]:
    """Announce a step and report each item of it."""
    if total is None and isinstance(items, Sized):
        total = len(items)
    stage(label, total)
    for item in items:
        yield item
        advance()


def workers() -> int:
    """How many threads one step may use."""
    return _workers.get()


def in_threads(
    function: Callable[[Item], Result], items: Iterable[Item], *, threads: int | None = None
) -> Iterator[Result]:
    """`map` on `threads`, or as many as the caller allows; results keep their order, an error stops the rest.

    Progress told inside `function` reaches the listener. Only a few items are in flight, so that a list
    of millions costs no memory.
    """
    threads = threads or workers()
    if threads == 1:
        yield from map(function, items)
        return
    with ThreadPoolExecutor(threads) as pool:
        flying: deque[Future[Result]] = deque()
        try:
            for item in items:
                flying.append(pool.submit(copy_context().run, function, item))
                if len(flying) > threads:
                    yield flying.popleft().result()
            while flying:
                yield flying.popleft().result()
        finally:
            for future in flying:
                future.cancel()
