"""Records without what concerns only the machine they were made on: its name, its folders, its users' keys."""

from __future__ import annotations

import json
import os
import socket
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from mlebench.redact import redact, secrets_of

_OF_THE_MACHINE = {"host", "harness_pid"}
_PATHS = {"folder", "file", "prices", "arguments"}  # fields of settings with places on the machine
_BODIES = {"request", "answer", "message", "warnings", "error"}  # of journals: they quote data


class Cleaner:
    """Knows what must not leave this machine. `folders` are named by what they are instead of by where they lie."""

    def __init__(self, folders: Mapping[str, Path]) -> None:
        known = {**folders, "~": Path.home(), "TMP": Path(tempfile.gettempdir())}
        pairs = [(str(place), name) for name, path in known.items() for place in (path.absolute(), path.resolve())]
        # Long ones first, as one may lie in another; the root of the file system is in everything.
        self._places = sorted((p for p in set(pairs) if len(p[0]) > 1), key=lambda pair: -len(pair[0]))
        self._host = socket.gethostname()
        self._secrets = secrets_of(os.environ)

    def text(self, text: str) -> str:
        """A text without them."""
        for place, name in self._places:
            text = text.replace(place, name)
        if len(self._host) > 3:
            text = text.replace(self._host, "HOST")
        return redact(text, self._secrets)

    def value(self, value: Any) -> Any:
        """The same for all texts of a JSON value."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.value(each) for each in value]
        if isinstance(value, dict):
            return {
                self.text(name): self.value(_last_name(each) if name in _PATHS else each)
                for name, each in value.items()
            }
        return value

    def record(self, content: bytes) -> bytes:
        """A file of JSON, as it goes into a bundle."""
        value = json.loads(content)
        if isinstance(value, dict):  # the scores of snapshots are a list
            value = {name: each for name, each in value.items() if name not in _OF_THE_MACHINE}
        return (json.dumps(self.value(value), indent=2, ensure_ascii=False) + "\n").encode("utf-8", "replace")

    def journal(self, lines: Iterable[bytes], *, bodies: bool) -> Iterable[bytes]:
        """A file of JSON lines; what was asked and answered only with `bodies`. A line that is cut off goes."""
        for line in lines:
            try:
                entry = json.loads(line)
            except ValueError:
                continue
            kept = {name: each for name, each in entry.items() if bodies or name not in _BODIES}
            yield (json.dumps(self.value(kept), ensure_ascii=False) + "\n").encode("utf-8", "replace")


def _last_name(value: Any) -> Any:
    """Of a place on the machine only what it is called."""
    if isinstance(value, dict):
        return {name: _last_name(each) for name, each in value.items()}
    return Path(value).name if isinstance(value, str) and value.startswith("/") else value
