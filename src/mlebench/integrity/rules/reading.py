"""Where runs come from: a run group, or a JSONL file with the paths of logs and code."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mlebench.catalog import Registry
from mlebench.catalog.competition import Competition
from mlebench.errors import MlebenchError, UnknownCompetition, WrongUsage
from mlebench.gateway.access import HOST_CALLS, MODEL_CALLS, VALIDATIONS
from mlebench.gateway.trajectory import TRAJECTORY
from mlebench.integrity.rules.material import Material
from mlebench.runs import RunGroup, RunRecord
from mlebench.runs.run_folder import LOG

_LARGEST = 256 << 20  # bytes of a JSONL file


def of_group(group: RunGroup, registry: Registry) -> Iterator[Material]:
    """Every planned run, whatever became of it."""
    for run in group.spec.runs:
        yield of_folder(group.folder_of(run), run.competition_id, group.record(run), registry)


def of_folder(folder: Path, competition_id: str, record: RunRecord, registry: Registry) -> Material:
    """The folder of one run."""
    material = _material(folder.name, competition_id, registry)
    material.record = record
    for name in (VALIDATIONS, MODEL_CALLS, HOST_CALLS):
        material.take_journal(folder, name)
    material.take_trajectory(folder, TRAJECTORY)
    code = material.take(folder, "code", code=True)
    logs = material.take(folder, LOG, code=False) + material.take(folder, "logs", code=False)
    for earlier in sorted(path.name for path in folder.glob("attempt-*")):  # that the machine spoiled
        material.take(folder, f"{earlier}/code", code=True)
        material.take(folder, f"{earlier}/{LOG}", code=False)
        material.take(folder, f"{earlier}/logs", code=False)
    _note_missing(material, code, logs)
    return material


def _is_entry(line: bytes) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith(b"#")


def of_lines(path: Path, registry: Registry, notes: list[str]) -> Iterator[Material]:
    """Lines as `mlebench grade` reads them, with logs_path and code_path: files or folders. Bad lines are noted."""
    try:
        if path.stat().st_size > _LARGEST:
            raise WrongUsage(f"{path}: is larger than {_LARGEST:,} bytes.")
        content = path.read_bytes().removeprefix(codecs.BOM_UTF8)
    except OSError as error:
        raise WrongUsage(f"{path}: cannot be read ({error.strerror}).") from error
    numbered = [(number, line) for number, line in enumerate(content.split(b"\n"), 1) if _is_entry(line)]
    if not numbered:
        raise WrongUsage(f"{path}: holds no line to judge.")
    for number, line in numbered:
        try:
            entry = json.loads(line.decode())
            competition_id = _text(entry, "competition_id")
            if not competition_id:
                raise ValueError("has no competition_id")
            paths = {key: _text(entry, key) for key in ("code_path", "logs_path")}
        except RecursionError:
            notes.append(f"line {number}: is nested too deeply.")
            continue
        except (ValueError, TypeError) as error:
            notes.append(f"line {number}: {error}.")
            continue
        material = _material(f"line {number}", competition_id, registry)
        taken = {key: _take_path(material, given, code=key == "code_path") for key, given in paths.items()}
        _note_missing(material, taken["code_path"], taken["logs_path"])
        yield material


def _text(entry: Any, key: str) -> str:
    """A field of a line; empty where it has none."""
    if not isinstance(entry, dict):
        raise TypeError("must be an object of JSON")
    value = entry.get(key)
    if value is None:
        return ""
    if not isinstance(value, str) or "\0" in value:
        raise TypeError(f"{key} must be a text")
    return value


def _take_path(material: Material, given: str, *, code: bool) -> int:
    """What the user names, as the commands for grading take it: from the folder that one is in."""
    if not given:
        return 0
    path = Path(given).absolute()
    try:
        path.stat()
    except OSError as error:
        material.notes.append(f"{given[:200]}: cannot be read ({error.strerror}).")
        return 0
    return material.take(path.parent, path.name, code=code)


def _material(run: str, competition_id: str, registry: Registry) -> Material:
    competition: Competition | None = None
    notes = []
    try:
        competition = registry.get(competition_id)
    except UnknownCompetition as error:
        notes.append(f"{error.message} Its known leaks were not looked for.")
    except MlebenchError as error:
        notes.append(error.message)
    return Material(run, competition_id, competition, notes=notes)


def _note_missing(material: Material, code: int, logs: int) -> None:
    if not code:
        material.notes.append("There is no code to read.")
    if not logs:
        material.notes.append("There are no logs to read.")
    if not code and not logs and material.is_empty:
        material.notes.append("Nothing could be judged.")
