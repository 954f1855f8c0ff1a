"""Nothing of ours: names of the published package, and what there is in their place."""

from mlebench.published_names import published

__getattr__ = published(__name__)
