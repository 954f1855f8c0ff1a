"""Where results come from: what a user types after `mlebench report`, as folders of run groups and files of reports."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from mlebench.errors import WrongUsage
from mlebench.runs.listed import METADATA, list_groups

_REPORTS = "*grading_report*.json"
EVAL_LOG = ".eval"  # of Inspect
_EXPERIMENT, _GROUP = "experimentid", "rungroup"  # headings, without what people put between their words


@dataclass(frozen=True)
class Source:
    """Results of one agent. `parts` are folders of run groups, or files, each of which begins with a new seed."""

    parts: tuple[Path, ...]
    agent: str | None = None  # null: as the group says, or by the file's name
    notes: tuple[str, ...] = ()  # what a reader must know of how it was found


def find_sources(text: str, runs_dir: Path) -> list[Source]:
    """What `text` names: a path, a group's name, `latest`, or NAME=PATH,PATH,…"""
    for path in (Path(text), runs_dir / text):
        if _exists(path):
            return sources_at(path)
    name, equals, listed = text.partition("=")
    if equals and name:
        parts = [part for each in listed.split(",") if each for part in find_sources(each, runs_dir)]
        if not parts:
            raise WrongUsage(f"{text}: names no file.", hint="As in: NAME=seed0.json,seed1.json,seed2.json")
        notes = tuple(note for part in parts for note in part.notes)
        return [Source(tuple(path for part in parts for path in part.parts), name, notes)]
    from mlebench.runs import RunGroup

    return [Source((RunGroup.find(text, runs_dir).folder,))]


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a long list of files is no path
        return False


def sources_at(path: Path) -> list[Source]:
    """The results at a path: a group, a report, a published table of experiments, or a folder of any of these."""
    if path.is_file():
        return list(_experiments(path)) if path.suffix.lower() == ".csv" else [Source((path,))]
    if not path.is_dir():
        raise WrongUsage(f"There is no run group or grading report {path}.")
    if (path / METADATA).is_file():
        return [Source((path,))]
    for table in sorted(path.glob("*.csv")):
        if _columns(table):
            return list(_experiments(table))
    patterns = (_REPORTS, f"*/{_REPORTS}", f"*{EVAL_LOG}")
    found = list_groups(path) or next(filter(None, (sorted(path.glob(pattern)) for pattern in patterns)), [])
    if not found:
        raise WrongUsage(
            f"{path} is not a run group: it has no {METADATA}, and no groups, grading reports or logs are in it.",
            hint="See: mlebench report --help",
        )
    return [Source((part,)) for part in found]


def agent_names(files: Iterable[Path]) -> dict[Path, str]:
    """Names for agents of which only a file is known: the files' names, with their folders' where these are alike."""
    files = list(dict.fromkeys(files))
    stems = [path.stem for path in files]
    alike = {stem for stem in stems if stems.count(stem) > 1}
    return {path: f"{path.absolute().parent.name}/{path.stem}" if path.stem in alike else path.stem for path in files}


def _columns(table: Path) -> tuple[str, str] | None:
    """The headings of experiment and run group, where a file has both."""
    try:
        with table.open(encoding="utf-8-sig", newline="") as file:
            headings = next(csv.reader(file), [])
    except (OSError, UnicodeDecodeError, csv.Error):
        return None
    plain = {"".join(c for c in heading.lower() if c.isalpha()): heading for heading in headings}
    return (plain[_EXPERIMENT], plain[_GROUP]) if _EXPERIMENT in plain and _GROUP in plain else None


def _experiments(table: Path) -> Iterator[Source]:
    """The published layout: a table of experiment and run group, and a folder with a grading report for each group."""
    columns = _columns(table)
    if columns is None:
        raise WrongUsage(
            f"{table}: is not a table of experiments.", hint="It needs the columns experiment_id and run_group."
        )
    groups: dict[str, list[str]] = {}
    try:
        with table.open(encoding="utf-8-sig", newline="") as file:
            for row in csv.DictReader(file):
                experiment, group = ((row[column] or "").strip() for column in columns)
                if experiment and group and group not in groups.setdefault(experiment, []):
                    groups[experiment].append(group)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise WrongUsage(f"{table}: cannot be read ({error}).") from error
    folders = [table.parent, table.parent / "runs", table.parent.parent, table.parent.parent / "runs"]
    for experiment, names in groups.items():
        parts, notes = [], []
        for name in names:
            reports = _reports_of(name, folders)
            if not reports:
                notes.append(f"{experiment}: the run group {name} has no grading report and is left out.")
            elif len(reports) > 1:
                notes.append(f"{experiment}: the run group {name} has {len(reports)} reports; the last is read.")
            parts += reports[-1:]
        if parts:
            yield Source(tuple(parts), experiment, tuple(notes))
    if not any(_reports_of(name, folders) for names in groups.values() for name in names):
        raise WrongUsage(f"{table}: there is no grading report of its run groups beside it.")


def _reports_of(group: str, folders: list[Path]) -> list[Path]:
    if Path(group).name != group:  # the table is a stranger's: no path in it leads elsewhere
        raise WrongUsage(f"'{group}' is not the name of a run group.")
    for folder in folders:
        reports = sorted((folder / group).glob(_REPORTS)) or [p for p in [folder / f"{group}.json"] if p.is_file()]
        if reports:
            return reports
    return []
