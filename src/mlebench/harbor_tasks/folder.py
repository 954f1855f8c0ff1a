"""One task folder: what the agent's image holds, and what only the verifier's does."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from mlebench._version import __version__
from mlebench.catalog import Competition
from mlebench.data.archives.extract import new_folder
from mlebench.data.expected import copy_expected
from mlebench.data.layout import DataLayout
from mlebench.data.manifest import MANIFEST, read_manifest
from mlebench.errors import WrongUsage
from mlebench.grading.perfect import write_perfect
from mlebench.harbor_tasks.grader import GRADING_SECONDS, write_grader
from mlebench.runs.instructions import instructions_elsewhere
from mlebench.sandbox.resources import Resources

SCHEMA = "1.4"  # of task.toml, as Harbor 0.25 writes it
_DATA, _SUBMISSIONS, _SUBMISSION = "/home/data", "/home/submission", "/home/submission/submission.csv"

_AGENTS_IMAGE = f"""\
FROM {{image}}
COPY data {_DATA}
# Made without running anything: an image is built without a network too.
WORKDIR {_SUBMISSIONS}
WORKDIR /home
"""
_ORACLE = f"""\
#!/bin/bash
cp /solution/submission.csv {_SUBMISSION}
"""


@dataclass(frozen=True)
class HarborOptions:
    """How tasks are made."""

    data_dir: Path
    image: str  # that agents work in
    verifier_image: str | None = None  # with the packages of tests/requirements.txt; null: they are installed
    with_oracle: bool = False
    network: Literal["no-network", "public"] = "no-network"  # of the agent; the verifier is told the same
    resources: Resources | None = None  # null: the benchmark's time, and what the machine has


def write_task(competition: Competition, target: Path, options: HarborOptions) -> None:
    """Write the folder of one task, whole or not at all."""
    if target.exists():
        raise WrongUsage(f"{target} exists.", hint="Remove it, or choose another folder.")
    layout = DataLayout.of(competition, options.data_dir)
    seconds = (options.resources or Resources()).time_limit
    told = instructions_elsewhere(
        competition.id, competition.description, data=_DATA, submission=_SUBMISSION, time_limit=seconds
    )
    with new_folder(target) as folder:
        (folder / "task.toml").write_text(_settings(competition, layout, options), encoding="utf-8")
        (folder / "instruction.md").write_text(told, encoding="utf-8")
        environment, tests = folder / "environment", folder / "tests"
        shutil.copytree(layout.public, environment / "data", copy_function=_link)
        (environment / "Dockerfile").write_text(_AGENTS_IMAGE.format(image=options.image), encoding="utf-8")
        write_grader(competition, tests, _SUBMISSION, options.verifier_image)
        _copy_answers(competition, layout, DataLayout.of(competition, tests / "data"))
        if options.with_oracle:
            solution = folder / "solution"
            solution.mkdir()
            write_perfect(competition, options.data_dir, solution / "submission.csv")
            (solution / "solve.sh").write_text(_ORACLE, encoding="utf-8")
            (solution / "solve.sh").chmod(0o755)


def _link(source: str, target: str) -> None:
    """Data may be large: on the same disk it is there once."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def _copy_answers(competition: Competition, layout: DataLayout, copy: DataLayout) -> None:
    """What grading reads: the answers, and what is expected of a submission in place of the public files."""
    shutil.copytree(layout.private, copy.private, copy_function=_link)
    copy.public.mkdir()
    if competition.is_sealed:
        copy_expected(competition, layout, copy.prepared)
    if (layout.prepared / MANIFEST).is_file():
        shutil.copy2(layout.prepared / MANIFEST, copy.prepared / MANIFEST)


def _settings(competition: Competition, layout: DataLayout, options: HarborOptions) -> str:
    resources, stamp = options.resources, read_manifest(layout).stamp
    tables: dict[str, dict[str, object]] = {
        "task": {
            "name": f"mlebench/{competition.id}",
            "version": __version__,
            "description": competition.name,
            "keywords": ["machine-learning", "kaggle", competition.category],
        },
        "metadata": {
            "competition_id": competition.id,
            "benchmark_version": competition.benchmark,
            "complexity": competition.complexity,
            "category": competition.category,
            "data": stamp.kind or stamp.source,
            "data_digest": stamp.digest or "",
        },
        "agent": {"timeout_sec": (resources or Resources()).time_limit},
        "environment": {
            "build_timeout_sec": 3600.0,
            "workdir": "/home",
            "network_mode": options.network,
            **(_hardware(resources) if resources else {}),
        },
        "verifier": {"timeout_sec": GRADING_SECONDS, "environment_mode": "separate"},
        "verifier.environment": {"build_timeout_sec": 3600.0, "network_mode": options.network},
    }
    lines = [f'schema_version = "{SCHEMA}"', f"artifacts = {_toml([_SUBMISSIONS])}"]
    for name, fields in tables.items():
        lines += ["", f"[{name}]", *(f"{field} = {_toml(value)}" for field, value in fields.items())]
    return "\n".join(lines) + "\n"


def _hardware(resources: Resources) -> dict[str, object]:
    return {
        "cpus": resources.cpus,
        "memory_mb": int(resources.memory_gb * 1024),
        "storage_mb": int(resources.disk_gb * 1024),
        "gpus": resources.gpus,
    }


def _toml(value: object) -> str:
    """Texts, numbers, truths and lists are written in TOML as in JSON."""
    return json.dumps(value, ensure_ascii=False)
