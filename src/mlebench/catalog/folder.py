"""Reading a competition folder. Whatever is wrong with it is said with file and field."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import yaml
from pydantic import ValidationError

from mlebench import foreign
from mlebench.catalog.competition import Competition
from mlebench.catalog.leaderboard import Leaderboard
from mlebench.errors import CatalogError

FILES = ("competition.yaml", "description.md", "prepare.py", "grade.py", "miniature.py")
LEADERBOARD = "leaderboard.json"  # may be left out

Model = TypeVar("Model", Competition, Leaderboard)

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def load_competition(folder: Path) -> Competition:
    """Read and validate one folder."""
    missing = [name for name in FILES if not (folder / name).is_file()]
    if missing:
        raise CatalogError(f"{folder}: missing {', '.join(missing)}")
    has_leaderboard = os.path.lexists(folder / LEADERBOARD)  # a link that leads nowhere is a mistake, not a wish
    for name in (*FILES, *([LEADERBOARD] if has_leaderboard else [])):
        foreign.inside(folder, name)
    facts = _mapping(folder / "competition.yaml", _yaml)
    reserved = {"id", "folder", "leaderboard"} & facts.keys()
    if reserved:
        raise CatalogError(f"{folder / 'competition.yaml'}: {', '.join(sorted(reserved))}: not a field of this file")
    leaderboard = None
    if has_leaderboard:
        path = folder / LEADERBOARD
        leaderboard = _validated(Leaderboard, _mapping(path, json.loads), path)
    return _validated(
        Competition,
        {**facts, "id": folder.name, "folder": folder.resolve(), "leaderboard": leaderboard},
        folder / "competition.yaml",
    )


def _yaml(text: str) -> Any:
    return yaml.load(text, Loader=_Loader)  # the safe loader, in C where it exists


def _mapping(path: Path, parse: Any) -> dict[str, Any]:
    try:
        content = parse(foreign.read_text(path.parent, path.name))
    except (OSError, yaml.YAMLError, ValueError) as error:
        raise CatalogError(f"{path}: {error}") from error
    if not isinstance(content, dict):
        raise CatalogError(f"{path}: must hold a mapping of fields to values")
    return content


def _validated(model: type[Model], content: dict[str, Any], path: Path) -> Model:
    try:
        return model.model_validate(content)
    except ValidationError as error:
        lines = [
            f"{path}: {'.'.join(str(part) for part in problem['loc']) or '(whole file)'}: {problem['msg']}"
            for problem in error.errors()
        ]
        raise CatalogError("\n".join(lines)) from error


def import_file(path: Path) -> ModuleType:
    """Import a file of a competition folder, whose name need not be a Python identifier."""
    with foreign.opened(path.parent, path.name) as file:
        return _imported(path, os.fstat(file.fileno()).st_mtime_ns)


@cache
def _imported(path: Path, changed: int) -> ModuleType:
    """Once per content: a file that was edited is imported anew."""
    name = f"mlebench.competitions._loaded.{path.parent.name}.{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise CatalogError(f"{path}: cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise CatalogError(f"{path}: {type(error).__name__} while importing: {error}") from error
    return module


def names_in(path: Path) -> set[str]:
    """The functions that a Python file has at its top level, without importing it."""
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
    return found


def function_of(module: ModuleType, name: str) -> Any:
    """The function of this name, or an error that names the file."""
    function = getattr(module, name, None)
    if not callable(function):
        raise CatalogError(f"{module.__file__}: has no function {name}(…)")
    return function
