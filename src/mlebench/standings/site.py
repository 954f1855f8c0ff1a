"""A leaderboard as a static site: an index, and a page for each bundle with its report, its points and the file."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mlebench._version import __version__
from mlebench.bundles import Verification
from mlebench.catalog import Registry
from mlebench.errors import MlebenchError, WrongUsage
from mlebench.files import replaced, write_atomically
from mlebench.results.page import new_environment, render_page
from mlebench.runs.record import now
from mlebench.standings.own import results_of_bundle, rows_of_bundle
from mlebench.standings.row import SPLITS, Row, published_rows, ranked
from mlebench.standings.text import HEADINGS, as_json, cells

_TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True)
class Entry:
    """A bundle on the site."""

    name: str  # of its files there
    rows: list[Row]
    found: Verification
    sha256: str


def write_site(
    bundles: Path,
    target: Path,
    registry: Registry,
    data_dir: Path,
    *,
    published: bool = True,
    regrade: bool = False,
    on_bundle: Callable[[str], None] = lambda name: None,
) -> list[str]:
    """Make the site of all bundles in a folder; returns what is wrong with those that it does not take."""
    found = sorted(bundles.glob("*.zip"))
    if not found:
        raise WrongUsage(f"{bundles}: there is no bundle (*.zip) in it.")
    entries: list[Entry] = []
    refused: list[str] = []
    for path in found:
        on_bundle(path.name)
        try:
            entries.append(_add(path, target, registry, data_dir, regrade))
        except MlebenchError as error:
            why = error.message.removeprefix(f"{path}: ")
            refused.append(f"{path.name}: {why.replace(str(path), path.name)}")  # a public page: without our paths
    rows = [(row, entry) for entry in entries for row in entry.rows]
    pages = {id(row): entry.name for row, entry in rows}
    everything = [*(row for row, _ in rows), *(published_rows() if published else [])]
    tables = {
        split: [(cells(rank, row, [split]), pages.get(id(row))) for rank, row in ranked(everything, split)]
        for split in SPLITS
    }
    tables = {split: table for split, table in tables.items() if table}
    headings = [*HEADINGS[:3], "any medal %", *HEADINGS[7:]]
    _write(target / "index.html", "index.html.j2", tables=tables, headings=headings, refused=refused)
    write_atomically(target / "rows.json", as_json([(None, row) for row in everything]) + "\n")
    return refused


def _add(path: Path, target: Path, registry: Registry, data_dir: Path, regrade: bool) -> Entry:
    rows, found = rows_of_bundle(path, registry, data_dir, regrade=regrade)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    entry = Entry(path.stem, rows, found, digest)
    folder = target / "bundles"
    folder.mkdir(parents=True, exist_ok=True)
    with replaced(folder / path.name) as new:
        shutil.copyfile(path, new)
    write_atomically(folder / f"{entry.name}-report.html", render_page(results_of_bundle(path, registry)))
    splits = [split for split in SPLITS if any(split in row.figures for row in rows)]
    headings = [*HEADINGS[1:3], *(f"{split} %" for split in splits), *HEADINGS[7:]]
    table = [cells(None, row, splits)[1:] for row in rows]
    _write(folder / f"{entry.name}.html", "bundle.html.j2", entry=entry, table=table, headings=headings)
    return entry


def _write(path: Path, template: str, **view: Any) -> None:
    """Everything that comes from a bundle is escaped: it is a stranger's."""
    made = {"version": __version__, "made_at": f"{now():%Y-%m-%d %H:%M} UTC"}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, new_environment(_TEMPLATES).get_template(template).render(view | made))


def new_board(folder: Path) -> Sequence[Path]:
    """A folder to put under version control: a place for bundles, and the workflow that verifies each."""
    if folder.exists() and any(folder.iterdir()):
        raise WrongUsage(f"{folder}: is not empty.")
    template = _TEMPLATES / "board"
    written = []
    for source in sorted(path for path in template.rglob("*") if path.is_file()):
        place = folder / source.relative_to(template).as_posix().replace("dot-", ".")
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, place)
        written.append(place)
    return written
