"""Preparing one competition: raw data in, public and private folders out, whole or not at all."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from mlebench._version import __version__
from mlebench.catalog import Competition
from mlebench.data.acquire import RawSource
from mlebench.data.layout import DataLayout
from mlebench.data.progress import stage
from mlebench.data.verify import record_checksums, verify_prepared
from mlebench.errors import DataError

MANIFEST = "manifest.json"
_TEMPORARY = ".preparing-"


@dataclass(frozen=True)
class PrepareOptions:
    """How to prepare."""

    verify: bool = True
    keep_raw: bool = False
    overwrite_checksums: bool = False
    force: bool = False


@dataclass(frozen=True)
class Prepared:
    """What came of it."""

    competition_id: str
    outcome: Literal["prepared", "already prepared"]
    layout: DataLayout


def prepare(competition: Competition, data_dir: Path, source: RawSource, options: PrepareOptions) -> Prepared:
    """Prepare one competition below `data_dir`; a second call finds the work done.

    Everything happens in a temporary sibling of the prepared folder, which one rename makes visible: a
    process that is killed leaves no half-prepared folder, and the next call clears what it left.
    """
    layout = DataLayout(data_dir, competition.id)
    layout.root.mkdir(parents=True, exist_ok=True)
    with _only_one(layout):
        for leftover in layout.root.glob(f"{_TEMPORARY}*"):
            shutil.rmtree(leftover)
        if layout.is_prepared() and not options.force:
            _same_source(layout, source)
            return Prepared(competition.id, "already prepared", layout)
        raw = source.obtain(competition, layout)
        temporary = Path(tempfile.mkdtemp(prefix=_TEMPORARY, dir=layout.root))
        try:
            _fill(competition, raw, temporary, source)
            if options.overwrite_checksums:
                record_checksums(competition, temporary)
            elif options.verify and source.verifiable:
                stage("verifying")
                verify_prepared(competition, temporary)
            if layout.prepared.exists():
                layout.prepared.rename(layout.root / f"{_TEMPORARY}replaced")
            temporary.rename(layout.prepared)
        except BaseException:
            shutil.rmtree(temporary, ignore_errors=True)
            raise
        finally:
            shutil.rmtree(layout.root / f"{_TEMPORARY}replaced", ignore_errors=True)
        if not options.keep_raw:
            source.discard(layout)
    return Prepared(competition.id, "prepared", layout)


def _fill(competition: Competition, raw: Path, target: Path, source: RawSource) -> None:
    public, private = target / "public", target / "private"
    public.mkdir()
    private.mkdir()
    target.chmod(0o755)  # mkdtemp makes it private to the user; sandboxes read it as others
    stage("preparing")
    competition.prepare_function(raw, public, private)
    (public / "description.md").write_text(competition.description, encoding="utf-8")
    for wanted in (competition.answers, competition.sample_submission):
        if not (target / wanted).is_file():
            raise DataError(f"{competition.id}: prepare.py wrote no {wanted}, which competition.yaml names.")
    manifest = {
        "competition_id": competition.id,
        "benchmark_version": "v1",
        "source": source.label,
        "mlebench_version": __version__,
        "prepared_at": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    (target / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n")


def _same_source(layout: DataLayout, source: RawSource) -> None:
    """Toy data must never pass for the real thing, nor the other way round."""
    manifest = layout.prepared / MANIFEST
    before = json.loads(manifest.read_text())["source"] if manifest.is_file() else None
    if before is not None and (before == "miniature") != (source.label == "miniature"):
        raise DataError(
            f"{layout.prepared} was prepared from {before} data, not from {source.label} data.",
            hint="Choose another --data-dir, or replace it with --force.",
        )


@contextmanager
def _only_one(layout: DataLayout) -> Iterator[None]:
    """Two processes that prepare the same competition take turns; a killed one holds nothing."""
    with (layout.root / ".lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            stage("waiting for another preparation")
            fcntl.flock(file, fcntl.LOCK_EX)
        file.write(str(os.getpid()))
        yield
