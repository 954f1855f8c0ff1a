"""Files that a competition needs and Kaggle does not have."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from mlebench.data.progress import stage
from mlebench.errors import DataError

_TIMEOUT_SECONDS = 60
_ALLOWED = ContextVar("allowed", default=True)


@contextmanager
def no_downloads() -> Iterator[None]:
    """Who prepares something in here has to do with the files that are there."""
    before = _ALLOWED.set(False)
    try:
        yield
    finally:
        _ALLOWED.reset(before)


def download(url: str, target: Path) -> None:
    """Download one file."""
    import urllib.error  # with all that speaks HTTPS, which graders need not wait for
    import urllib.request

    if not _ALLOWED.get():
        raise DataError(f"{url} is needed, and nothing may be downloaded here.")
    stage(f"downloading {target.name}")
    try:
        with urllib.request.urlopen(url, timeout=_TIMEOUT_SECONDS) as response, target.open("wb") as file:
            shutil.copyfileobj(response, file)
    except (urllib.error.URLError, TimeoutError, ConnectionError) as error:
        raise DataError(
            f"{url} could not be downloaded ({error}).",
            hint=f"Download it by other means, and put it into the raw folder as {target.name}.",
        ) from error
