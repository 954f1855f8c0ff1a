"""Which of the user's environment variables may enter a sandbox."""

from __future__ import annotations

import re
from collections.abc import Mapping

# A short list of what programs need to work at all. Everything else stays outside, because credentials
# have no common form (DATABASE_URL, a proxy's address with a password in it, ...).
_PASSED = re.compile(
    r"PATH|LANG|LANGUAGE|LC_\w+|TZ|TERM|USER|LOGNAME|SHELL|LD_LIBRARY_PATH|VIRTUAL_ENV|CONDA_PREFIX"
    r"|CUDA_\w+|NVIDIA_\w+|\w+_NUM_THREADS|SSL_CERT_(FILE|DIR)"
)
_SECRET = re.compile(r"KEY|TOKEN|SECRET|PASSW|CREDENTIAL", re.IGNORECASE)


def is_secret(name: str) -> bool:
    """Whether the name of a variable sounds like a credential."""
    return _SECRET.search(name) is not None


def passed_on(environment: Mapping[str, str]) -> dict[str, str]:
    """The part of the user's environment that an agent may see."""
    return {name: value for name, value in environment.items() if _PASSED.fullmatch(name) and not is_secret(name)}
