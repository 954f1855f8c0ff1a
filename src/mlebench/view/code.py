"""Code with colours. It is a stranger's: what makes the highlighter run on and on is shown without."""

from __future__ import annotations

import multiprocessing
import threading
from concurrent.futures import TimeoutError as FutureTimeoutError
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from markupsafe import Markup

_SECONDS = 10.0
_LONGEST_LINE = 2000  # regular expressions are slow on lines without end


class Highlighter:
    """Works in a process of its own, which is ended when it takes too long."""

    def __init__(self) -> None:
        self._pool: Any = None
        self._lock = threading.Lock()

    def lines(self, name: str, text: str) -> list[str]:
        """The lines of a file, with colours where its language is known."""
        from pebble import ProcessExpired, ProcessPool

        plain = text.removesuffix("\n").split("\n")
        if max(map(len, plain)) > _LONGEST_LINE or not is_known(name):
            return plain
        with self._lock:
            if self._pool is None:
                self._pool = ProcessPool(max_workers=1, context=multiprocessing.get_context("forkserver"))
        try:
            found = self._pool.schedule(highlighted, args=[name, text], timeout=_SECONDS).result()
        except (FutureTimeoutError, ProcessExpired, BrokenProcessPool):
            return plain
        return [Markup(line) for line in found]  # escaped by the highlighter

    def close(self) -> None:
        """End the process."""
        if self._pool is not None:
            self._pool.stop()
            self._pool.join()


def is_known(name: str) -> bool:
    """Whether there is anything to highlight in a file of this name."""
    from pygments.lexers import find_lexer_class_for_filename

    found = find_lexer_class_for_filename(name)
    return found is not None and found.name != "Text only"


def highlighted(name: str, text: str) -> list[str]:
    """The lines as HTML with classes for colours; no element goes over the end of a line."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_for_filename

    lexer = get_lexer_for_filename(name, stripnl=False)
    return str(highlight(text, lexer, HtmlFormatter(nowrap=True))).removesuffix("\n").split("\n")
