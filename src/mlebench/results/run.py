"""What is known of one run, and of the group that it belongs to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from mlebench.catalog import CompetitionFacts
from mlebench.data.manifest import DataKind
from mlebench.grading.report import CompetitionReport
from mlebench.results.integrity import GroupIntegrity

if TYPE_CHECKING:
    from mlebench.runs import RunRecord  # a report on published results does without

OBFUSCATED = " (obfuscated)"  # behind an agent's name: another kind of result, never counted with its others
HEADLINE = ("low", "medium", "high")  # what `all` is made of
# What a run can reach, and the field of its report that says so.
MEASURES = {
    "any_medal": "any_medal",
    "gold": "gold_medal",
    "silver": "silver_medal",
    "bronze": "bronze_medal",
    "above_median": "above_median",
    "valid_submission": "valid_submission",
    "made_submission": "submission_exists",
}
_FIELDS: Callable[[CompetitionReport], tuple[bool, ...]] = attrgetter(*MEASURES.values())
COMPLEXITIES = ("starter", *HEADLINE, "dev", "unknown")

# What must stand beside the figures where no agent's program made them.
_NOT_AGENTS = {
    "oracle": "oracle: the harness handed in the answers, which is no result of an agent",
    "replay": "replay: submissions that were made elsewhere, by nobody knows what",
}


@dataclass(frozen=True)
class RunResult:
    """One run. `report` is null where it has not been graded, `record` where only a report is known."""

    agent: str
    group: str
    competition_id: str
    seed: int
    report: CompetitionReport | None
    record: RunRecord | None
    facts: CompetitionFacts
    replicate: int = 0
    made_with: DataKind | None = None  # as the group says; a report of version 0.1 does not
    missing: bool = False  # the source has no such run: it stands for a competition of a split, or one of its seeds
    folder: Path | None = None  # where its files lie; null where only a report is known

    # Thousands of runs are asked for these again and again: each is found once.
    @cached_property
    def data(self) -> DataKind | None:
        """What it was graded on, or would be; null where nobody noted it."""
        return (self.report and self.report.data) or self.made_with

    @cached_property
    def is_miniature(self) -> bool:
        """Such a run is never counted together with others."""
        return self.data == "miniature"

    @cached_property
    def has_leaderboard(self) -> bool:
        """Whether there are medals to win: when it was graded, or as far as is known before."""
        return (self.report.gold_threshold if self.report else self.facts.leaderboard) is not None

    @cached_property
    def reached(self) -> tuple[bool, ...]:
        """Each of the measures. A run that was never graded has none of them: none drops out of the denominator."""
        return _FIELDS(self.report) if self.report else (False,) * len(MEASURES)

    @cached_property
    def percentile(self) -> float | None:
        """Share of the leaderboard left behind: 0 without a valid submission, null where the leaderboard is not known.

        A miniature has no place on it, unless its report was asked for one.
        """
        if self.report is not None and self.report.valid_submission:
            return self.report.percentile
        leaderboard = self.facts.leaderboard if self.has_leaderboard else None
        return 0.0 if leaderboard and leaderboard.percentiles is not None and not self.is_miniature else None

    @cached_property
    def normalised(self) -> float | None:
        """Where its score lies between the sample submission (0) and gold (1), or above; null where one is not known.

        A submission that is worse than the sample counts like the sample, and so does none: one run that went astray
        would outweigh all others.
        """
        sample, report = self.facts.sample_score, self.report
        if sample is None or self.is_miniature or not self.has_leaderboard:
            return None
        if report is None or report.score is None or report.gold_threshold is None:
            return 0.0
        way = report.gold_threshold - sample
        return max(0.0, (report.score - sample) / way) if way else None


def apart(runs: Sequence[RunResult]) -> tuple[list[RunResult], list[RunResult]]:
    """Real runs, and those on miniatures."""
    return [run for run in runs if not run.is_miniature], [run for run in runs if run.is_miniature]


@dataclass(frozen=True)
class GroupInfo:
    """Where results come from."""

    name: str
    agent: str
    benchmark_version: str
    kind: str = "program"  # who handed in: an agent's program, or the harness itself (oracle, replay)
    sandbox: str | None = None
    isolated: bool | None = None
    created_at: str | None = None
    time_limit_seconds: float | None = None
    seeds: int | None = None
    versions: dict[str, str] = field(default_factory=dict)
    miniatures: list[str] = field(default_factory=list)
    unverified: list[str] = field(default_factory=list)  # checksums not compared
    ungraded: int = 0
    resource_differences: list[str] = field(default_factory=list)  # from the benchmark's resources, in sentences
    channels: list[str] = field(default_factory=list)  # what led out of the sandboxes
    validator_knew_answers: bool = False  # each call ran the whole grader, as in 0.1.0
    model_tokens: int | None = None
    model_cost_usd: float | None = None  # null where no model was used, or one without a price
    snapshot_seconds: float | None = None  # between two looks at the submissions; null: none were kept
    obfuscated: bool = False  # the agents were not told which competitions they worked on
    described_by_user: bool = False  # the agents read descriptions that the user named
    leaderboards_of_user: bool = False  # medals are by leaderboard files that the user named
    not_hidden: list[str] = field(default_factory=list)  # what may have told them all the same, in words

    @property
    def no_agent(self) -> str | None:
        """What must be said where no agent's program handed in; no table of results takes such a group for one."""
        return None if self.kind == "program" else _NOT_AGENTS.get(self.kind, f"{self.kind}: not handed in by an agent")


