"""How an agent worked: what its code is like, and its habits. Next to the medal, and never mixed into it."""

from __future__ import annotations

import ast
import json
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from mlebench import foreign
from mlebench.gateway.access import VALIDATIONS
from mlebench.runs import RunRecord
from mlebench.runs.rerun import FILE as RERUN
from mlebench.runs.rerun import Rerun

_LARGEST = 1 << 20  # bytes of a file that is looked at: larger ones are data
_MOST = 1000  # files
_LINT_SECONDS = 120.0


class CodeFacts(BaseModel):
    """The Python code in code/. Null: the tool for it is not installed (extra 'process')."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    files: int
    lines: int  # that are not empty
    functions: int  # classes among them
    documented_percent: float | None  # of them, with a docstring; null where there are none
    tests: int  # functions called test_…
    unreadable: int  # files that are no Python
    lint_findings: int | None = None  # by ruff's usual rules
    mean_complexity: float | None = None  # cyclomatic, of a function, by radon
    worst_complexity: int | None = None


class Habits(BaseModel):
    """What the journals say of how it went on."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    validations: int  # submissions that it had checked
    valid: int  # of these
    first_valid_seconds: float | None  # after its start; null: never
    first_valid_percent: float | None  # of its time limit
    model_calls: int
    model_errors: int  # refused, or without a useful answer


class ProcessFacts(BaseModel):
    """One run."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    run_id: str
    code: CodeFacts
    habits: Habits
    rerun: Rerun | None  # where somebody has executed its code again


def process_of(folder: Path, record: RunRecord) -> ProcessFacts:
    """Look at what a run left. Nothing of it is executed."""
    return ProcessFacts(
        run_id=record.run_id,
        code=code_facts(folder / "code"),
        habits=_habits(folder, record),
        rerun=_rerun(folder),
    )


def code_facts(folder: Path) -> CodeFacts:
    """By reading it, and by ruff and radon where they are installed."""
    texts = dict(_python_files(folder))
    trees = {name: tree for name, text in texts.items() if (tree := _parsed(text)) is not None}
    named = [node for tree in trees.values() for node in ast.walk(tree) if isinstance(node, _NAMED)]
    documented = sum(ast.get_docstring(node) is not None for node in named)
    complexities = [c for name in trees for c in _complexities(texts[name])]
    return CodeFacts(
        files=len(texts),
        lines=sum(bool(line.strip()) for text in texts.values() for line in text.splitlines()),
        functions=len(named),
        documented_percent=100 * documented / len(named) if named else None,
        tests=sum(node.name.startswith("test_") for node in named),
        unreadable=len(texts) - len(trees),
        lint_findings=_lint_findings(folder) if texts else None,
        mean_complexity=statistics.fmean(complexities) if complexities else None,
        worst_complexity=max(complexities, default=None),
    )


_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def _python_files(folder: Path) -> Iterator[tuple[str, str]]:
    """An agent made the folder: links are not followed, and what is large is not read."""
    if not folder.is_dir():
        return
    found = [
        entry.path for entry in foreign.look(folder).entries if entry.kind == "file" and entry.path.suffix == ".py"
    ]
    for path in found[:_MOST]:
        with foreign.opened(folder, path) as file:
            content = file.read(_LARGEST + 1)
        if len(content) <= _LARGEST:
            yield path.as_posix(), content.decode("utf-8", "replace")


def _parsed(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _complexities(text: str) -> list[int]:
    try:
        from radon.complexity import cc_visit
    except ImportError:
        return []
    try:
        return [block.complexity for block in cc_visit(text)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def _lint_findings(folder: Path) -> int | None:
    """Without the configuration that the agent may have put there."""
    beside = Path(sys.executable).with_name("ruff")
    program = str(beside) if beside.is_file() else shutil.which("ruff")
    if program is None:
        return None
    ask = [program, "check", "--isolated", "--no-cache", "--exit-zero", "--quiet", "--output-format", "json", "."]
    try:
        done = subprocess.run(ask, cwd=folder, capture_output=True, timeout=_LINT_SECONDS, check=False)
        return len(json.loads(done.stdout or b"[]"))
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None


def _habits(folder: Path, record: RunRecord) -> Habits:
    checked = list(_lines(folder, VALIDATIONS))
    valid = [entry for entry in checked if entry.get("valid") is True]
    seconds = None
    if valid and record.started_at is not None:
        seconds = (datetime.fromisoformat(str(valid[0]["at"])) - record.started_at).total_seconds()
    used = record.model
    return Habits(
        validations=len(checked),
        valid=len(valid),
        first_valid_seconds=seconds,
        first_valid_percent=None if seconds is None else 100 * seconds / record.time_limit_seconds,
        model_calls=used.requests if used else 0,
        model_errors=used.refused + used.errors if used else 0,
    )


def _lines(folder: Path, name: str) -> Iterator[dict[str, Any]]:
    """A journal; a line that was cut off is passed over."""
    try:
        with foreign.opened(folder, name) as file:
            for line in file:
                try:
                    yield json.loads(line)
                except ValueError:
                    continue
    except (OSError, foreign.ForeignError):
        return


def _rerun(folder: Path) -> Rerun | None:
    try:
        return Rerun.model_validate_json(foreign.read_bytes(folder, RERUN))
    except (OSError, ValueError, foreign.ForeignError):
        return None
