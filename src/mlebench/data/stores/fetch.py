"""Preparing a competition from a store: pulled, verified, and only then in place."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from mlebench.catalog import Competition
from mlebench.data.faults import explained, make_folder
from mlebench.data.layout import DataLayout
from mlebench.data.manifest import MINIATURE, DataStamp, Manifest, changed_files, check_files, check_same
from mlebench.data.prepare import Prepared, PrepareOptions, clear_leftovers, forget_replaced, make_way
from mlebench.data.progress import stage
from mlebench.data.sources.acquire import digest_cache
from mlebench.data.sources.base import Source, Space
from mlebench.data.stores.access import shown
from mlebench.data.stores.contents import Head
from mlebench.data.stores.pull import StoredData
from mlebench.data.verify import verify_prepared
from mlebench.errors import DataError
from mlebench.fields import reason
from mlebench.locks import turn


@dataclass(frozen=True)
class StoreSource(Source):
    """A store that somebody pushed prepared data to."""

    url: str

    def check(self, competition: Competition, layout: DataLayout) -> Space:
        """It must be there, with its answers."""
        head = StoredData(self.url, layout).head(answers=True)
        return Space(*[head.public.size + (head.private.size if head.private else 0)] * 2)


def fetch(competition: Competition, data_dir: Path, source: StoreSource, options: PrepareOptions) -> Prepared:
    """As `prepare`, from what was prepared elsewhere. Data that is here already is compared with the store's."""
    layout = DataLayout.of(competition, data_dir)
    with explained(competition, layout):
        stored = StoredData(source.url, layout)
        head = stored.head(answers=True)
        if layout.is_prepared() and not options.force:
            return _already(head, layout, source.url)
        make_folder(layout)
        with turn(layout.root, waiting=lambda: stage("waiting for another preparation")):
            clear_leftovers(layout)
            if layout.is_prepared() and not options.force:
                return _already(head, layout, source.url)
            folder = stored.pull(head, answers=True)
            with _removed_if_wrong(folder):
                _verified(competition, folder, head, options).write(folder)
            _put_in_place(folder, layout)
    return Prepared(competition.id, "prepared", layout)


def fetch_public(competition: Competition, layout: DataLayout, url: str, wanted: DataStamp) -> None:
    """Only what agents see, for a node of a cluster; other data than the wanted is refused before it is pulled."""
    with explained(competition, layout):
        make_folder(layout)
        with turn(layout.root):
            clear_leftovers(layout)
            if layout.public.is_dir():
                return
            stored = StoredData(url, layout)
            head = stored.head(answers=False)
            if wanted.differs_from(head.data):
                raise DataError(f"{stored} is not the data that the group was made with, but {head.data.source} data.")
            folder = stored.pull(head, answers=False)
            with _removed_if_wrong(folder):
                _require_as_written(folder, head, answers=False)
            _put_in_place(folder, layout)


def _already(head: Head, layout: DataLayout, url: str) -> Prepared:
    check_same(head.data, layout, shown(url), hint="Choose another --data-dir, or replace it with --force.")
    stage("verifying")
    check_files(layout)
    return Prepared(layout.competition_id, "already prepared", layout)


@contextmanager
def _removed_if_wrong(folder: Path) -> Iterator[None]:
    """What was pulled whole and is wrong all the same would be no better after another call."""
    try:
        yield
    except DataError:
        shutil.rmtree(folder)
        raise


def _verified(competition: Competition, folder: Path, head: Head, options: PrepareOptions) -> Manifest:
    """The manifest, with what the recorded checksums say here in place of what somebody found elsewhere."""
    manifest = _require_as_written(folder, head, answers=True)
    if manifest.source == MINIATURE or head.benchmark_version != "v1":  # which nobody recorded checksums of
        return manifest
    if not options.verify:
        return manifest.model_copy(update={"verification": "skipped"})
    stage("verifying")
    found = verify_prepared(competition, folder, digest_cache(DataLayout.of(competition, folder.parent.parent)))
    verification = "passed" if found.checked else "nothing recorded"
    return manifest.model_copy(update={"verification": verification, "not_compared": found.not_comparable})


def _require_as_written(folder: Path, head: Head, *, answers: bool) -> Manifest:
    """The manifest must be the one that the head speaks of, and the files those that the manifest speaks of."""
    try:
        manifest = Manifest.load(folder)
    except (OSError, ValidationError) as error:
        raise DataError(f"{head.competition_id}: the manifest in the store cannot be read ({reason(error)})") from error
    if manifest.stamp != head.data:
        raise DataError(f"{head.competition_id}: the manifest in the store is not of the data that is there.")
    digests = {name: digest for name, digest in manifest.digests.items() if answers or name.startswith("public/")}
    if wrong := changed_files(folder, digests):
        raise DataError(f"{head.competition_id}: files in the store are not as their manifest says: {wrong[0]}")
    return manifest


def _put_in_place(folder: Path, layout: DataLayout) -> None:
    make_way(layout)
    folder.rename(layout.prepared)
    forget_replaced(layout)
