"""Whether the records of a bundle fit each other. Whoever changes one of them has to change all, and sign anew."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from mlebench._version import __version__
from mlebench.bundles.archive import Bundle
from mlebench.bundles.card import CARD, README, Card, GroupCard
from mlebench.bundles.make import SUBMISSION
from mlebench.bundles.points import Point
from mlebench.errors import MlebenchError
from mlebench.fields import reason
from mlebench.gateway.access import MODEL_CALLS, VALIDATIONS
from mlebench.grading.report import CompetitionReport, GradingReport
from mlebench.runs import RunGroup, RunRecord
from mlebench.runs.group import GRADING_REPORT, REPORT
from mlebench.runs.plan import PlannedRun


@dataclass(frozen=True)
class BundledRun:
    """One run as the bundle has it."""

    plan: PlannedRun
    record: RunRecord
    report: CompetitionReport
    submission: Path | None  # null: nothing was handed in, or it was left out


@dataclass(frozen=True)
class BundledGroup:
    """One group as the bundle has it."""

    group: RunGroup
    runs: list[BundledRun] = field(default_factory=list)


# What a stranger's records can bring about while they are read.
_NONSENSE = (MlebenchError, ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError, OSError)


def read_groups(bundle: Bundle, folder: Path) -> tuple[list[BundledGroup], list[Point]]:
    """The groups of an unpacked bundle, and what does not fit."""
    digests = bundle.manifest.withheld | {member.path: member.sha256 for member in bundle.manifest.files}
    groups: list[BundledGroup] = []
    misfits: list[str] = []
    late: list[str] = []
    for name in bundle.manifest.groups:
        try:
            found = _read_group(folder, name)
            for run in found.runs:
                misfits += [f"{run.plan.run_id}: {text}" for text in _misfits(found.group, run, digests)]
                late += [f"{run.plan.run_id}: {text}" for text in _out_of_order(found.group, run)]
            misfits += [f"{name}: {text}" for text in _misfits_of_group(found)]
            groups.append(found)
        except _NONSENSE as error:
            misfits.append(f"{name}: cannot be understood ({reason(error)})")
    if not misfits:
        misfits += _misfits_of_card(bundle, groups)
    return groups, [
        _point("records", "Plan, records, reports, journals and submissions fit each other.", misfits),
        _point("sealed before graded", "Each sandbox was closed before its submission was graded.", late),
    ]


def _point(name: str, good: str, faults: list[str]) -> Point:
    if faults:
        return Point(name=name, status="fails", text="Records contradict each other.", details=faults)
    return Point(name=name, status="holds", text=good)


def _read_group(folder: Path, name: str) -> BundledGroup:
    group = RunGroup.open(folder / name)
    if group.group_id != name:
        raise MlebenchError(f"metadata.json is of {group.group_id}")
    runs = []
    for plan in group.spec.runs:
        place = group.folder_of(plan)
        report = CompetitionReport.model_validate_json((place / REPORT).read_bytes())
        submission = place / SUBMISSION
        runs.append(BundledRun(plan, RunRecord.load(place), report, submission if submission.is_file() else None))
    return BundledGroup(group, runs)


def _misfits(group: RunGroup, run: BundledRun, digests: Mapping[str, str]) -> Iterator[str]:
    record, report, plan = run.record, run.report, run.plan
    same = {"competition_id": plan.competition_id, "seed": plan.seed, "agent": group.spec.agent}
    same |= {"sandbox": group.spec.sandbox, "time_limit_seconds": group.spec.settings.resources.time_limit}
    given = group.spec.leaderboards.get(plan.competition_id)
    same["alias"] = group.spec.aliases.get(plan.competition_id)
    same["description_digest"] = group.spec.descriptions.get(plan.competition_id)
    same["leaderboard_digest"] = given.digest if given else None
    for name, planned in same.items():
        if getattr(record, name) != planned:
            yield f"run.json has {name} {getattr(record, name)!r}, the plan {planned!r}"
    if not record.done:
        yield f"is not finished ({record.state})"
    path = f"{group.group_id}/{plan.run_id}/{SUBMISSION}"
    if digests.get(path) != (record.submission.sha256 if record.submission else None):
        yield "the submission is not the one that run.json names"
    if report.leaderboard_digest != record.leaderboard_digest:
        yield "report.json was graded against another leaderboard than run.json names"
    if report.competition_id != plan.competition_id:
        yield f"report.json is of {report.competition_id}"
    if report.submission_exists != (record.submission is not None):
        yield "report.json and run.json disagree on whether something was handed in"
    yield from _misfits_of_journals(group.folder_of(plan), record)


def _misfits_of_journals(folder: Path, record: RunRecord) -> Iterator[str]:
    """An attempt that was killed has written to the journals what no record counts; a single one counts all."""
    used = record.model
    counted = {
        "validator calls": record.sealed.validator_calls if record.sealed else 0,
        "tokens read": used.prompt_tokens if used else 0,
        "tokens written": used.completion_tokens if used else 0,
    }
    noted = Counter({"validator calls": sum(1 for _ in _lines(folder / VALIDATIONS))})
    for entry in _lines(folder / MODEL_CALLS):
        usage = entry["usage"] or {}
        noted.update({"tokens read": int(usage.get("prompt", 0)), "tokens written": int(usage.get("completion", 0))})
    for what, count in counted.items():
        if noted[what] < count or (noted[what] > count and record.attempt == 1):
            yield f"the journals have {noted[what]} {what}, run.json {count}"


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    if path.is_file():
        with path.open("rb") as file:
            yield from (json.loads(line) for line in file)


def _out_of_order(group: RunGroup, run: BundledRun) -> Iterator[str]:
    record = run.record
    closed = record.sealed.sandbox_closed_at if record.sealed else record.finished_at
    if closed is None:
        yield "run.json does not say when its sandbox closed"
        return
    graded = datetime.fromisoformat(run.report.created_at)
    if graded < closed.replace(microsecond=0):  # reports have whole seconds
        yield f"graded at {graded.isoformat()}, before its sandbox closed at {closed.isoformat()}"
    if record.started_at is not None and record.started_at > closed:
        yield "its sandbox closed before the agent began"
    if datetime.fromisoformat(group.spec.created_at).replace(microsecond=0) > closed:
        yield "its sandbox closed before the group was made"


def _misfits_of_group(found: BundledGroup) -> Iterator[str]:
    """The report of the group is the reports of its runs, in the order of the plan."""
    whole = GradingReport.load(found.group.folder / GRADING_REPORT)
    again = GradingReport.of([run.report for run in found.runs])
    for name in GradingReport.model_fields:
        if name not in ("competition_reports", "problems") and getattr(whole, name) != getattr(again, name):
            yield f"{GRADING_REPORT} has {name} {getattr(whole, name)}, the runs {getattr(again, name)}"
    if [_claims(r) for r in whole.competition_reports] != [_claims(run.report) for run in found.runs]:
        yield f"{GRADING_REPORT} does not repeat the reports of the runs"


def _claims(report: CompetitionReport) -> dict[str, object]:
    return report.model_dump(exclude={"created_at", "submission_path", "warnings"})


def _misfits_of_card(bundle: Bundle, groups: list[BundledGroup]) -> list[str]:
    whole = [(each, GradingReport.load(each.group.folder / GRADING_REPORT)) for each in groups]
    card = Card(groups=[GroupCard.of(g.group, [run.record for run in g.runs], report) for g, report in whole])
    try:
        shown, readme = bundle.json(CARD)["groups"], bundle.read(README).decode(errors="replace")
        same = len(shown) == len(card.groups) and all(map(_agrees, shown, card.groups))
    except _NONSENSE as error:
        return [f"{CARD}: {reason(error)}"]
    # Another version words it differently.
    reworded = bundle.manifest.mlebench_version != __version__
    pairs = ((CARD, same), (README, reworded or readme == card.readme()))
    return [f"{name}: does not say what the records say" for name, fits in pairs if not fits]


def _agrees(shown: dict[str, Any], card: GroupCard) -> bool:
    """In all that both have: a later version says more."""
    made = card.model_dump(mode="json")
    return all(made[name] == value for name, value in shown.items() if name in made) and "group_id" in shown
