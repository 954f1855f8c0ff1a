"""Which seed is which, and what is missing: within a split every competition counts with every seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from mlebench.catalog import CompetitionFacts, Registry
from mlebench.results.run import COMPLEXITIES, HEADLINE, RunResult, apart

_NAMED = 5  # competitions that a sentence lists


@dataclass
class SeedNumbers:
    """Numbers the runs of agents: by seed where it is known, else in the order in which files were given."""

    _taken: dict[tuple[str, bool], set[tuple[str, int]]] = field(default_factory=dict)

    def number(self, runs: Sequence[RunResult], *, known: bool) -> list[RunResult]:
        """One group, or one file. Where seeds are not known, or were there before, it begins with a new seed."""
        numbered = []
        for part in apart(runs):
            if not part:
                continue
            taken = self._taken.setdefault((part[0].agent, part[0].is_miniature), set())
            seeds = [run.seed for run in part]
            wanted = {(run.competition_id, run.seed) for run in part}
            if len(wanted) < len(part):  # the same seed twice: only the order is left
                seen: Counter[str] = Counter()
                seeds = [seen.update([run.competition_id]) or seen[run.competition_id] - 1 for run in part]
            first = 0
            if taken and (not known or taken & wanted or len(wanted) < len(part)):
                first = 1 + max(seed for _, seed in taken)
            new = [replace(run, replicate=first + seed) for run, seed in zip(part, seeds, strict=True)]
            taken |= {(run.competition_id, run.replicate) for run in new}
            numbered += new
        return numbered


@dataclass(frozen=True)
class Splits:
    """The competitions of the benchmark by complexity. Folders of users do not change what a split is."""

    registry: Registry

    @cached_property
    def ids(self) -> dict[str, list[str]]:
        """For each complexity."""
        own = [c for c in self.registry.listed() if self.registry.folders[c.id].parent == Registry.built_in]
        return {name: [c.id for c in own if c.complexity == name] for name in COMPLEXITIES}

    def completed(
        self, sources: Sequence[Sequence[RunResult]], *, complete_seeds: bool
    ) -> tuple[list[RunResult], list[str]]:
        """One agent's runs with the missing ones, as failures, or without the seeds that lack any; and what was done.

        Only splits of which there is a competition of the benchmark are looked at, with all seeds of each source that
        has any of it; miniatures are left as they are.
        """
        real, miniatures = apart([run for runs in sources for run in runs])
        notes: list[str] = []
        for name, ids in self.ids.items():
            own = [run for run in real if run.facts.complexity == name]
            if not {run.competition_id for run in own} & set(ids):
                continue
            wanted = list(dict.fromkeys([*(run.competition_id for run in own), *ids]))
            there = {(run.competition_id, run.replicate) for run in own}
            seeds = sorted({seed for runs in sources for seed in _seeds_of(runs, name)})
            lacking = [(i, seed) for seed in seeds for i in wanted if (i, seed) not in there]
            if not lacking:
                continue
            notes.append(_sentence(own[0].agent, name, lacking, wanted, seeds, complete_seeds=complete_seeds))
            if complete_seeds:
                dropped = {seed for _, seed in lacking}
                real = [run for run in real if run.facts.complexity != name or run.replicate not in dropped]
            else:
                facts = {run.competition_id: run.facts for run in own}
                real += [self._missing(own[0], i, seed, facts.get(i)) for i, seed in lacking]
        return [*real, *miniatures], notes

    def _missing(self, like: RunResult, competition_id: str, seed: int, facts: CompetitionFacts | None) -> RunResult:
        facts = facts or CompetitionFacts.of(self.registry.get(competition_id))
        return RunResult(like.agent, like.group, competition_id, seed, None, None, facts, seed, missing=True)


def _seeds_of(runs: Sequence[RunResult], complexity: str) -> set[int]:
    real, _ = apart(runs)
    has_any = any(run.facts.complexity == complexity for run in real)
    return {run.replicate for run in real} if has_any else set()


def _sentence(
    agent: str,
    split: str,
    lacking: Sequence[tuple[str, int]],
    wanted: Sequence[str],
    seeds: Sequence[int],
    *,
    complete_seeds: bool,
) -> str:
    absent = Counter(competition_id for competition_id, _ in lacking)
    never = [i for i, times in absent.items() if times == len(seeds)]
    what = f"{agent}: {split} lacks {len(lacking)} of {len(wanted) * len(seeds)} runs"
    if never:
        what += f", {len(never)} of {len(wanted)} competitions entirely"
    what += f" ({listed(never or list(absent))})"
    if not complete_seeds:
        return f"{what}. They count as failures."
    dropped = len({seed for _, seed in lacking})
    return f"{what}. {dropped} of {len(seeds)} seeds are incomplete and left out of {split}."


def not_shown(runs: Sequence[RunResult], agent: str) -> list[str]:
    """Which splits of the headline there is nothing of, and which seeds `all` has to do without."""
    own = [run for run in runs if run.agent == agent and not run.is_miniature]
    present = [name for name in HEADLINE if any(run.facts.complexity == name for run in own)]
    absent = [name for name in HEADLINE if name not in present]
    if not present:
        return []
    notes = [f"{agent}: there is nothing of {' or '.join(absent)}: not shown, and not part of `all`."] if absent else []
    seeds = {name: {run.replicate for run in own if run.facts.complexity == name} for name in present}
    every, common = set.union(*seeds.values()), set.intersection(*seeds.values())
    if every != common:
        notes.append(f"{agent}: {len(common)} of {len(every)} seeds have something of each split: `all` is over these.")
    return notes


def listed(names: Iterable[str]) -> str:
    """The first few names, and how many more there are."""
    names = list(names)
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
