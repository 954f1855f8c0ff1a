"""Is a competition sound? The checks behind `mlebench lint` and `mlebench dev verify`."""

import mlebench.quiet  # noqa: F401
