"""What a run left that can be read: its code, its logs, its journals. All of it is a stranger's text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import IO, Any, Literal

from mlebench import foreign
from mlebench.catalog.competition import Competition
from mlebench.errors import MlebenchError
from mlebench.integrity.rules.notebooks import cells
from mlebench.runs import RunRecord

Kind = Literal["python", "shell", "other code", "log"]
_KINDS: dict[str, Kind] = {".py": "python", ".sh": "shell", ".bash": "shell"}
_OTHER_CODE = {".r", ".jl", ".js", ".ts", ".java", ".c", ".cpp", ".rs", ".go", ".scala", ".pl", ".rb"}
_LARGEST_CODE = 1 << 20  # bytes: what is larger is data
_LARGEST_LOG = 16 << 20  # bytes that are read of a log, half of them from its end
_LARGEST_LINE = 8 << 20  # bytes of a journal's line: it may quote a whole conversation
_LARGEST_JOURNAL = 512 << 20
_LARGEST_TRAJECTORY = 128 << 20
_MOST_FILES = 2000
_MOST_BYTES = 64 << 20  # of a run's files together
_BODIES = ("request", "answer")  # of a journal's entry: they are in the trajectory too
_PIECE = 1 << 20


@dataclass(frozen=True)
class Text:
    """A file, or a part of one. `line` is the number of its first line there."""

    path: str
    content: str
    kind: Kind
    line: int = 1
    sure: bool = True  # whether the agent is known to have written it in order to run it
    in_one_line: bool = False  # it is part of one line there, such as a line of JSON

    @cached_property
    def lines(self) -> list[str]:
        """Found once: a hostile log may have a finding in each of its lines."""
        return self.content.split("\n")


@dataclass
class Material:
    """All that is known of one run."""

    run: str
    competition_id: str
    competition: Competition | None = None  # null: nobody here knows it
    record: RunRecord | None = None  # null: only files are known
    texts: list[Text] = field(default_factory=list)
    journals: dict[str, list[tuple[int, dict[str, Any]]]] = field(default_factory=dict)  # file -> line and entry
    trajectory: Any = None  # trajectory.json
    notes: list[str] = field(default_factory=list)  # what is missing or was not read
    _left: int = _MOST_BYTES

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to judge by."""
        return not self.texts and not any(self.journals.values()) and not self.trajectory

    def take(self, root: Path, name: str, *, code: bool) -> int:
        """Read a file, or all files of a folder, below `root`; returns how many texts that gave."""
        before = len(self.texts)
        try:
            paths = [Path(name)] if (root / name).is_file() else self._files(root, name)
        except (OSError, MlebenchError) as error:
            self.notes.append(f"{name}: cannot be read ({error}).")
            return 0
        for path in paths[:_MOST_FILES]:
            try:
                self._take_file(root, path.as_posix(), code=code)
            except (OSError, MlebenchError) as error:
                self.notes.append(f"{path.as_posix()}: cannot be read ({error}).")
        if len(paths) > _MOST_FILES:
            self.notes.append(f"{name}: only the first {_MOST_FILES} of {len(paths)} files were read.")
        return len(self.texts) - before

    def _files(self, root: Path, name: str) -> list[Path]:
        if not (root / name).is_dir():
            return []
        found = foreign.look(root / name)
        self.notes += [f"{name}/{refusal}: not read." for refusal in found.refused[:10]]
        return [Path(name) / entry.path for entry in found.entries if entry.kind == "file"]

    def _take_file(self, root: Path, name: str, *, code: bool) -> None:
        suffix = Path(name).suffix.lower()
        kind: Kind | None = _KINDS.get(suffix, "other code" if suffix in _OTHER_CODE else None)
        if code and kind is None and suffix != ".ipynb":
            return  # data, pictures, weights, a README
        with foreign.opened(root, name) as file:
            size = file.seek(0, 2)
            if not size:
                return
            limit = min(_LARGEST_CODE if code else _LARGEST_LOG, self._left)
            if size > limit and (code or not limit):
                self.notes.append(f"{name}: its {size:,} bytes were not read, it is too large.")
                return
            parts = list(_ends(file, size, limit))
        if any(b"\0" in content for _, content in parts):
            return  # not a text
        if size > limit:
            self.notes.append(f"{name}: {size - limit:,} bytes in its middle were not read.")
        self._left -= min(size, limit)
        for line, content in parts:
            text = content.decode("utf-8", "replace").replace("\r\n", "\n")
            if code and suffix == ".ipynb":
                self._take_notebook(name, text)
            else:
                self.texts.append(Text(name, text, kind if code and kind else "log", line))

    def _take_notebook(self, name: str, text: str) -> None:
        found = cells(parsed(text))
        if found is None:
            self.notes.append(f"{name}: is not a notebook that can be read.")
        for number, kind, source in found or ():
            self.texts.append(Text(f"{name}, cell {number}", source, "shell" if kind == "shell" else "python"))

    def take_trajectory(self, root: Path, name: str) -> None:
        """The steps of a run that talked to a model."""
        try:
            with foreign.opened(root, name) as file:
                content = file.read(_LARGEST_TRAJECTORY + 1)
        except FileNotFoundError:
            return
        except (OSError, MlebenchError) as error:
            self.notes.append(f"{name}: cannot be read ({error}).")
            return
        whole = parsed(content) if len(content) <= _LARGEST_TRAJECTORY else None
        if isinstance(whole, dict):
            self.trajectory = whole
        else:
            self.notes.append(f"{name}: was not read: it is too large, or not an object of JSON.")

    def take_journal(self, root: Path, name: str) -> None:
        """The lines of a journal that are JSON objects, without what was said in them; others are counted."""
        entries: list[tuple[int, dict[str, Any]]] = []
        bad = 0
        try:
            with foreign.opened(root, name) as file:
                for number, line in enumerate(_lines(file), 1):
                    entry = parsed(line)
                    bad += not isinstance(entry, dict)
                    if isinstance(entry, dict):
                        entries.append((number, {key: entry[key] for key in entry if key not in _BODIES}))
                if file.read(1):
                    self.notes.append(f"{name}: only its first {_LARGEST_JOURNAL:,} bytes were read.")
        except FileNotFoundError:
            return
        except (OSError, MlebenchError) as error:
            self.notes.append(f"{name}: cannot be read ({error}).")
        if bad:
            self.notes.append(f"{name}: {bad} lines cannot be read.")
        self.journals[name] = entries


def parsed(text: str | bytes) -> Any:
    """JSON that somebody else wrote, or null."""
    try:
        return json.loads(text, parse_constant=str)
    except (ValueError, RecursionError):
        return None


def _ends(file: IO[bytes], size: int, limit: int) -> Iterator[tuple[int, bytes]]:
    """A file, or of a larger one its two ends, each with the number of its first line."""
    file.seek(0)
    if size <= limit:
        yield 1, file.read(limit)
        return
    beginning = file.read(limit // 2)
    yield 1, beginning
    line, left = 1 + beginning.count(b"\n"), size - 2 * (limit // 2)
    while left > 0 and (piece := file.read(min(_PIECE, left))):
        line, left = line + piece.count(b"\n"), left - len(piece)
    yield line, file.read(limit // 2)


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """One at a time: a journal may be much larger than the memory. Of one that is too long, nothing is left."""
    left = _LARGEST_JOURNAL
    while left > 0 and (line := file.readline(_LARGEST_LINE)):
        left -= len(line)
        while not line.endswith(b"\n") and (rest := file.readline(_LARGEST_LINE)):
            left -= len(rest)
            line = b"\n" if rest.endswith(b"\n") else b"too long"
        yield line
