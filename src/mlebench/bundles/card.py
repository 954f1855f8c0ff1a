"""What a bundle says of itself at one glance: card.json, and README.md made of it."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from mlebench.grading.report import GradingReport
from mlebench.runs import RunGroup, RunRecord

CARD = "card.json"
README = "README.md"


class GroupCard(BaseModel):
    """One run group: what was run, how, and what came of it."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    group_id: str  # its folder
    agent: str  # its name
    agent_digest: str  # of the files in its folder
    models: list[str]  # that were used
    benchmark_version: str  # of the rules it was graded by
    competitions: dict[str, str | None] = Field(description="each with the kind of its data")
    competition_digests: dict[str, str]  # of their folders, graders among them; none for groups of 0.1
    data_digests: dict[str, str | None]  # of the prepared data
    seeds: int  # runs of each competition
    sandbox: str  # its kind
    guarantees: list[str]  # what this kind of sandbox promises
    channels: list[str]  # what led out of the sandboxes
    obfuscated: bool = False  # agents knew the competitions by aliases and rewritten descriptions
    described_by_user: bool = False  # agents read descriptions that the user named
    leaderboards_of_user: bool = False  # medals are by leaderboard files that the user named
    score_feedback: str  # whether agents could learn anything of scores
    time_limit_hours: float  # of each run
    resources: list[str]  # how they differ from the benchmark's
    hardware: list[dict[str, object]]  # the machines
    versions: dict[str, str]  # of Python and of packages that may change results
    images: list[str]  # digests of container images
    runs: int  # as planned
    submissions: int  # runs that handed in something
    valid: int  # of these, with a score
    gold: int  # medals
    silver: int  # medals
    bronze: int  # medals
    above_median: int  # strictly
    exploits_suspected: int = 0  # submissions that use a hole of their grader
    hours: float  # of all agents together
    tokens: int | None  # of all runs together; null where no model was used
    cost_usd: float | None  # null where no model was used, or one without a price

    @classmethod
    def of(cls, group: RunGroup, records: list[RunRecord], graded: GradingReport) -> GroupCard:
        """The card of a graded group."""
        spec = group.spec
        used = [record.model for record in records if record.model is not None]
        costs = [usage.cost_usd for usage in used]
        sealed = [record.sealed for record in records if record.sealed is not None]
        asked = any(seal.validator == "graded" and seal.validator_calls for seal in sealed)
        return cls(
            group_id=group.group_id,
            agent=spec.agent,
            agent_digest=spec.agent_digest,
            models=sorted({name for usage in used for name in usage.models}),
            benchmark_version=spec.benchmark_version,
            competitions={name: stamp.kind for name, stamp in spec.data.items()},
            competition_digests=spec.competition_digests,
            data_digests={name: stamp.digest for name, stamp in spec.data.items()},
            seeds=spec.seeds,
            sandbox=spec.sandbox,
            guarantees=spec.guarantees,
            channels=sorted({name for seal in sealed for name in seal.channels}),
            obfuscated=spec.settings.obfuscate,
            described_by_user=bool(spec.descriptions),
            leaderboards_of_user=bool(spec.leaderboards),
            score_feedback="verdicts of a validator that knew the answers" if asked else "none",
            time_limit_hours=round(spec.settings.resources.time_limit / 3600, 3),
            resources=_each_once([text for record in records for text in record.resource_differences]),
            hardware=[dict(pairs) for pairs in {tuple(r.hardware.items()): 0 for r in records if r.hardware}],
            versions=spec.versions,
            images=sorted({record.image_digest for record in records if record.image_digest}),
            runs=len(spec.runs),
            submissions=graded.total_runs_with_submissions,
            valid=graded.total_valid_submissions,
            gold=graded.total_gold_medals,
            silver=graded.total_silver_medals,
            bronze=graded.total_bronze_medals,
            above_median=graded.total_above_median,
            exploits_suspected=graded.total_exploits_suspected,
            hours=round(sum(record.duration_seconds or 0.0 for record in records) / 3600, 3),
            tokens=sum(usage.prompt_tokens + usage.completion_tokens for usage in used) if used else None,
            cost_usd=sum(cost for cost in costs if cost is not None) if used and None not in costs else None,
        )


class Card(BaseModel):
    """The content of card.json."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    groups: list[GroupCard]

    def readme(self) -> str:
        """For people who open the archive."""
        return _HEAD + "\n".join(_section(group) for group in self.groups)


_HEAD = """\
# Results of mlebench

Each folder is a run group: `metadata.json` says what was run, `grading_report.json` what it scored, and each run has
`run.json`, `report.json`, `submission/submission.csv` as it was graded, and the journals of its gateway.
`manifest.json` lists all files, chained by hashes; signatures stand at the end of the archive. Check it with

    mlebench verify FILE

which also says what a bundle cannot prove.
"""


def _section(group: GroupCard) -> str:
    medals = group.gold + group.silver + group.bronze
    lines = {
        "Agent": f"{group.agent} (digest {group.agent_digest[:12]})",
        "Models": ", ".join(group.models) or "none",
        "Runs": f"{group.runs}: {len(group.competitions)} competitions, {group.seeds} seeds",
        "Medals": f"{medals} of {group.runs} ({group.gold} gold, {group.silver} silver, {group.bronze} bronze)",
        "Valid": f"{group.valid} of {group.runs}",
        "Data": ", ".join(sorted({kind or "not noted" for kind in group.competitions.values()})),
        "Sandbox": f"{group.sandbox} ({', '.join(group.guarantees) or 'no guarantees'})",
        "Open to agents": ", ".join(group.channels) or "nothing",
        "Score feedback": group.score_feedback,
        "Descriptions": _descriptions(group),
        "Time limit": f"{group.time_limit_hours:g} hours a run",
        "Resources": " ".join(group.resources) or "the benchmark's",
        "Tokens": "none" if group.tokens is None else f"{group.tokens:,}",
        "Cost": "not known" if group.cost_usd is None else f"{group.cost_usd:.4f} US dollars",
    }
    if group.leaderboards_of_user:
        lines["Leaderboards"] = "files that the user named"
    if group.exploits_suspected:
        lines["Exploits suspected"] = f"{group.exploits_suspected} of {group.runs}"
    table = "\n".join(f"| {name} | {_cell(text)} |" for name, text in lines.items())
    return f"\n## {_cell(group.group_id)}\n\n| | |\n| --- | --- |\n{table}\n"


def _descriptions(group: GroupCard) -> str:
    if group.described_by_user:
        return "files that the user named"
    return "obfuscated, and aliases in place of ids" if group.obfuscated else "the competitions' own"


def _cell(text: str) -> str:
    return text.replace("\n", " ").replace("|", "\\|")


def _each_once(texts: list[str]) -> list[str]:
    return list(dict.fromkeys(texts))
