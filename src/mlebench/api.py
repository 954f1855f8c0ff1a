"""The Python interface: `import mlebench`, then `mlebench.grade(...)` and its siblings."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from mlebench.catalog import Benchmark, Competition, Registry
from mlebench.data.layout import DataLayout, default_data_dir
from mlebench.data.prepare import PrepareOptions
from mlebench.data.prepare import prepare as prepare_competition
from mlebench.data.sources.choice import SourceOptions, source_for
from mlebench.grading.grade import Scored, grade_submission
from mlebench.grading.grade import score_files as score_by_files
from mlebench.grading.report import CompetitionReport
from mlebench.grading.validate import Verdict, validate_for_user


def competition(
    competition_id: str, *, competitions_dir: Path | str | None = None, benchmark: Benchmark = "v1"
) -> Competition:
    """One competition of the catalog, as a version of the benchmark has it: v1 as published, v2 repaired."""
    own = competitions_dir or os.environ.get(Registry.environment)
    registry = Registry.default([Path(competitions_dir)] if competitions_dir else []) if own else _installed()
    return registry.under(benchmark).get(competition_id)


@cache  # what is installed stays as it is, a user's own folders may be edited meanwhile
def _installed() -> Registry:
    return Registry()


def grade(
    submission: Path | str,
    competition_id: str,
    *,
    data_dir: Path | str | None = None,
    competitions_dir: Path | str | None = None,
    benchmark: Benchmark = "v1",
    miniature_medals: bool = False,
) -> CompetitionReport:
    """Grade one submission file. An invalid one gives a report with `error`, not an exception.

    On a miniature there are no medals and no percentile, unless `miniature_medals` asks for them.
    """
    chosen = competition(competition_id, competitions_dir=competitions_dir, benchmark=benchmark)
    return grade_submission(chosen, Path(submission), _data_dir(data_dir), miniature_medals=miniature_medals)


def validate(
    submission: Path | str,
    competition_id: str,
    *,
    data_dir: Path | str | None = None,
    competitions_dir: Path | str | None = None,
    benchmark: Benchmark = "v1",
) -> Verdict:
    """Whether a submission is valid, one sentence that says why not, and warnings. The answers are not read."""
    chosen = competition(competition_id, competitions_dir=competitions_dir, benchmark=benchmark)
    return validate_for_user(chosen, Path(submission), _data_dir(data_dir))


def score_files(
    competition_id: str,
    submission: Path | str,
    answers: Path | str,
    *,
    competitions_dir: Path | str | None = None,
    benchmark: Benchmark = "v1",
) -> Scored:
    """Score a submission by a file of answers alone, without prepared data or a leaderboard.

    Gives `score` (five decimals) and `warnings`; raises `mlebench.errors.InvalidSubmission` where a rule is broken.
    """
    chosen = competition(competition_id, competitions_dir=competitions_dir, benchmark=benchmark)
    return score_by_files(chosen, Path(submission), Path(answers))


def prepare(
    competition_id: str,
    *,
    miniature: bool = False,
    raw_dir: Path | str | None = None,
    archive: Path | str | None = None,
    data_dir: Path | str | None = None,
    competitions_dir: Path | str | None = None,
    benchmark: Benchmark = "v1",
    verify: bool = True,
) -> DataLayout:
    """Prepare one competition, from Kaggle unless another source is named, and say where it is."""
    chosen = competition(competition_id, competitions_dir=competitions_dir, benchmark=benchmark)
    source_options = SourceOptions(
        miniature=miniature, raw_dir=Path(raw_dir) if raw_dir else None, archive=Path(archive) if archive else None
    )
    options = PrepareOptions(verify=verify)
    return prepare_competition(chosen, _data_dir(data_dir), source_for(chosen, source_options, options), options).layout


def _data_dir(data_dir: Path | str | None) -> Path:
    return Path(data_dir) if data_dir else default_data_dir()
