"""Data from a store, where this machine lacks it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mlebench.catalog import Competition


def fetch_missing(competitions: Iterable[Competition], data_dir: Path, url: str, *, jobs: int = 1) -> None:
    """Pull what is not prepared here. What is there already is not asked about: no network is needed for it."""
    from mlebench.cli.interrupts import ending_cleanly
    from mlebench.cli.progress import preparing
    from mlebench.data.layout import DataLayout
    from mlebench.data.many import Task, prepare_many
    from mlebench.data.preflight import check_all
    from mlebench.data.prepare import PrepareOptions
    from mlebench.data.stores.fetch import StoreSource

    missing = [c for c in competitions if not DataLayout.of(c, data_dir).is_prepared()]
    tasks, asked = [Task(competition, StoreSource(url)) for competition in missing], PrepareOptions()
    check_all(tasks, data_dir, asked, jobs=jobs)
    with ending_cleanly(), preparing(len(tasks), quiet=True) as display:
        outcomes = prepare_many(tasks, data_dir, asked, display, jobs=jobs)
    if any(outcome.error for outcome in outcomes):
        raise SystemExit(1)
