"""Where texts with colours and columns are printed."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

_WIDE = 1000


def new_console() -> Console:
    """As wide as the terminal; where the output goes elsewhere, wide enough to cut and fold nothing."""
    from rich.console import Console

    return Console() if sys.stdout.isatty() or os.environ.get("COLUMNS") else Console(width=_WIDE)
