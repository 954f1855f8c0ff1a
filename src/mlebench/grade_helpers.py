"""Nothing of ours: names that graders import which were written for the published package."""

from mlebench.published_names import published

__getattr__ = published(__name__)
