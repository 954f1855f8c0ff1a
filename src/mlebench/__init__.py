"""mlebench: how well do AI agents do machine-learning engineering?

>>> import mlebench
>>> mlebench.competition("spooky-author-identification").metric.name
'multi-class log loss'

Importing the package costs nothing; each function imports what it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mlebench._version import __version__

if TYPE_CHECKING:
    from mlebench.api import competition, grade, prepare, score_files, validate

__all__ = ["__version__", "competition", "grade", "prepare", "score_files", "validate"]


def __getattr__(name: str) -> object:
    if name in __all__:
        from mlebench import api

        return getattr(api, name)
    raise AttributeError(f"module 'mlebench' has no attribute {name!r}")
