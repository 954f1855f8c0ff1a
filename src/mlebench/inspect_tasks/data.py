"""Data for samples: what can be prepared here is, and everything that is missing is said in one list."""

from __future__ import annotations

from collections.abc import Sequence

from mlebench.catalog import Competition
from mlebench.data.layout import DataLayout
from mlebench.data.manifest import MINIATURE, read_manifest
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.choice import SourceOptions, own_source, source_for
from mlebench.errors import DataError, NotPrepared
from mlebench.inspect_tasks.options import TaskOptions


def make_ready(competitions: Sequence[Competition], options: TaskOptions) -> dict[str, DataLayout]:
    """The data of each competition. Starters and miniatures are prepared where they are not yet; Kaggle's data is not.

    Raises one error that lists every problem, before anything is prepared.
    """
    layouts = {competition.id: DataLayout.of(competition, options.data_dir) for competition in competitions}
    toys = {c.id: options.miniature and not own_source(c).small for c in competitions}
    missing, others = [], []
    for competition in competitions:
        layout, toy = layouts[competition.id], toys[competition.id]
        if not layout.is_prepared():
            if not (toy or own_source(competition).small):
                missing.append(competition.id)
        elif (read_manifest(layout).source == MINIATURE) != toy:
            others.append(f"{competition.id} is prepared {'from real data' if toy else 'as a miniature'}")
    if problems := [*(f"{name} is not prepared" for name in missing), *others]:
        listed = "\n".join(f"- {problem}" for problem in problems)
        raise NotPrepared(
            f"The data in {options.data_dir} is not ready:\n{listed}", hint=_hint(missing, others, options)
        )
    for competition in competitions:
        source = source_for(competition, SourceOptions(miniature=options.miniature), PrepareOptions())
        if not layouts[competition.id].is_prepared():
            try:
                prepare(competition, options.data_dir, source, PrepareOptions())
            except DataError as error:
                raise DataError(f"{competition.id} could not be prepared: {error.message}", hint=error.hint) from error
    return layouts


def _hint(missing: Sequence[str], others: Sequence[str], options: TaskOptions) -> str:
    lines = []
    if missing:
        version = "" if options.benchmark == "v1" else f" --benchmark {options.benchmark}"
        chosen = " ".join(f"-c {name}" for name in missing)
        lines.append(f"Prepare with: mlebench prepare {chosen}{version} --data-dir {options.data_dir}")
        lines.append("Or try synthetic stand-ins: -T miniature=true")
    if others:
        lines.append(f"For the other kind of data, {'leave out' if options.miniature else 'add'} -T miniature=true, or")
        lines.append("keep the two apart: -T data_dir=DIR")
    return "\n".join(lines)
