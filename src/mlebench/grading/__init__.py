"""Scoring submissions.

The names here are what a competition's `grade.py` works with. They come when they are asked for: who reads a report
needs no pandas.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import mlebench.quiet  # noqa: F401
from mlebench.lazy import names_of_helpers

if TYPE_CHECKING:
    from mlebench.grading.helpers import *  # noqa: F403
else:
    __getattr__ = names_of_helpers(__name__)
