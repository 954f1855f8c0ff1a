"""Preparing one competition: raw data in, public and private folders out, whole or not at all."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from mlebench._version import __version__
from mlebench.catalog import Competition
from mlebench.data.archives.extract import TEMPORARY, new_folder
from mlebench.data.expected import write_expected
from mlebench.data.faults import explained, make_folder
from mlebench.data.files.times import even_times
from mlebench.data.layout import DataLayout
from mlebench.data.manifest import MINIATURE, Manifest, check_files, digests_of, read_manifest
from mlebench.data.progress import stage
from mlebench.data.record import record_checksums
from mlebench.data.sources.acquire import digest_cache
from mlebench.data.sources.base import RawSource
from mlebench.data.sources.raw import archive_md5, forget_missing_raw, is_forgotten
from mlebench.data.tables.pandas_rules import our_pandas
from mlebench.data.verify import verify_prepared
from mlebench.errors import DamagedData, DataError
from mlebench.locks import turn


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


@our_pandas()
def prepare(competition: Competition, data_dir: Path, source: RawSource, options: PrepareOptions) -> Prepared:
    """Prepare one competition below `data_dir`; a second call finds the work done.

    Everything happens in a temporary sibling of the prepared folder, which one rename makes visible: a
    process that is killed leaves no half-prepared folder, and the next call clears what it left.
    """
    layout = DataLayout.of(competition, data_dir)
    if options.overwrite_checksums and not (source.verifiable and layout.benchmark == "v1"):
        of_what = f"{source.label} data" if layout.benchmark == "v1" else "what v2 prepares"
        raise DataError(f"{competition.id}: checksums of {of_what} are not recorded.")
    if not options.force and layout.is_prepared() and not _unfinished(layout):
        # Without the lock and without writing: a data folder may be shared and read-only.
        return _already(competition, layout, source, options)
    with explained(competition, layout):
        make_folder(layout)
        with turn(layout.root, waiting=lambda: stage("waiting for another preparation")):
            clear_leftovers(layout)
            if layout.is_prepared() and not options.force:
                _discard_raw(layout, source)
                return _already(competition, layout, source, options)
            _prepare(competition, layout, source, options)
    return Prepared(competition.id, "prepared", layout)


def _prepare(competition: Competition, layout: DataLayout, source: RawSource, options: PrepareOptions) -> None:
    raw = source.obtain(competition, layout)
    if raw == layout.raw:
        even_times(raw, linked=True)  # what is linked from there has the same
    with new_folder(layout.prepared) as folder:
        fill(competition, raw, folder)
        verification = (
            _verification(competition, folder, layout, source, options)
            if layout.benchmark == "v1"
            else _verification_of_v2(competition, raw, layout, source)
        )
        Manifest(
            competition_id=competition.id,
            benchmark_version=layout.benchmark,
            source=source.label,
            **verification,
            raw_kept=options.keep_raw,
            mlebench_version=__version__,
            prepared_at=datetime.now(UTC).isoformat(timespec="seconds"),
            digests=digests_of(competition, folder, every_file=not source.verifiable),
        ).write(folder)
        make_way(layout)
    forget_replaced(layout)
    _discard_raw(layout, source)


def fill(competition: Competition, raw: Path, target: Path) -> None:
    """Put public and private files, and what a submission must hold, into an empty folder."""
    public, private = target / "public", target / "private"
    public.mkdir()
    private.mkdir()
    stage("preparing")
    competition.prepare_function(raw, public, private)
    (public / "description.md").write_text(competition.description, encoding="utf-8")
    for wanted in (competition.answers, competition.sample_submission):
        if not (target / wanted).is_file():
            raise DataError(f"{competition.id}: prepare.py wrote no {wanted}, which competition.yaml names.")
    even_times(public, linked=False)
    if competition.is_sealed:
        write_expected(competition, target)


def _verification(
    competition: Competition, folder: Path, layout: DataLayout, source: RawSource, options: PrepareOptions
) -> dict[str, Any]:
    """Compare or record checksums, and what the manifest says of it."""
    if not source.verifiable:
        return {"verification": f"not applicable: {source.label} data"}
    cache = digest_cache(layout)
    if options.overwrite_checksums:
        record_checksums(competition, folder, cache, source.archive_in(layout))
        return {"verification": "recorded"}
    if not options.verify:
        return {"verification": "skipped"}
    stage("verifying")
    result = verify_prepared(competition, folder, cache)
    not_compared = {"not_compared": result.not_comparable} if result.not_comparable else {}
    return {"verification": "passed" if result.checked else "nothing recorded", **not_compared}


def _verification_of_v2(competition: Competition, raw: Path, layout: DataLayout, source: RawSource) -> dict[str, Any]:
    """Nobody published checksums of what v2 prepares: the archive that it was made from speaks for it."""
    if not source.verifiable:
        return {"verification": f"not applicable: {source.label} data"}
    known = archive_md5(layout) if raw == layout.raw else None
    same = known is not None and known == competition.checksums.archive
    return {"verification": "passed" if same else "archive not compared"}


def _already(competition: Competition, layout: DataLayout, source: RawSource, options: PrepareOptions) -> Prepared:
    """It is there: see that it is what was asked for."""
    before = read_manifest(layout)
    # Toy data must never pass for the real thing, nor the other way round.
    if (before.source == MINIATURE) != (source.label == MINIATURE):
        raise DataError(
            f"{layout.prepared} was prepared from {before.source} data, not from {source.label} data.",
            hint="Choose another --data-dir, or replace it with --force.",
        )
    if layout.benchmark == "v2":
        check_files(layout)
        return Prepared(competition.id, "already prepared", layout)
    after = before.model_copy(update=_verification(competition, layout.prepared, layout, source, options))
    if not options.overwrite_checksums:
        check_files(layout)
    if source.verifiable and after.is_compared and (options.overwrite_checksums or not before.is_compared):
        digests = digests_of(competition, layout.prepared, every_file=False)
        after.model_copy(update={"digests": digests}).keep(layout.prepared)
    return Prepared(competition.id, "already prepared", layout)


def _discard_raw(layout: DataLayout, source: RawSource) -> None:
    if not _raw_is_wanted(layout):
        source.discard(layout)


def _raw_is_wanted(layout: DataLayout) -> bool:
    """The versions of the benchmark have it in common: what one was asked to keep stays. Null: nobody knows."""
    if read_manifest(layout).raw_kept is not False:
        return True
    others = [each for each in layout.of_each_version if each != layout and each.is_prepared()]
    try:
        return any(read_manifest(each).raw_kept is not False for each in others)
    except DamagedData:  # which is the other version's business
        return True


def make_way(layout: DataLayout) -> None:
    """What is prepared already steps aside for a moment; a process that dies then loses nothing."""
    if layout.prepared.exists():
        layout.prepared.rename(_replaced(layout))


def forget_replaced(layout: DataLayout) -> None:
    """The new data is in place: remove the old, and what was pulled of it from a store and never finished."""
    shutil.rmtree(_replaced(layout), ignore_errors=True)
    for unfinished in layout.pulls():
        shutil.rmtree(unfinished, ignore_errors=True)


def _replaced(layout: DataLayout) -> Path:
    return layout.root / f"{TEMPORARY}replaced{layout.prepared.name.removeprefix('prepared')}"


def _unfinished(layout: DataLayout) -> bool:
    """Whether a process died here, or before it could remove the raw data."""
    raw_left = layout.raw.exists() and not _raw_is_wanted(layout)
    return raw_left or not is_forgotten(layout) or any(layout.root.glob(f"{TEMPORARY}*"))


def clear_leftovers(layout: DataLayout) -> None:
    """Remove what a killed process left; what it was about to replace comes back."""
    for each in layout.of_each_version:
        if _replaced(each).is_dir() and not each.prepared.exists():
            _replaced(each).rename(each.prepared)
    for leftover in layout.root.glob(f"{TEMPORARY}*"):
        shutil.rmtree(leftover)
    forget_missing_raw(layout)
