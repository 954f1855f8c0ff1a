"""What results are worth: detectors that look at runs and at models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mlebench.lazy import lazy_names

if TYPE_CHECKING:
    from mlebench.integrity.plagiarism import find_copies
    from mlebench.integrity.plagiarism.report import Pair, PlagiarismReport, Region
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "plagiarism": ("find_copies",),
            "plagiarism.report": ("Pair", "PlagiarismReport", "Region"),
        },
    )

__all__ = ["Pair", "PlagiarismReport", "Region", "find_copies"]
