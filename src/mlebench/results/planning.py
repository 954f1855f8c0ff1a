"""How many seeds and competitions it takes to see a difference, what they cost, and which competitions tell most."""

from __future__ import annotations

import math
from dataclasses import dataclass

from mlebench.catalog import Registry
from mlebench.errors import WrongUsage
from mlebench.results.cautions import has_leak, is_crowded
from mlebench.results.run import HEADLINE, Results
from mlebench.results.seeds import Splits
from mlebench.results.spending import spending
from mlebench.results.statistics import detectable
from mlebench.results.variation import Variation, measured_variation, published_variation

MOST_SEEDS = 1000
_SEEDS = (1, 3, 5, 10)


@dataclass(frozen=True)
class Price:
    """Of one run; null where it is not known."""

    hours: float | None
    gpu_hours: float | None
    dollars: float | None


@dataclass(frozen=True)
class SplitPlan:
    """What it takes on one split, for each of the two agents. Seeds are null where no number of them is enough."""

    split: str
    competitions: int
    variation: Variation
    seeds_same_competitions: int | None  # to see the difference on these very competitions
    seeds_other_competitions: int | None  # to see it on others like them too: what `mlebench compare` asks
    detectable_with_3_seeds: float  # points, on these very competitions
    competitions_needed: dict[int, int]  # seeds -> competitions like these
    runs: int | None  # of `seeds_same_competitions`, for one agent
    hours: float | None
    gpu_hours: float | None
    dollars: float | None


@dataclass(frozen=True)
class Informative:
    """A competition, and how much its results tell agents apart: rate · (1 − rate), at most 0.25."""

    competition_id: str
    rate: float
    information: float
    runs: int
    marks: tuple[str, ...]  # what is wrong with it: leak, crowded


def plan_splits(
    results: Results | None, registry: Registry, price: Price, difference: float, power: float
) -> list[SplitPlan]:
    """For low, medium, high and all. `difference` in percentage points, `power` from 0 to 1."""
    ids = Splits(registry).ids
    sizes = {split: len(ids[split]) for split in HEADLINE}
    plans = []
    for split, count in {**sizes, "all": sum(sizes.values())}.items():
        variation = (measured_variation(results, split) if results else None) or published_variation(split)
        same = seeds_needed(variation, count, difference / 100, power, other_competitions=False)
        runs = None if same is None else same * count
        plans.append(
            SplitPlan(
                split,
                count,
                variation,
                same,
                seeds_needed(variation, count, difference / 100, power, other_competitions=True),
                100 * detectable(math.sqrt(2 * variation.within / (3 * count)), power),
                {n: competitions_needed(variation, n, difference / 100, power) for n in _SEEDS},
                runs,
                *(None if runs is None or each is None else runs * each for each in _each(price)),
            )
        )
    return plans


def seeds_needed(
    v: Variation, competitions: int, difference: float, power: float, *, other_competitions: bool
) -> int | None:
    """The fewest seeds of each agent. The variance of the difference is (between + 2·within / seeds) / competitions."""
    allowed = competitions * (difference / detectable(1.0, power)) ** 2
    left = allowed - v.between * other_competitions
    if left <= 0:
        return None
    seeds = max(1, math.ceil(2 * v.within / left))
    return seeds if seeds <= MOST_SEEDS else None


def competitions_needed(v: Variation, seeds: int, difference: float, power: float) -> int:
    """The fewest competitions, drawn from others like these, with so many seeds."""
    return max(1, math.ceil((v.between + 2 * v.within / seeds) * (detectable(1.0, power) / difference) ** 2))


def price_of(results: Results | None, hours: float | None, gpus: float | None, dollars: float | None) -> Price:
    """What was typed, else what the runs took on average, else the benchmark's: 24 hours and one GPU."""
    spent = spending(results.runs) if results else {}
    known = {name: found.mean for name, found in spent.items()}
    took = hours if hours is not None else known.get("hours", 24.0)
    cards = took * (1 if gpus is None else gpus)
    if gpus is None and hours is None:
        cards = known.get("gpu_hours", cards)
    return Price(took, cards, dollars if dollars is not None else known.get("cost_usd"))


def informative(results: Results, registry: Registry) -> list[Informative]:
    """Competitions by how much they tell: those that everybody wins, or nobody, tell nothing."""
    rates: dict[str, dict[str, list[bool]]] = {}
    for run in results.runs:
        if run.has_leaderboard and not run.is_miniature and run.competition_id in registry.folders:
            own = rates.setdefault(run.competition_id, {}).setdefault(run.agent, [])
            own.append(bool(run.report and run.report.any_medal))
    found = []
    for competition_id, agents in rates.items():
        rate = math.fsum(sum(own) / len(own) for own in agents.values()) / len(agents)
        competition = registry.get(competition_id)
        marks = {"leak": has_leak(competition), "crowded": is_crowded(competition)}
        found.append(
            Informative(
                competition_id,
                rate,
                rate * (1 - rate),
                sum(map(len, agents.values())),
                tuple(name for name, holds in marks.items() if holds),
            )
        )
    return sorted(found, key=lambda each: (-each.information, each.competition_id))


def split_file(found: list[Informative], count: int) -> str:
    """The `count` competitions that tell most, as a text that `--list` and `--split` read."""
    telling = [each for each in found if each.information > 0]
    if count > len(telling):
        raise WrongUsage(
            f"Only {len(telling)} competitions of these results tell agents apart, and {count} are asked for.",
            hint="Those that every run wins, or none, tell nothing. Give results of more agents.",
        )
    lines = [
        f"# The {count} of {len(found)} competitions whose medals tell most, by results of earlier runs.",
        "# For comparing agents: what they win here is not what they win on the whole benchmark.",
        *(f"{each.competition_id}  # {100 * each.rate:.0f} % of runs win a medal" for each in telling[:count]),
    ]
    return "\n".join(lines) + "\n"


def _each(price: Price) -> tuple[float | None, ...]:
    return price.hours, price.gpu_hours, price.dollars
