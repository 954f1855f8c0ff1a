"""From a Kaggle download to a prepared task: acquire, extract, prepare, verify.

The names here are what a competition's `prepare.py` works with. They come when they are asked for: pandas and Arrow
take longer to import than most commands take to answer, and who asks where data lies needs neither.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import mlebench.quiet  # noqa: F401
from mlebench.lazy import names_of_helpers
from mlebench.published_names import published

if TYPE_CHECKING:
    from mlebench.data.helpers import *  # noqa: F403
else:
    __getattr__ = names_of_helpers(__name__, otherwise=published(__name__))
