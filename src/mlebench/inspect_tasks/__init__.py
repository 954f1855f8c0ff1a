"""The benchmark as tasks of Inspect (`inspect eval mlebench/lite`): one sample per competition, graded outside.

Inspect finds this package through the entry point group `inspect_ai`; it needs the part 'inspect'.
"""

from mlebench.inspect_tasks.score import grade
from mlebench.inspect_tasks.tasks import all_competitions, lite, starter
from mlebench.inspect_tasks.validate import validate_submission

__all__ = ["all_competitions", "grade", "lite", "starter", "validate_submission"]
