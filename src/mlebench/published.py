"""What code that was written for the published package asks for: thin, over our own functions.

The modules that it imports have these names from here (see `published_names`).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mlebench import api, catalog
from mlebench.data.expected import expected_of_answers
from mlebench.data.layout import DataLayout, default_data_dir
from mlebench.errors import InvalidSubmission as InvalidSubmissionError
from mlebench.grading.grade import score_submission
from mlebench.grading.report import CompetitionReport as OurReport


class CompetitionReport(OurReport):
    """A report with the method that its readers call."""

    def to_dict(self) -> dict[str, Any]:
        """As it stands in a file."""
        return self.model_dump(mode="json")


@dataclass(frozen=True)
class Grader:
    """A competition's metric."""

    competition: catalog.Competition

    @property
    def name(self) -> str:
        """Of the metric."""
        return self.competition.metric.name

    def is_lower_better(self, leaderboard: object = None) -> bool:
        """The direction of the metric, which is known: it need not be guessed from a leaderboard."""
        return self.competition.metric.lower_is_better

    def __call__(self, submission: Any, answers: Any) -> float | None:
        """The score of one table by another, or null where a rule is broken."""
        expected = expected_of_answers(self.competition, answers) if self.competition.is_sealed else None
        try:
            return score_submission(self.competition, submission, expected, answers).score
        except InvalidSubmissionError:
            return None


@dataclass(frozen=True)
class Competition:
    """A competition together with the place of its data."""

    competition: catalog.Competition
    data_dir: Path

    id = property(lambda self: self.competition.id)
    name = property(lambda self: self.competition.name)
    description = property(lambda self: self.competition.description)
    competition_type = property(lambda self: self.competition.kind)
    prepare_fn = property(lambda self: self.competition.prepare_function)
    grader = property(lambda self: Grader(self.competition))
    raw_dir = property(lambda self: self.layout.raw)
    public_dir = property(lambda self: self.layout.public)
    private_dir = property(lambda self: self.layout.private)
    answers = property(lambda self: self.layout.prepared / self.competition.answers)
    sample_submission = property(lambda self: self.layout.prepared / self.competition.sample_submission)

    @property
    def gold_submission(self) -> Path:
        """A perfect submission; the answers themselves where no other file is one."""
        return self.layout.prepared / (self.competition.gold_submission or self.competition.answers)

    @property
    def layout(self) -> DataLayout:
        """Where its data lies."""
        return DataLayout.of(self.competition, self.data_dir)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "competition":  # while it is copied, nothing is there yet
            raise AttributeError(name)
        raise AttributeError(
            f"{name!r}: not kept as the published package has it. See mlebench.competition({self.competition.id!r}), "
            "which has metric, leaderboard (thresholds and percentiles) and checksums."
        )


@dataclass(frozen=True)
class Registry:
    """Competitions of the catalog, with data in one folder."""

    data_dir: Path | None = None

    def get_competition(self, competition_id: str) -> Competition:
        """One of them."""
        return Competition(api.competition(competition_id), self.get_data_dir())

    def set_data_dir(self, new_data_dir: Path | str) -> Registry:
        """The same with another data folder; this one stays as it is."""
        return Registry(Path(new_data_dir))

    def get_data_dir(self) -> Path:
        """The data folder."""
        return self.data_dir or default_data_dir()

    def list_competition_ids(self) -> list[str]:
        """All ids of the published benchmark; the starter track is ours alone."""
        known = catalog.Registry.default()
        return sorted([*catalog.split_ids("all", known), *catalog.split_ids("dev", known)])

    def get_lite_competition_ids(self) -> list[str]:
        """The low-complexity split."""
        return catalog.split_ids("low", catalog.Registry.default())


registry = Registry()


def grade_csv(path_to_submission: Path | str, competition: Competition) -> CompetitionReport:
    """Grade one file."""
    report = api.grade(path_to_submission, competition.id, data_dir=competition.data_dir)
    return CompetitionReport.model_construct(**dict(report))


def validate_submission(submission: Path | str, competition: Competition) -> tuple[bool, str]:
    """Whether a file is valid, and one sentence."""
    verdict = api.validate(submission, competition.id, data_dir=competition.data_dir)
    return verdict.valid, verdict.message


def is_dataset_prepared(competition: Competition, grading_only: bool = False) -> bool:
    """Whether the data is there; for grading, the answers and the sample submission are enough."""
    if grading_only:
        return all(path.is_file() for path in (competition.answers, competition.sample_submission))
    return competition.layout.is_prepared()
