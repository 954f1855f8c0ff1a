"""The verifier's part of a task: the grader that this package is, the answers, and what starts it."""

from __future__ import annotations

import re
import shutil
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import mlebench
from mlebench.catalog import Competition

GRADING_SECONDS = 1800.0
_PYTHON_IMAGE = "python:3.12-slim-bookworm"
# Not needed to grade: folders of other competitions, agents, pages.
_LEFT_OUT = shutil.ignore_patterns("__pycache__", "competitions", "agents", "view", "*_tasks")

_IMAGE = """\
FROM {image}
{install}COPY . /tests/
"""
_INSTALL = """\
COPY requirements.txt /tests/requirements.txt
RUN pip install --no-cache-dir -r /tests/requirements.txt
"""
_START = """\
#!/bin/bash
# The answers are in this container only, and the agent never was.
mkdir -p /logs/verifier
PYTHONPATH="/tests/grader${{PYTHONPATH:+:$PYTHONPATH}}" python3 /tests/grade.py {submission} {competition} {benchmark}
"""


def write_grader(competition: Competition, folder: Path, submission: str, image: str | None) -> None:
    """Fill tests/, but for the answers. `submission` is where the file lies in the verifier's container."""
    grader = folder / "grader" / "mlebench"
    shutil.copytree(Path(mlebench.__file__).parent, grader, ignore=_LEFT_OUT)
    shutil.copytree(competition.folder, grader / "competitions" / competition.id, ignore=_LEFT_OUT)
    shutil.copyfile(Path(__file__).with_name("verifier.py"), folder / "grade.py")
    (folder / "requirements.txt").write_text("".join(f"{line}\n" for line in _packages()), encoding="utf-8")
    made = _IMAGE.format(image=image or _PYTHON_IMAGE, install="" if image else _INSTALL)
    (folder / "Dockerfile").write_text(made, encoding="utf-8")
    start = _START.format(submission=submission, competition=competition.id, benchmark=competition.benchmark)
    (folder / "test.sh").write_text(start, encoding="utf-8")
    (folder / "test.sh").chmod(0o755)


def _packages() -> list[str]:
    """What this package needs, in the versions that are installed here, which are known to grade alike."""
    found = []
    for line in requires("mlebench") or []:
        if "extra ==" not in line and (name := re.match(r"[\w.-]+", line)):
            try:
                found.append(f"{name[0]}=={version(name[0])}")
            except PackageNotFoundError:
                continue  # needed on another platform only
    return sorted(found)
