"""Reading a competition folder. Whatever is wrong with it is said with file and field."""

from __future__ import annotations

import ast
import importlib
import json
import os
import stat
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

from mlebench import foreign
from mlebench.errors import CatalogError, WrongFolder
from mlebench.fields import checked, mapping, parse_yaml

if TYPE_CHECKING:
    from mlebench.catalog.competition import Competition
    from mlebench.catalog.leaderboard import Leaderboard

Benchmark = Literal["v1", "v2"]
BENCHMARKS: tuple[Benchmark, ...] = ("v1", "v2")
FILES = ("competition.yaml", "description.md", "prepare.py", "grade.py", "miniature.py")
LEADERBOARD = "leaderboard.json"  # may be left out
CODE_OF_V2, LEADERBOARD_OF_V2 = "v2.py", "leaderboard-v2.json"  # where the benchmark's version 2 changes something


def load_competition(folder: Path, benchmark: Benchmark = "v1", given: Leaderboard | None = None) -> Competition:
    """Read and validate one folder, as one version of the benchmark has it; `given` is in place of its leaderboard."""
    from mlebench.catalog.competition import Competition

    facts, digest = read_facts(folder)
    where = folder / "competition.yaml"
    if reserved := {"id", "folder", "leaderboard", "benchmark"} & facts.keys():
        raise WrongFolder(f"{where}: {', '.join(sorted(reserved))}: not a field of this file")
    leaderboard = _leaderboard(digest, folder / LEADERBOARD) if digest is not None else None
    known = {"id": folder.name, "folder": folder.resolve(), "leaderboard": leaderboard}
    competition = checked(lambda: {**facts, **known}, Competition.model_validate, where, WrongFolder)
    if competition.v2 is None and (folder / CODE_OF_V2).exists():
        raise WrongFolder(f"{where}: has no block v2, which says what {CODE_OF_V2} changes")
    competition = competition if benchmark == "v1" else _in_v2(competition)
    return competition.model_copy(update={"leaderboard": given}) if given else competition


def _in_v2(competition: Competition) -> Competition:
    """The competition with what version 2 of the benchmark changes."""
    from mlebench.catalog.competition import Checksums

    changed: dict[str, Any] = {"benchmark": "v2"}
    if (new := competition.v2) is not None:
        issues = list(competition.known_issues)
        for words in new.repaired:
            if len(found := [issue for issue in issues if issue.note.startswith(words)]) != 1:
                where = competition.folder / "competition.yaml"
                raise WrongFolder(f"{where}: v2: repaired: '{words}' begins {len(found)} known issues, not one")
            issues.remove(found[0])
        # Figures of v1's data say nothing of this one; the archive is the same.
        changed |= {"known_issues": [*issues, *new.known_issues], "sample_score": None, **new.facts}
        places = competition.folder / LEADERBOARD_OF_V2
        if places.exists():
            changed["leaderboard"] = _leaderboard(
                mapping(lambda: json.loads(_text(places)), places, WrongFolder), places
            )
    competition = competition.model_copy(update=changed)
    if competition.shares_v1_data:
        return competition
    return competition.model_copy(update={"checksums": Checksums(archive=competition.checksums.archive)})


def _leaderboard(digest: dict[str, Any], path: Path) -> Leaderboard:
    from mlebench.catalog.leaderboard import Leaderboard

    return checked(lambda: digest, Leaderboard.model_validate, path, WrongFolder)


def read_facts(folder: Path) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """What competition.yaml and leaderboard.json of a complete folder say, not validated."""
    missing = [name for name in FILES if not (folder / name).is_file()]
    if missing:
        raise CatalogError(f"{folder}: missing {', '.join(missing)}")
    has_leaderboard = os.path.lexists(folder / LEADERBOARD)  # a link that leads nowhere is a mistake, not a wish
    for name in (*FILES, LEADERBOARD, CODE_OF_V2, LEADERBOARD_OF_V2):
        if (folder / name).is_symlink():  # else it is where it seems to be
            foreign.inside(folder, name)
    facts, places = folder / "competition.yaml", folder / LEADERBOARD
    return (
        mapping(lambda: parse_yaml(_text(facts)), facts, WrongFolder),
        mapping(lambda: json.loads(_text(places)), places, WrongFolder) if has_leaderboard else None,
    )


def _text(path: Path) -> str:
    return foreign.read_text(path.parent, path.name)


def import_file(path: Path) -> ModuleType:
    """Import a file of a competition folder, whose name need not be a Python identifier.

    The files of a folder import names from each other as in a package: `from .grade import CLASSES`.
    """
    modules = sorted({path, *(file for file in path.parent.glob("*.py") if file.stem.isidentifier())})
    return _imported(path, tuple(_changed(file) for file in modules))


def _changed(path: Path) -> int:
    with suppress(OSError):  # told below
        status = os.lstat(path)
        if stat.S_ISREG(status.st_mode):
            return status.st_mtime_ns
    with foreign.opened(path.parent, path.name) as file:  # a link, which must not lead out of the folder
        return os.fstat(file.fileno()).st_mtime_ns


@cache
def _imported(path: Path, changed: tuple[int, ...]) -> ModuleType:
    """Once per content: a file that was edited is imported anew, and so are those beside it."""
    name = f"{_package(path.parent, changed)}.{path.stem}"
    try:
        return importlib.import_module(name)
    except Exception as error:
        raise CatalogError(f"{path}: {type(error).__name__} while importing: {error}") from error


def _package(folder: Path, changed: tuple[int, ...]) -> str:
    """A package for the files of this folder, instead of one for what they were, or for a folder of the same name."""
    name = f"mlebench.competitions._loaded.{folder.name}"
    if getattr(sys.modules.get(name), "content", None) != (folder, changed):
        for former in [known for known in sys.modules if known == name or known.startswith(f"{name}.")]:
            del sys.modules[former]
        package = ModuleType(name)
        package.__path__ = [str(folder)]
        package.__dict__["content"] = (folder, changed)
        sys.modules[name] = package
        importlib.invalidate_caches()
    return name


def names_in(path: Path) -> set[str]:
    """The functions and constants that a Python file has at its top level, without importing it."""
    return _names_in(path, _changed(path))


@cache
def _names_in(path: Path, changed: int) -> set[str]:
    try:
        tree = ast.parse(path.read_bytes(), path.name)
    except (SyntaxError, ValueError) as error:
        raise CatalogError(f"{path}: {type(error).__name__}: {error}") from error
    found: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ImportFrom):
            found |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Assign):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return found


def function_of(module: ModuleType, name: str) -> Any:
    """The function of this name, or an error that names the file."""
    function = getattr(module, name, None)
    if not callable(function):
        raise CatalogError(f"{module.__file__}: has no function {name}(…)")
    return function
