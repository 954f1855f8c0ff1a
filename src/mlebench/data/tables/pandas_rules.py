"""One set of pandas' rules, whatever the user has set.

Texts have a type of their own, as pandas 3 comes; an option of the whole process can change that. Our rule holds while
our own work goes on, in our own processes as in a user's, and the user's holds again afterwards. Importing changes
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

import pandas as pd

_TEXTS = "future.infer_string"

# pandas' words for a missing value.
_NA_TEXT = "#N/A|#N/A N/A|#NA|-1.#IND|-1.#QNAN|-NaN|-nan|1.#IND|1.#QNAN|<NA>|N/A|NA|NULL|NaN|None|n/a|nan|null"
NA_WORDS = ["", *_NA_TEXT.split("|")]

_lock = Lock()
_at_work = 0
_switched = False  # whether the user had other rules


@contextmanager
def our_pandas() -> Iterator[None]:
    """Our rules for a block, or as a decorator for a function.

    `pandas.option_context` would not do: of two threads, the first one to end would take the rules from the other.
    """
    global _at_work, _switched
    with _lock:
        if not _at_work and pd.Series([""]).dtype == object:  # asking for the option would warn
            _switched = True
            pd.set_option(_TEXTS, True)
        _at_work += 1
    try:
        yield
    finally:
        with _lock:
            _at_work -= 1
            if not _at_work and _switched:
                _switched = False
                pd.set_option(_TEXTS, False)
