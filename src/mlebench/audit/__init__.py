"""Is a competition sound? The checks behind `mlebench lint`, `mlebench dev verify` and `mlebench integrity leaks`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import mlebench.quiet  # noqa: F401
from mlebench.lazy import lazy_names

if TYPE_CHECKING:
    from mlebench.audit.leaks.audit import audit_leaks
    from mlebench.audit.leaks.report import Leak, LeakReport

__all__ = ["Leak", "LeakReport", "audit_leaks"]
__getattr__ = lazy_names(__name__, {"leaks.audit": ("audit_leaks",), "leaks.report": ("Leak", "LeakReport")})
