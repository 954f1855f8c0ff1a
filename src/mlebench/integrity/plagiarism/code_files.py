"""Python files of strangers: scripts, and notebooks as scripts. What is not read is named, with the reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from mlebench import foreign
from mlebench.errors import MlebenchError
from mlebench.notebooks import NotANotebook, script_of

SUFFIXES = (".py", ".ipynb")
LARGEST = 1 << 20  # bytes of a script: larger ones are data
LARGEST_NOTEBOOK = 64 << 20  # pictures in it are text
_NAMED = 10  # files that one folder's notes name


@dataclass(frozen=True)
class Limits:
    """Of one folder, so that nobody's files keep others from being read."""

    files: int
    characters: int


SUBMITTED = Limits(files=200, characters=4 << 20)
KERNELS = Limits(files=1000, characters=64 << 20)


class CodeFile(NamedTuple):
    """One file; those of one owner are not compared with each other, and kernels only with submitted files."""

    name: str  # in the report
    owner: str
    text: str
    competition: str | None = None  # null: of any
    is_kernel: bool = False


@dataclass
class Found:
    """What was read, and what was not."""

    texts: dict[str, str] = field(default_factory=dict)  # by the path below the folder
    left_out: list[str] = field(default_factory=list)


class _LeftOut(ValueError):
    """Why a file is not compared."""


def read_folder(folder: Path, limits: Limits = SUBMITTED, skip: Collection[str] = ()) -> Found:
    """All Python files below a folder that a stranger made. Links are not followed, nothing is executed."""
    found, others = Found(), Counter[str]()
    try:
        contents = foreign.look(folder, {*foreign.CACHES, *skip})
    except (OSError, MlebenchError) as error:
        return Found(left_out=[_reason(error)])
    left_out = list(contents.refused)
    characters = 0
    for entry in contents.entries:
        name = entry.path.as_posix()
        if entry.kind != "file":
            continue  # a link within the folder leads to a file that is read anyway
        if entry.path.suffix.lower() not in SUFFIXES:
            others[entry.path.suffix.lower() or "no suffix"] += 1
            continue
        try:
            if len(found.texts) == limits.files:
                raise _LeftOut(f"beyond the first {limits.files} files")
            text = _text(folder, name)
            if characters + len(text) > limits.characters:
                raise _LeftOut(f"beyond the first {limits.characters >> 20} million characters")
        except (_LeftOut, OSError, MlebenchError) as error:
            left_out.append(f"{name}: {_reason(error)}")
            continue
        characters += len(text)
        found.texts[name] = text
    found.left_out += left_out[:_NAMED]
    if len(left_out) > _NAMED:
        found.left_out.append(f"{len(left_out) - _NAMED} more files were left out")
    if others:
        kinds = ", ".join(sorted(others)[:_NAMED])
        found.left_out.append(f"{others.total()} files are not Python by their names ({kinds})")
    return found


def read_file(path: Path) -> Found:
    """One file that the user named."""
    found, path = Found(), path.resolve()
    try:
        if path.suffix.lower() not in SUFFIXES:
            raise _LeftOut("is not Python by its name (.py or .ipynb)")
        found.texts[path.name] = _text(path.parent, path.name)
    except (_LeftOut, OSError, MlebenchError) as error:
        found.left_out.append(_reason(error))
    return found


def _text(folder: Path, name: str) -> str:
    notebook = name.lower().endswith(".ipynb")
    most = LARGEST_NOTEBOOK if notebook else LARGEST
    with foreign.opened(folder, name) as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise _LeftOut(f"is larger than {most >> 20} MiB")
    if b"\0" in content:
        raise _LeftOut("is binary")
    try:
        text = script_of(content) if notebook else content.decode("utf-8-sig")
    except NotANotebook as error:
        raise _LeftOut(str(error)) from error
    except UnicodeDecodeError as error:
        raise _LeftOut("is not a text in UTF-8") from error
    if len(text) > LARGEST:
        raise _LeftOut(f"has more than {LARGEST >> 20} million characters of code")
    # JSON can say what no text holds: halves of characters.
    whole = text.encode("utf-8", "replace").decode()
    return whole.replace("\r\n", "\n").replace("\r", "\n")


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error).split("\n")[0]
