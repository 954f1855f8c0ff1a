"""The texts that a model is asked about, each of one competition or of none."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mlebench.catalog import Competition
from mlebench.errors import WrongUsage

MOST_BYTES = 4 << 20  # of one document: a larger file is data, not a text that people read


@dataclass(frozen=True)
class Document:
    """A text. `problem` says why there is none; such a document is listed, not measured."""

    name: str
    competition_id: str | None
    text: str
    problem: str | None = None


def descriptions(competitions: Iterable[Competition], *, obfuscated: bool = False) -> list[Document]:
    """The descriptions that agents read: the competitions' own, or those of obfuscated runs."""
    return [
        _document(competition.id, competition.id, competition.description_obfuscated)
        if obfuscated
        else _document(competition.id, competition.id, competition.description)
        for competition in competitions
    ]


def documents_at(paths: Sequence[Path], known: Collection[str]) -> list[Document]:
    """Files, and all files below folders. One belongs to the competition of `known` that it, or a folder, is named for.

    In `posts/spooky-author-identification/42.txt` that is a folder, in `leaf-classification.md` the file.
    """
    found = [document for path in paths for document in _at(path, known)]
    if not found:
        raise WrongUsage(f"There is no document in {', '.join(map(str, paths))}.")
    return found


def _at(path: Path, known: Collection[str]) -> Iterator[Document]:
    if not path.exists():
        raise WrongUsage(f"There is no file or folder {path}.")
    files = [path] if path.is_file() else sorted(each for each in _files(path) if each.is_file())
    for file in files:
        inner = file.relative_to(path if path.is_dir() else path.parent)
        named = [part for part in (*path.absolute().parts, *inner.parts, file.stem) if part in known]
        name = file.name if path.is_file() else f"{path.name}/{inner.as_posix()}"
        try:
            size = file.stat().st_size
            text = file.read_text(encoding="utf-8-sig") if size <= MOST_BYTES else None
            problem = None if text is not None else f"has {size >> 20} MiB, more than {MOST_BYTES >> 20}"
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "is no UTF-8 text"
            text, problem = None, str(reason)
        yield _document(name, named[-1] if named else None, text, problem)


def _files(folder: Path) -> Iterator[Path]:
    """Without hidden ones, which tools leave."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(place, name) for name in names if not name.startswith("."))


def _document(name: str, competition_id: str | None, text: str | None, problem: str | None = None) -> Document:
    if problem is None and not (text or "").strip():
        problem = "there is no such text" if text is None else "is empty"
    return Document(name, competition_id, text or "", problem)
