"""What results are worth: were rules kept, is the code the run's own, were holes used, does a model know the task?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mlebench.lazy import lazy_names

if TYPE_CHECKING:
    from mlebench.integrity.exploits import SuspectedRun, suspected_exploits
    from mlebench.integrity.familiarity import measure_familiarity
    from mlebench.integrity.plagiarism import find_copies
    from mlebench.integrity.plagiarism.report import Pair, PlagiarismReport, Region
    from mlebench.integrity.rules.check import check_rules
    from mlebench.integrity.rules.write import write_rules
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "exploits": ("SuspectedRun", "suspected_exploits"),
            "familiarity": ("measure_familiarity",),
            "plagiarism": ("find_copies",),
            "plagiarism.report": ("Pair", "PlagiarismReport", "Region"),
            "rules.check": ("check_rules",),
            "rules.write": ("write_rules",),
        },
    )

__all__ = [
    "Pair",
    "PlagiarismReport",
    "Region",
    "SuspectedRun",
    "check_rules",
    "find_copies",
    "measure_familiarity",
    "suspected_exploits",
    "write_rules",
]
