"""One set of pandas' rules, whichever version is installed and whatever the user has set.

The project is written for pandas 3: texts have a type of their own and assignments never reach another table. pandas
2.3 has the same rules behind two options of the whole process. They hold while our own work goes on, in our own
processes as in a user's, and are the user's again afterwards. Importing changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

import pandas as pd

_VERSION = tuple(int(part) for part in pd.__version__.split(".")[:2])
_TEXTS, _COPIES = "future.infer_string", "mode.copy_on_write"

# Options of `pandas.read_csv` that make it round decimal numbers exactly, as it does by itself from 3.1 on.
EXACT_FLOATS: dict[str, Any] = {} if _VERSION >= (3, 1) else {"float_precision": "round_trip"}

# pandas' words for a missing value.
_NA_TEXT = "#N/A|#N/A N/A|#NA|-1.#IND|-1.#QNAN|-NaN|-nan|1.#IND|1.#QNAN|<NA>|N/A|NA|NULL|NaN|None|n/a|nan|null"
NA_WORDS = ["", *_NA_TEXT.split("|")]

_lock = Lock()
_at_work = 0
_of_the_user: dict[str, Any] = {}


@contextmanager
def our_pandas() -> Iterator[None]:
    """Our rules for a block, or as a decorator for a function.

    `pandas.option_context` would not do: of two threads, the first one to end would take the rules from the other.
    """
    global _at_work
    with _lock:
        if not _at_work:
            _of_the_user.update(_different())
            for name in _of_the_user:
                pd.set_option(name, True)
        _at_work += 1
    try:
        yield
    finally:
        with _lock:
            _at_work -= 1
            if not _at_work:
                for name, value in _of_the_user.items():
                    pd.set_option(name, value)
                _of_the_user.clear()


def _different() -> dict[str, Any]:
    """The options that are not as we need them. Nothing, with pandas 3 as it comes; there, asking would warn."""
    found: dict[str, Any] = {_TEXTS: False} if pd.Series([""]).dtype == object else {}
    if _VERSION < (3, 0) and pd.get_option(_COPIES) is not True:
        found[_COPIES] = pd.get_option(_COPIES)
    return found
