"""Text without credentials, for everything that is written to disk."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

# What credentials of the usual providers look like, and the account ids that their error messages name.
_SECRETS = re.compile(
    r"\b(?:sk-[\w.\-]{16,}|AIza[\w\-]{30,}|sk-[\w.\-]*\*+[\w.\-*]*|(?:org-|proj_)[A-Za-z0-9]{16,}|Bearer\s+[\w.\-]{8,})"
)
_SECRET_NAMES = re.compile(r"KEY|TOKEN|SECRET|PASSW|CREDENTIAL", re.IGNORECASE)
_SHORTEST = 8  # characters; what is shorter is a setting, and would be cut out of ordinary words
_REDACTED = "[redacted]"


def redact(text: str, secrets: Iterable[str] = ()) -> str:
    """The text without the given secrets and without anything that looks like one."""
    for secret in secrets:
        text = text.replace(secret, _REDACTED)
    return _SECRETS.sub(_REDACTED, text)


@cache  # each line of a log is cleaned of them
def _is_secret(name: str) -> bool:
    return _SECRET_NAMES.search(name) is not None


def secrets_of(environment: Mapping[str, str]) -> list[str]:
    """The values of variables that are called a key, a token, …; long ones first, as one may hold another."""
    values = {environment.get(name, "").strip() for name in environment if _is_secret(name)}
    return sorted((value for value in values if len(value) >= _SHORTEST), key=len, reverse=True)
