"""What results are worth: looking at runs and models, after the fact."""

from typing import TYPE_CHECKING

from mlebench.lazy import lazy_names

if TYPE_CHECKING:
    from mlebench.integrity.exploits import SuspectedRun, suspected_exploits
else:
    __getattr__ = lazy_names(__name__, {"exploits": ("SuspectedRun", "suspected_exploits")})

__all__ = ["SuspectedRun", "suspected_exploits"]
