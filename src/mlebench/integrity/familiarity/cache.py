"""What was measured is kept: a text that the same model has seen at the same address is not sent again."""

from __future__ import annotations

import hashlib
import json
import math
from pathlib import Path

from platformdirs import user_cache_path

from mlebench.errors import MlebenchError
from mlebench.files import write_atomically
from mlebench.integrity.familiarity.endpoint import Tokens

_VERSION = 1  # of how texts are measured


def default_cache_dir() -> Path:
    """In the platform's cache folder."""
    return user_cache_path("mle-bench", appauthor=False) / "familiarity"


class Cache:
    """One file for each piece of a text, named by the digest of text, model and address."""

    def __init__(self, folder: Path, url: str, model: str) -> None:
        self._folder, self._asked = folder, f"{_VERSION}\0{url}\0{model}\0"

    def find(self, text: str) -> Tokens | None:
        """What is known of it; a damaged file counts as none."""
        try:
            found = Tokens(**json.loads(self._path(text).read_bytes())["tokens"])
            whole = isinstance(found.number, int)
            sound = all(isinstance(each, float | int) and math.isfinite(each) for each in found)
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return found if whole and sound and 0 <= found.probability <= found.number else None

    def keep(self, text: str, tokens: Tokens) -> None:
        """Write it down at once: whatever ends the work now, this is not asked again."""
        path = self._path(text)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, json.dumps({"tokens": tokens._asdict()}) + "\n")
        except OSError as error:
            raise MlebenchError(f"{path.parent}: what was measured cannot be kept ({error.strerror}).") from error

    def _path(self, text: str) -> Path:
        digest = hashlib.sha256((self._asked + text).encode("utf-8", "surrogatepass")).hexdigest()
        return self._folder / digest[:2] / f"{digest}.json"
