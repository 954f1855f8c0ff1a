"""The grading report: the published form, with our additions after it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError

from mlebench.catalog import Competition
from mlebench.data.manifest import DataKind, data_warnings
from mlebench.errors import WrongUsage
from mlebench.fields import reason
from mlebench.grading.medals import standing
from mlebench.logs import cut

# invalid: the submission breaks a rule. missing: there is none. The others are not the contestant's fault,
# except where a submission is built to exhaust the grader, and are never counted as a rule that was broken.
ErrorKind = Literal["invalid", "missing", "time-limit", "memory-limit", "crash", "internal", "not-prepared"]


_COMPARED = {"harder": "is harder in v2 than", "easier": "is easier in v2 than", "other": "in v2 is not quite"}


class CompetitionReport(BaseModel):
    """What one submission is worth."""

    model_config = ConfigDict(extra="ignore", validate_by_name=True)

    competition_id: str  # what was graded
    score: float | None  # five decimals, or null
    gold_threshold: float | None  # the score of the last rank that wins gold; null: no leaderboard
    silver_threshold: float | None  # likewise
    bronze_threshold: float | None  # likewise
    median_threshold: float | None  # the middle of the leaderboard
    any_medal: bool  # whether it wins one; a score that equals a threshold does
    gold_medal: bool  # whether it is this one
    silver_medal: bool  # whether it is this one
    bronze_medal: bool  # whether it is this one
    above_median: bool  # strictly
    submission_exists: bool  # whether there was a file
    valid_submission: bool  # whether there is a score
    is_lower_better: bool  # the direction of the metric
    created_at: str  # when it was graded (ISO 8601, UTC)
    submission_path: str  # the file, as it was named

    benchmark_version: str = "v1"  # of the rules it was graded by
    difficulty: str = "same"  # of the task in this version, compared with the one that the leaderboard is of
    percentile: float | None = None  # share of the leaderboard left behind, 0 to 100; null: not known
    leaderboard: Literal["human", "model"] | None = Field(
        "human",
        validation_alias=AliasChoices("leaderboard", "board"),
        description="of people, or of fitted models; null: there is none",
    )
    leaderboard_digest: str | None = None  # SHA-256 of the file, where the user named one in place of the recorded one
    error: str | None = None  # why there is no score
    error_kind: ErrorKind | None = None  # invalid and missing are the contestant's; the others are not
    # Read by the thousand: a list that is made is quicker than one that is copied.
    warnings: list[str] = Field(default_factory=list)  # what v1 accepts although it is wrong; what the data means
    exploit_suspected: bool = False  # whether it uses a hole of v1's grader: its score is better than it deserves
    exploits: list[str] = Field(default_factory=list)  # which hole, and how
    known_issues: list[str] = Field(default_factory=list)  # faults of this competition in this version
    data: DataKind | None = Field(default=None, description="what it was graded on; null where nobody noted it")
    obfuscated: bool = False  # its agent was not told which competition it was
    training: bool = False  # of an episode that somebody trained on: no result of the benchmark
    # Of a grader that failed. Not published: it may quote answers, and goes to a log beside the report.
    traceback: str | None = Field(default=None, exclude=True, repr=False)

    @property
    def medal(self) -> Literal["gold", "silver", "bronze"] | None:
        """The best medal won."""
        if self.gold_medal:
            return "gold"
        if self.silver_medal:
            return "silver"
        return "bronze" if self.bronze_medal else None

    @classmethod
    def of(
        cls,
        competition: Competition,
        submission_path: Path | str,
        *,
        score: float | None = None,
        error: str | None = None,
        error_kind: ErrorKind | None = None,
        warnings: Iterable[str] = (),
        exploits: Iterable[str] = (),
        data: DataKind | None,
        miniature_medals: bool = False,
        traceback: str | None = None,
    ) -> CompetitionReport:
        """Place a score on the leaderboard, or record why there is none. A score on a miniature has no place there."""
        leaderboard, lower = competition.leaderboard, competition.metric.lower_is_better
        place = None
        if score is not None and leaderboard is not None and (data != "miniature" or miniature_medals):
            place = standing(score, leaderboard, lower_is_better=lower)
        medal = place.medal if place else None
        used = list(exploits)
        return cls(
            competition_id=competition.id,
            score=score,
            gold_threshold=leaderboard and leaderboard.gold,
            silver_threshold=leaderboard and leaderboard.silver,
            bronze_threshold=leaderboard and leaderboard.bronze,
            median_threshold=leaderboard and leaderboard.median,
            any_medal=medal is not None,
            gold_medal=medal == "gold",
            silver_medal=medal == "silver",
            bronze_medal=medal == "bronze",
            above_median=place is not None and place.above_median,
            submission_exists=error_kind != "missing",
            valid_submission=score is not None,
            is_lower_better=lower,
            created_at=datetime.now(UTC).isoformat(timespec="seconds"),
            submission_path=str(submission_path),
            benchmark_version=competition.benchmark,
            difficulty=competition.difficulty,
            percentile=place.percentile if place else None,
            leaderboard=leaderboard and leaderboard.kind,
            leaderboard_digest=leaderboard and leaderboard.digest,
            error=_encodable(error),
            error_kind=error_kind,
            warnings=[
                *data_warnings(data, miniature_medals=miniature_medals),
                *difficulty_warnings(competition.difficulty),
                *warnings,
            ],
            exploit_suspected=bool(used),
            exploits=used,
            known_issues=[issue.note for issue in competition.known_issues],
            data=data,
            traceback=_encodable(traceback),
        )

    def on_miniature(self) -> CompetitionReport:
        """A report that an earlier version made on a miniature, without what it should not have said."""
        won = dict.fromkeys(("any_medal", "gold_medal", "silver_medal", "bronze_medal", "above_median"), False)
        notes = [*data_warnings("miniature"), *self.warnings]
        return self.model_copy(update={**won, "percentile": None, "data": "miniature", "warnings": notes})


def difficulty_warnings(difficulty: str) -> list[str]:
    """What must be said beside a medal of a version that changes how hard a task is."""
    if difficulty == "same":
        return []
    return [f"The task {_COMPARED[difficulty]} the one that the leaderboard is of."]


def report_file(benchmark: str) -> str:
    """Beside report.json of a run: what the same submission is worth under another version."""
    return f"report-{benchmark}.json"


class GradingReport(BaseModel):
    """All submissions of one call."""

    model_config = ConfigDict(extra="ignore")

    total_runs: int  # submissions that were graded, or should have been
    total_runs_with_submissions: int  # of these, with a file
    total_valid_submissions: int  # of these, with a score
    total_medals: int  # with any medal
    total_gold_medals: int  # with gold
    total_silver_medals: int  # with silver
    total_bronze_medals: int  # with bronze
    total_above_median: int  # strictly above
    competition_reports: list[CompetitionReport]  # one for each
    total_exploits_suspected: int = Field(default=0, description="with a score that uses a hole of v1's grader")
    problems: list[str] = Field(default=[], description="lines of the input that could not be graded at all")

    @classmethod
    def of(cls, reports: list[CompetitionReport], problems: Iterable[str] = ()) -> GradingReport:
        """Count."""
        return cls(
            total_runs=len(reports),
            total_runs_with_submissions=sum(r.submission_exists for r in reports),
            total_valid_submissions=sum(r.valid_submission for r in reports),
            total_medals=sum(r.any_medal for r in reports),
            total_gold_medals=sum(r.gold_medal for r in reports),
            total_silver_medals=sum(r.silver_medal for r in reports),
            total_bronze_medals=sum(r.bronze_medal for r in reports),
            total_above_median=sum(r.above_median for r in reports),
            competition_reports=reports,
            total_exploits_suspected=sum(r.exploit_suspected for r in reports),
            problems=list(problems),
        )

    @classmethod
    def load(cls, path: Path) -> GradingReport:
        """Read a report, ours or one that others published in this form."""
        try:
            report = cls.model_validate_json(path.read_bytes())
        except (OSError, ValidationError) as error:
            raise WrongUsage(f"{path}: not a grading report ({reason(error)})") from error
        refuse_training(report.competition_reports, path)
        return report

    def to_json(self) -> str:
        """As it is written to disk."""
        return self.model_dump_json(indent=2) + "\n"


def refuse_training(reports: Iterable[CompetitionReport], path: Path) -> None:
    """Whoever trained on a task has no result on it."""
    if any(report.training for report in reports):
        raise WrongUsage(
            f"{path} holds results of training episodes, which enter no report, bundle or leaderboard.",
            hint="Measure what was trained with: mlebench run",
        )


def _encodable(text: str | None) -> str | None:
    """What a grader says may quote half of a character, which no file can hold, or a whole submission."""
    return text and cut(text).encode("utf-8", "replace").decode("utf-8")
