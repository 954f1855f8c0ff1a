"""What results are worth: did runs keep the rules, is their code their own, does a model know the task?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mlebench.lazy import lazy_names

if TYPE_CHECKING:
    from mlebench.integrity.rules.check import check_rules
    from mlebench.integrity.rules.write import write_rules
else:
    __getattr__ = lazy_names(__name__, {"rules.check": ("check_rules",), "rules.write": ("write_rules",)})

__all__ = ["check_rules", "write_rules"]
