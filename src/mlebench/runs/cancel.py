"""Asking for the end of runs from another terminal or machine: a file in the folder of the run or of its group.

A file instead of a signal, because the harness may be on another machine that shares the folder.
"""

from __future__ import annotations

from pathlib import Path

from mlebench.errors import MlebenchError

MARK = ".cancel"


def ask_to_cancel(folder: Path) -> None:
    """Leave the mark."""
    try:
        (folder / MARK).touch()
    except OSError as error:
        raise MlebenchError(f"{folder}: cannot be written ({error.strerror}).") from error


def is_asked_to_cancel(run_folder: Path) -> bool:
    """Whether this run or its whole group shall end."""
    return (run_folder / MARK).exists() or (run_folder.parent / MARK).exists()


def forget(folder: Path) -> None:
    """Take the mark away, before the runs are tried again."""
    (folder / MARK).unlink(missing_ok=True)
