"""News of runs on their way to the driver, and the word to stop on its way to the nodes.

An actor beside the driver. Nodes tell it what changes; the driver asks for all news at once, a few times
a second, however many runs there are.
"""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from mlebench.runs.record import RunRecord


class News(NamedTuple):
    """A run has changed; where its folder is not shared, only this says so."""

    record: RunRecord
    shared: bool


class MessageBox:
    """Holds the last news of each run, and which runs shall end."""

    def __init__(self) -> None:
        self._news: dict[str, News] = {}
        self._ending: frozenset[str] = frozenset()
        self._changed = asyncio.Condition()

    async def tell(self, news: News) -> None:
        """From a node; an older word about the same run is forgotten."""
        self._news[news.record.run_id] = news

    async def take(self, ending: frozenset[str]) -> list[News]:
        """To the driver, which says each time what shall end: an actor that was restarted knows nothing."""
        if ending != self._ending:
            self._ending = ending
            async with self._changed:
                self._changed.notify_all()
        news, self._news = self._news, {}
        return list(news.values())

    async def shall_end(self, run_id: str, patience: float) -> bool:
        """Answers a node when its run shall end, or with no after `patience` seconds."""
        if patience:
            try:
                async with self._changed:
                    await asyncio.wait_for(self._changed.wait_for(lambda: run_id in self._ending), patience)
            except TimeoutError:
                pass
        return run_id in self._ending
