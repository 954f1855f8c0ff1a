"""What speaks against a claim: too few runs, competitions that say little, conditions that differ or are not closed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mlebench.catalog import Competition, Registry
from mlebench.results.run import GroupInfo, Results, RunResult
from mlebench.results.seeds import listed

FEWEST_SEEDS = 3
FEWEST_COMPETITIONS = 10
# From bronze to gold: less than this share of the way from the sample submission to gold, and of the threshold itself.
_CROWDED, _CROWDED_RELATIVE = 0.005, 0.02


def cautions(results: Results, members: Sequence[RunResult], registry: Registry) -> list[str]:
    """Sentences, on the runs that are compared and the groups that they come from."""
    return [*_numbers(members), *_competitions(results, members, registry), *_conditions(results), *_data(members)]


def is_crowded(competition: Competition) -> bool:
    """Whether the medals of a leaderboard lie so close together that chance decides between them."""
    places, sample = competition.leaderboard, competition.sample_score
    if places is None or sample is None:
        return False
    gap, way = abs(places.gold - places.bronze), abs(places.gold - sample)
    return gap <= _CROWDED * way and gap <= _CROWDED_RELATIVE * max(abs(places.gold), abs(places.bronze))


def has_leak(competition: Competition) -> bool:
    """Whether answers are known to lie in the public data, or elsewhere within reach."""
    return any(issue.kind == "leak" for issue in competition.known_issues)


def _numbers(members: Sequence[RunResult]) -> Iterator[str]:
    seeds: dict[tuple[str, str], int] = {}
    for run in members:
        seeds[run.agent, run.competition_id] = seeds.get((run.agent, run.competition_id), 0) + 1
    fewest = {agent: min(n for (a, _), n in seeds.items() if a == agent) for agent, _ in seeds}
    few = [f"{agent} has {n}" for agent, n in fewest.items() if n < FEWEST_SEEDS]
    if few:
        yield f"Fewer than {FEWEST_SEEDS} seeds: {', '.join(few)}. How much chance there is in the runs is not known."
    competitions = len({run.competition_id for run in members})
    if competitions < FEWEST_COMPETITIONS:
        yield f"Fewer than {FEWEST_COMPETITIONS} competitions ({competitions}): the interval is too narrow."
    missing = sum(run.missing for run in members)
    if missing:
        yield f"{missing} of {len(members)} runs are missing and count as failures."


def _competitions(results: Results, members: Sequence[RunResult], registry: Registry) -> Iterator[str]:
    versions = {group.benchmark_version for group in results.groups}
    registry = registry.under(versions.pop()) if len(versions) == 1 else registry
    ids = [i for i in dict.fromkeys(run.competition_id for run in members) if i in registry.folders]
    known = [registry.get(competition_id) for competition_id in ids]
    if crowded := [c.id for c in known if is_crowded(c)]:
        yield f"Crowded leaderboards, where chance decides on medals: {listed(crowded)}."
    if leaks := [c.id for c in known if has_leak(c)]:
        share = f"{len(leaks)} of {len(known)} competitions"
        yield f"Known leaks, which an agent may have found: {share} ({listed(leaks)})."


def _conditions(results: Results) -> Iterator[str]:
    groups = results.groups
    for what, found in {
        "benchmark versions": {group.benchmark_version for group in groups},
        "versions of mlebench": {group.versions["mlebench"] for group in groups if "mlebench" in group.versions},
    }.items():
        if len(found) > 1:
            yield f"Mixed {what}: {', '.join(sorted(found))}."
    limits = {_resources(group) for group in groups if group.time_limit_seconds is not None}
    if len(limits) > 1:
        yield f"Mixed resources: {' / '.join(sorted(limits))}"
    if unknown := [group for group in groups if group.sandbox is None]:
        yield f"Nothing is known of the resources, sandbox and network of {_names(unknown)}."
    if process := [group for group in groups if group.isolated is False]:
        yield f"No isolation (sandbox {_kinds(process)}): {_names(process)} could read what the user can."
    if networked := [group for group in groups if group.isolated and "open network" in group.channels]:
        yield f"The network was open to {_names(networked)}."
    if hidden := [group for group in groups if group.obfuscated]:
        mixed = "" if len(hidden) == len(groups) else ", others read the competitions' own"
        yield f"Obfuscated descriptions: {_names(hidden)}{mixed}."
    for what, chosen in {
        "Descriptions": [group for group in groups if group.described_by_user],
        "Leaderboards": [group for group in groups if group.leaderboards_of_user],
    }.items():
        if chosen:
            mixed = "" if len(chosen) == len(groups) else ", of others those of mlebench"
            yield f"{what} of {_names(chosen)} were files that the user named{mixed}."
    if informed := [group for group in groups if group.validator_knew_answers]:
        yield f"The validator worked with the answers in runs of {_names(informed)}."


def _data(members: Sequence[RunResult]) -> Iterator[str]:
    if unverified := sorted({run.competition_id for run in members if run.data == "unverified"}):
        yield f"Data that was not verified: {listed(unverified)}."
    if used := sorted({run.competition_id for run in members if run.report and run.report.exploit_suspected}):
        yield f"Submissions that use a hole of their grader: {listed(used)}."


def _resources(group: GroupInfo) -> str:
    hours = (group.time_limit_seconds or 0) / 3600
    return " ".join([f"{hours:.3g} hours.", *group.resource_differences])


def _names(groups: Iterable[GroupInfo]) -> str:
    return listed(dict.fromkeys(group.agent for group in groups))


def _kinds(groups: Iterable[GroupInfo]) -> str:
    return ", ".join(sorted({str(group.sandbox) for group in groups}))
