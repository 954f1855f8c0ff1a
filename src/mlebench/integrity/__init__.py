"""What results are worth: looking at runs and at models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mlebench.lazy import lazy_names

if TYPE_CHECKING:
    from mlebench.integrity.familiarity import measure_familiarity
else:
    __getattr__ = lazy_names(__name__, {"familiarity": ("measure_familiarity",)})

__all__ = ["measure_familiarity"]
