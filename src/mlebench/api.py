"""The Python interface: `import mlebench`, then `mlebench.grade(...)` and its siblings."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from mlebench.catalog import Competition, Registry
from mlebench.data.acquire import Miniature, RawSource, RawTree
from mlebench.data.layout import DataLayout, default_data_dir
from mlebench.data.prepare import PrepareOptions
from mlebench.data.prepare import prepare as prepare_competition
from mlebench.grading.grade import grade_submission
from mlebench.grading.report import CompetitionReport
from mlebench.grading.validate import Verdict, validate_submission


def competition(competition_id: str, *, competitions_dir: Path | str | None = None) -> Competition:
    """One competition of the catalog."""
    extra = [Path(competitions_dir)] if competitions_dir else []
    return Registry.default(extra).get(competition_id)


def grade(
    submission: Path | str,
    competition_id: str,
    *,
    data_dir: Path | str | None = None,
    competitions_dir: Path | str | None = None,
) -> CompetitionReport:
    """Grade one submission file. An invalid one gives a report with `error`, not an exception."""
    chosen = competition(competition_id, competitions_dir=competitions_dir)
    return grade_submission(chosen, Path(submission), _data_dir(data_dir))


def validate(
    submission: Path | str,
    competition_id: str,
    *,
    data_dir: Path | str | None = None,
    competitions_dir: Path | str | None = None,
) -> Verdict:
    """Whether a submission is valid, and one sentence that says why not. No score."""
    chosen = competition(competition_id, competitions_dir=competitions_dir)
    return validate_submission(chosen, Path(submission), _data_dir(data_dir))


def prepare(
    competition_id: str,
    *,
    source: Literal["kaggle", "miniature"] | Path = "kaggle",
    data_dir: Path | str | None = None,
    competitions_dir: Path | str | None = None,
    verify: bool = True,
) -> DataLayout:
    """Prepare one competition, from Kaggle, its miniature, or an extracted raw tree, and say where it is."""
    chosen = competition(competition_id, competitions_dir=competitions_dir)
    raw: RawSource = Miniature() if source == "miniature" else RawTree(Path(source))
    return prepare_competition(chosen, _data_dir(data_dir), raw, PrepareOptions(verify=verify)).layout


def _data_dir(data_dir: Path | str | None) -> Path:
    return Path(data_dir) if data_dir else default_data_dir()
