"""Journals: one line of JSON for each thing that a sandbox asked of the gateway."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mlebench.redact import redact

_log = logging.getLogger(__name__)
_MIB = 1 << 20


class Journal:
    """Appends to a file from any thread. A full disk or an endless agent never stops the run."""

    def __init__(self, path: Path, *, max_bytes: int = 2048 * _MIB, secrets: Iterable[str] = ()) -> None:
        self.lost = 0  # entries that could not be written
        self._path, self._left = path, max_bytes
        with suppress(OSError):  # of an earlier attempt at the same run
            self._left -= path.stat().st_size
        self._secrets = [secret for secret in secrets if secret]
        self._lock = threading.Lock()

    def write(self, entry: dict[str, Any]) -> None:
        """Add one line; the time is put in front."""
        stamped = {"at": datetime.now(UTC).isoformat(timespec="milliseconds"), **entry}
        line = redact(json.dumps(stamped, ensure_ascii=False, default=str), self._secrets) + "\n"
        data = line.encode("utf-8", "replace")
        with self._lock:
            if len(data) > self._left:
                self._lose("it is full")
                return
            try:
                with self._path.open("ab") as file:
                    file.write(data)
                self._left -= len(data)
            except OSError as error:
                self._lose(str(error))

    def _lose(self, why: str) -> None:
        if not self.lost:  # once: a full disk would otherwise be told for every entry
            _log.warning("%s does not take any more entries: %s", self._path, why)
        self.lost += 1


def shortened(value: Any, limit: int) -> Any:
    """The value itself where its JSON is short enough, else its beginning and its size."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    if len(text) <= limit:
        return value
    return {"cut_from_characters": len(text), "beginning": text[:limit]}
