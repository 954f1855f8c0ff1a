"""From a Kaggle download to a prepared task: acquire, extract, prepare, verify.

The names here are what a competition's `prepare.py` works with. They come when they are asked for: pandas and Arrow
take longer to import than most commands take to answer, and who asks where data lies needs neither.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import mlebench.quiet  # noqa: F401

if TYPE_CHECKING:
    from mlebench.data.helpers import *  # noqa: F403
else:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        helpers = import_module("mlebench.data.helpers")
        if name not in helpers.__all__:
            raise AttributeError(f"module 'mlebench.data' has no attribute {name!r}")
        return getattr(helpers, name)
