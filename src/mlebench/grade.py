"""`mlebench.grade(...)` as ever, and names of the published package: `from mlebench.grade import grade_csv`.

Python makes an imported module an attribute of its package. This one would be in the way of our function of the same
name, so it can be called like that.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from mlebench.published_names import published

__getattr__ = published(__name__)


class _Callable(ModuleType):
    def __call__(self, *arguments: Any, **options: Any) -> Any:
        from mlebench import api

        return api.grade(*arguments, **options)


sys.modules[__name__].__class__ = _Callable