@dataclass(frozen=True)
class Results:
    """All runs that a report speaks of."""

    groups: list[GroupInfo]
    runs: list[RunResult]
    missing: list[RunResult] = field(default_factory=list)  # that no source has; they count as failures
    notes: list[str] = field(default_factory=list)  # what is missing and how it counts, in sentences
    page: Path | None = None  # where the page will lie, for links to files beside it
    integrity: list[GroupIntegrity] = field(default_factory=list)  # of the groups that were looked at
    by: str | None = None  # what the user wants rows for: split, category, competition, agent or hour; null: as usual

    @property
    def agents(self) -> list[str]:
        """In order of appearance."""
        return list(dict.fromkeys(run.agent for run in self.runs))

    def of(self, agent: str) -> list[RunResult]:
        """The runs of one agent, with those that are missing."""
        return [run for run in self.planned if run.agent == agent]

    @property
    def planned(self) -> list[RunResult]:
        """What figures are taken over: all runs, and those that are missing."""
        return [*self.runs, *self.missing]

    def only(self, agents: Collection[str]) -> Results:
        """The results of some agents, with the notes on them."""
        return replace(
            self,
            groups=[group for group in self.groups if group.agent in agents],
            runs=[run for run in self.runs if run.agent in agents],
            missing=[run for run in self.missing if run.agent in agents],
            notes=[note for note in self.notes if note.startswith(tuple(f"{agent}: " for agent in agents))],
            integrity=[found for found in self.integrity if found.agent in agents],
        )

    def renamed(self, names: Mapping[str, str]) -> Results:
        """The same with other names for some agents."""
        notes = self.notes
        for old, new in names.items():
            notes = [
                f"{new}: {note.removeprefix(f'{old}: ')}" if note.startswith(f"{old}: ") else note for note in notes
            ]
        return replace(
            self,
            groups=[replace(group, agent=names.get(group.agent, group.agent)) for group in self.groups],
            runs=[replace(run, agent=names.get(run.agent, run.agent)) for run in self.runs],
            missing=[replace(run, agent=names.get(run.agent, run.agent)) for run in self.missing],
            notes=notes,
            integrity=[replace(found, agent=names.get(found.agent, found.agent)) for found in self.integrity],
        )


def together(found: Mapping[str, Results]) -> Results:
    """Several results as one; an agent that is in more than one of them gets their names too."""
    times = Counter(agent for results in found.values() for agent in results.agents)
    renamed = [
        results.renamed({agent: f"{agent} ({name})" for agent in results.agents if times[agent] > 1})
        for name, results in found.items()
    ]
    return Results(
        [group for results in renamed for group in results.groups],
        [run for results in renamed for run in results.runs],
        [run for results in renamed for run in results.missing],
        [note for results in renamed for note in results.notes],
        integrity=[each for results in renamed for each in results.integrity],
    )
